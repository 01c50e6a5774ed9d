import { z } from 'zod'
import { entity, recordOutput } from '../contract/entity.ts'
import type { MediaType } from '../registry.ts'
import { requiredText, yesOrNo } from '../validation/fields.ts'

/** The content types of categories (rule K15). */
export const CATEGORY_TYPES = [
  'DOCUMENTAL',
  'DISCOVER',
  'MUSICA',
  'PELICULA',
  'SERIE',
  'TV EN VIVO',
  'DEPORTE',
] as const
export type CategoryType = (typeof CATEGORY_TYPES)[number]

/** The media type of something on demand, by the content type that its form says. */
export const MEDIA_TYPE_OF = {
  PELICULA: 'Movie',
  DISCOVER: 'Movie',
  SERIE: 'Serie',
  'TV EN VIVO': 'Tv',
  DOCUMENTAL: 'Documentary',
  DEPORTE: 'Sport',
  MUSICA: 'Music',
} as const satisfies Record<CategoryType, MediaType>

/** Its categories are offered to channels, which name theirs as text */
export const CHANNEL_CATEGORY_TYPE: CategoryType = 'TV EN VIVO'

export const CATEGORY_MESSAGES = {
  name: 'Debe especificar la descripción.',
  descriptionEnglish: 'Debe especificar la descripción en Inglés.',
  type: 'Debe especificar el tipo.',
  duplicate: 'Yá existe la creación de la categoría digitada',
  inUse: (contents: number) =>
    contents === 1
      ? 'No puede eliminar la categoría, la usa 1 contenido.'
      : `No puede eliminar la categoría, la usan ${contents} contenidos.`,
  typeInUse: (contents: number) =>
    contents === 1
      ? 'No puede cambiar el tipo, la categoría la usa 1 contenido.'
      : `No puede cambiar el tipo, la categoría la usan ${contents} contenidos.`,
} as const

/** Input of a category; `name` is its description (rule K14). */
export const categorySchema = z.strictObject({
  name: requiredText(CATEGORY_MESSAGES.name, 150),
  descriptionEnglish: requiredText(CATEGORY_MESSAGES.descriptionEnglish, 150),
  type: z.enum(CATEGORY_TYPES, CATEGORY_MESSAGES.type),
  status: yesOrNo(true),
})
export type CategoryInput = z.infer<typeof categorySchema>

const categoryOutput = recordOutput.extend({
  name: z.string(),
  descriptionEnglish: z.string(),
  type: z.enum(CATEGORY_TYPES),
})

export const categoryEntity = /* @__PURE__ */ entity('categories', {
  new: categorySchema,
  edited: categorySchema,
  record: categoryOutput,
  row: categoryOutput,
})
