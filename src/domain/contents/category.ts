import { z } from 'zod'
import { entity, recordOutput } from '../contract/entity.ts'
import { CATEGORY_TYPES, type CategoryType } from '../registry-entry.ts'
import { active, requiredText } from '../validation/fields.ts'

export { CATEGORY_TYPES, type CategoryType }

/** Categories of this type are suggested for channels, which store theirs as text. */
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
  name: requiredText(CATEGORY_MESSAGES.name, 150).meta({ title: 'Descripción' }),
  descriptionEnglish: requiredText(CATEGORY_MESSAGES.descriptionEnglish, 150).meta({
    title: 'Descripción en Inglés',
  }),
  type: z.enum(CATEGORY_TYPES, CATEGORY_MESSAGES.type).meta({ title: 'Tipo' }),
  status: active(),
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
