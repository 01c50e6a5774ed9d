import { z } from 'zod'
import type { Resource } from '../registry.ts'
import { alwaysRun } from '../validation/errors.ts'
import {
  optionalInteger,
  optionalUrlOrPath,
  requiredInteger,
  requiredText,
  requiredUrlOrPath,
  text,
  yesOrNo,
} from '../validation/fields.ts'

export const IMAGE_MESSAGES = {
  general: '*Debe completar los datos requeridos',
  url: 'URL Inválida',
  image: 'Debe especificar la imagen.',
  infoType: 'Debe especificar el tipo de información.',
  title: 'Debe especificar el título.',
  year: 'Debe digitar el año.',
  genres: 'Los géneros son inválidos.',
  duration: 'La duración debe ser un número entre 0 y 9999.',
  trailerProvider: 'El proveedor del trailer es inválido.',
  contentId: 'Debe especificar el contenido.',
  contentType: 'Debe especificar el tipo de contenido.',
  unknownContent: 'El contenido no existe o no es de este tipo.',
  deletePrompt: (title: string) => `Seguro de eliminar ${title}`,
} as const

export const IMAGE_INFO_TYPES = ['Estreno', 'Próximamente', 'Agregado reciente'] as const
/** Contents that a click on an image opens, by the type that the viewers' apps know. */
export const IMAGE_CONTENT_RESOURCES = {
  Película: 'movies',
  Serie: 'series',
  TV: 'channels',
  Radio: 'radios',
  Documental: 'documentaries',
  Concierto: 'musics',
} as const satisfies Record<string, Resource>
type ImageContentType = keyof typeof IMAGE_CONTENT_RESOURCES
export const IMAGE_CONTENT_TYPES = Object.keys(IMAGE_CONTENT_RESOURCES) as [
  ImageContentType,
  ...ImageContentType[],
]

interface ClickTarget {
  enableClick?: unknown
  contentId?: unknown
  contentType?: unknown
}

/**
 * True if clicks are enabled but this field of their target is missing; the field's own rules are checked elsewhere.
 */
const isTargetMissing = (content: ClickTarget | undefined, field: 'contentId' | 'contentType'): boolean =>
  content?.enableClick === true && (content[field] === undefined || content[field] === '')

/** A background image of the viewers' apps, with its announcement and click target. */
export const backgroundImageSchema = z
  .strictObject({
    image: requiredUrlOrPath(IMAGE_MESSAGES.image, IMAGE_MESSAGES.url).meta({ title: 'Imagen' }),
    isChildren: yesOrNo().meta({ title: 'Infantil' }),
    info: z
      .strictObject({
        infoType: z.enum(IMAGE_INFO_TYPES, IMAGE_MESSAGES.infoType).meta({ title: 'Tipo de información' }),
        title: requiredText(IMAGE_MESSAGES.title, 300).meta({ title: 'Título' }),
        year: requiredInteger(IMAGE_MESSAGES.year, 1800, 9999).meta({ title: 'Año' }),
        genres: z
          .array(z.string(IMAGE_MESSAGES.genres).max(100, IMAGE_MESSAGES.genres), IMAGE_MESSAGES.genres)
          .max(50, IMAGE_MESSAGES.genres)
          .default([])
          .meta({ title: 'Géneros' }),
        duration: optionalInteger(IMAGE_MESSAGES.duration, 0, 9999).meta({ title: 'Duración (minutos)' }),
        rated: text(20).meta({ title: 'Clasificación' }),
      })
      .meta({ title: 'Información' }),
    content: z
      .strictObject({
        link: optionalUrlOrPath(IMAGE_MESSAGES.url).meta({ title: 'Enlace del trailer' }),
        trailerProvider: z
          .enum(['Y', 'G', 'O'], IMAGE_MESSAGES.trailerProvider)
          .default('Y')
          .meta({ title: 'Proveedor del trailer' }),
        enableClick: yesOrNo().meta({ title: 'Abre un contenido al hacer clic' }),
        contentId: text(64).meta({ title: 'Contenido' }),
        contentType: z
          .union([z.literal(''), z.enum(IMAGE_CONTENT_TYPES)], IMAGE_MESSAGES.contentType)
          .default('')
          .meta({ title: 'Tipo de contenido' }),
      })
      .meta({ title: 'Enlace' }),
  })
  .refine(({ content }) => !isTargetMissing(content, 'contentId'), {
    path: ['content', 'contentId'],
    error: IMAGE_MESSAGES.contentId,
    ...alwaysRun,
  })
  .refine(({ content }) => !isTargetMissing(content, 'contentType'), {
    path: ['content', 'contentType'],
    error: IMAGE_MESSAGES.contentType,
    ...alwaysRun,
  })
export type BackgroundImage = z.infer<typeof backgroundImageSchema>

export const newBackgroundImage = () => ({
  image: '',
  isChildren: false,
  info: { infoType: null, title: '', year: null, genres: [], duration: null, rated: '' },
  content: { link: '', trailerProvider: 'Y', enableClick: false, contentId: '', contentType: '' },
})
