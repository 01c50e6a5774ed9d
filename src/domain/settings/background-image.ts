import { z } from 'zod'
import { optionalInteger, requiredInteger } from '../validation/numbers.ts'
import { requiredText, text } from '../validation/text.ts'
import { optionalWebUrl, requiredImageUrl } from '../validation/url.ts'

export const IMAGE_MESSAGES = {
  general: '*Debe completar los datos requeridos',
  url: 'URL Inválida',
  required: 'Debe completar este dato.',
} as const

export const IMAGE_INFO_TYPES = ['Estreno', 'Próximamente', 'Agregado reciente'] as const
export const IMAGE_CONTENT_TYPES = ['Película', 'Serie', 'TV', 'Radio', 'Documental', 'Concierto'] as const

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
  .superRefine(({ content }, context) => {
    if (!content.enableClick) return
    for (const field of ['contentId', 'contentType'] as const)
      if (content[field] === '')
        context.addIssue({ code: 'custom', message: IMAGE_MESSAGES.required, path: ['content', field] })
  })
export type BackgroundImage = z.infer<typeof backgroundImageShape>
