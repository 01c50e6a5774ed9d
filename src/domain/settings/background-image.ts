import { z } from 'zod'
import { optionalInteger, requiredInteger } from '../validation/numbers.ts'
import { evenBesideOthers } from '../validation/problems.ts'
import { requiredText, text } from '../validation/text.ts'
import { optionalWebUrl, requiredImageUrl } from '../validation/url.ts'

export const IMAGE_MESSAGES = {
  general: '*Debe completar los datos requeridos',
  url: 'URL Inválida',
  required: 'Debe completar este dato.',
  deletePrompt: (title: string) => `Seguro de eliminar ${title}`,
} as const

export const IMAGE_INFO_TYPES = ['Estreno', 'Próximamente', 'Agregado reciente'] as const
export const IMAGE_CONTENT_TYPES = ['Película', 'Serie', 'TV', 'Radio', 'Documental', 'Concierto'] as const

const rule = { error: IMAGE_MESSAGES.required, ...evenBesideOthers }

interface Click {
  enableClick?: unknown
  contentId?: unknown
  contentType?: unknown
}

/** Whether a click is to lead somewhere and nothing says where; the fields may still be wrong in themselves. */
const asksFor = (content: Click | undefined, field: 'contentId' | 'contentType'): boolean =>
  content?.enableClick === true && (content[field] === undefined || content[field] === '')

/** A background image of the viewers' apps, with what it announces and where a click leads. */
export const backgroundImageShape = z
  .strictObject({
    image: requiredImageUrl(IMAGE_MESSAGES.required, IMAGE_MESSAGES.url),
    isChildren: z.boolean().default(false),
    info: z.strictObject({
      infoType: z.enum(IMAGE_INFO_TYPES, IMAGE_MESSAGES.required),
      title: requiredText(IMAGE_MESSAGES.required, 300),
      year: requiredInteger(IMAGE_MESSAGES.required, 1800, 9999),
      genres: z.array(z.string().max(100)).max(50).default([]),
      duration: optionalInteger(0, 9999),
      rated: text(20),
    }),
    content: z.strictObject({
      link: optionalWebUrl(IMAGE_MESSAGES.url),
      trailerProvider: z.enum(['Y', 'G', 'O'], IMAGE_MESSAGES.required).default('Y'),
      enableClick: z.boolean().default(false),
      contentId: text(64),
      contentType: z.union([z.literal(''), z.enum(IMAGE_CONTENT_TYPES)], IMAGE_MESSAGES.required).default(''),
    }),
  })
  .refine(({ content }) => !asksFor(content, 'contentId'), { path: ['content', 'contentId'], ...rule })
  .refine(({ content }) => !asksFor(content, 'contentType'), { path: ['content', 'contentType'], ...rule })
export type BackgroundImage = z.infer<typeof backgroundImageShape>

/** A new background image, before anything is typed. */
export const newBackgroundImage = () => ({
  image: '',
  isChildren: false,
  info: { infoType: null, title: '', year: null, genres: [], duration: null, rated: '' },
  content: { link: '', trailerProvider: 'Y', enableClick: false, contentId: '', contentType: '' },
})
