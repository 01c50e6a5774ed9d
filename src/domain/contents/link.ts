import { z } from 'zod'
import { joinUrl } from '../format/text.ts'
import { alwaysRun } from '../validation/errors.ts'
import { active, isStreamUrl, isUnsafeScheme, requiredText, yesOrNo } from '../validation/fields.ts'

/** Language codes of audio and closed captions, with their Spanish names; the most used first (rule K7). */
export const LANGUAGES = {
  ESP: 'Español',
  ING: 'Inglés',
  POR: 'Portugués',
  FRA: 'Francés',
  ITA: 'Italiano',
  DEU: 'Alemán',
  JAP: 'Japonés',
  KOR: 'Coreano',
  CHI: 'Chino',
  TUR: 'Turco',
  RUS: 'Ruso',
  HIN: 'Hindi',
  THA: 'Tailandés',
  'N/A': 'No aplica',
} as const
type Language = keyof typeof LANGUAGES
export const LANGUAGE_CODES = Object.keys(LANGUAGES) as [Language, ...Language[]]

const LANGUAGE_NAMES: Readonly<Record<string, string>> = LANGUAGES

/** The Spanish name of a language code, or the code itself if unknown. */
export const languageName = (code: string): string => LANGUAGE_NAMES[code] ?? code

export const QUALITIES = ['HD', 'DVD', '3D', '4K'] as const

export const LINK_TYPES = { I: 'Interno', E: 'Externo' } as const
const LINK_TYPE_CODES = ['I', 'E'] as const

/** Hosts of external links (rule K11). */
export const LINK_PROVIDERS = [
  { id: 0, name: 'YouTube' },
  { id: 1, name: 'Google Storage' },
  { id: 2, name: 'CDN' },
  { id: 3, name: 'Otro / directo' },
] as const

/** Playback problems that viewers can report, with their Spanish names. */
export const ISSUE_TYPE_NAMES = {
  VIDEO: 'No se ve la imagen',
  AUDIO: 'Sin audio o con el audio equivocado',
  SUBTITLE: 'Subtítulos con errores',
  BUFFERING: 'Se detiene al reproducir',
  LINK: 'El enlace no abre',
  CONTENT: 'No es el contenido anunciado',
  OTHER: 'Otro error',
} as const
export type IssueType = keyof typeof ISSUE_TYPE_NAMES
export const ISSUE_TYPES = [
  'VIDEO',
  'AUDIO',
  'SUBTITLE',
  'BUFFERING',
  'LINK',
  'CONTENT',
  'OTHER',
] as const satisfies readonly IssueType[]

export const LINK_MESSAGES = {
  quality: 'Debe seleccionar la calidad',
  link: 'Debe especificar el link',
  invalid: 'El link digitado no es valido',
  audio: 'Debe seleccionar por lo meno un lenguage de audio',
  captions: 'Lenguage de subtítulos inválido.',
  provider: 'El proveedor solo corresponde a un enlace externo.',
  none: 'Debe agregar por lo meno un link.',
  noneActive: 'Por lo menos debe de existir un link activo',
  monoAudio: 'Los links solo deben tener un solo lenguage de audio, ya que ha seleccionado Modo Audio.',
  deletePrompt: (link: string) => `Seguro de eliminar ${link}`,
} as const

/** One playable link of a content (rules K10, K11). */
export const linkSchema = z.strictObject(
  {
    link: requiredText(LINK_MESSAGES.link, 2048, LINK_MESSAGES.invalid)
      .refine((value) => !isUnsafeScheme(value), LINK_MESSAGES.invalid)
      .meta({ title: 'Enlace' }),
    quality: z.enum(QUALITIES, LINK_MESSAGES.quality).meta({ title: 'Calidad' }),
    audio: z
      .array(z.enum(LANGUAGE_CODES, LINK_MESSAGES.audio), LINK_MESSAGES.audio)
      .min(1, LINK_MESSAGES.audio)
      .max(LANGUAGE_CODES.length, LINK_MESSAGES.audio)
      .meta({ title: 'Audio' }),
    closedCaption: z
      .array(z.enum(LANGUAGE_CODES, LINK_MESSAGES.captions), LINK_MESSAGES.captions)
      .max(LANGUAGE_CODES.length, LINK_MESSAGES.captions)
      .default([])
      .meta({ title: 'Subtítulos' }),
    isLinkReserved: yesOrNo().meta({ title: 'Enlace reservado' }),
    linkType: z
      .enum(LINK_TYPE_CODES, 'El tipo de enlace es inválido.')
      .default('I')
      .meta({ title: 'Tipo de enlace' }),
    provider: z
      .literal([0, 1, 2, 3], 'El proveedor es inválido.')
      .nullable()
      .default(null)
      .meta({ title: 'Proveedor' }),
    isYoutube: yesOrNo().meta({ title: 'YouTube' }),
    googleStorage: yesOrNo().meta({ title: 'Google Storage' }),
    isCdnLink: yesOrNo().meta({ title: 'CDN' }),
    status: active(),
  },
  'El enlace es inválido.',
)
export type Link = z.infer<typeof linkSchema>

/**
 * The URL of a link: internal links are paths under a base URL, unless they have a scheme of their own. Undefined if the
 * base is missing.
 */
export const linkUrl = (
  { link, linkType }: Pick<Link, 'link' | 'linkType'>,
  base: string,
): string | undefined => {
  if (linkType === 'E' || /^[a-z][a-z0-9+.-]{0,20}:/i.test(link)) return link
  return base === '' ? undefined : joinUrl(base, link)
}

type LinkKind = Pick<Link, 'link' | 'linkType' | 'provider'>

/** An external link is a full URL (rule K11). */
export const externalLinkRule = z.refine<LinkKind>(
  ({ link, linkType }) =>
    linkType !== 'E' || typeof link !== 'string' || link.trim() === '' || isStreamUrl(link),
  { error: LINK_MESSAGES.invalid, path: ['link'], ...alwaysRun },
)

/** Only external links have a provider (rule K11). */
export const linkProviderRule = z.refine<LinkKind>(
  ({ linkType, provider }) => linkType === 'E' || (provider ?? null) === null,
  { error: LINK_MESSAGES.provider, path: ['provider'], ...alwaysRun },
)

/** A link with all its rules, as the link dialog validates it. */
export const contentLinkSchema = linkSchema.check(externalLinkRule, linkProviderRule)

/** The list of links of a content (rule K9). */
export const linksField = <Schema extends z.ZodType<{ status: boolean }>>(schema: Schema) =>
  z
    .array(schema, LINK_MESSAGES.none)
    .min(1, LINK_MESSAGES.none)
    .max(50, 'No puede agregar más de 50 enlaces.')
    .refine((links) => links.some(({ status }) => status), LINK_MESSAGES.noneActive)
    .meta({ title: 'Enlaces' })

interface AudioFields {
  monoAudio?: boolean
  content?: { audio?: unknown }[]
}

const hasManyAudios = (link: { audio?: unknown } | null): boolean =>
  Array.isArray(link?.audio) && link.audio.length > 1

/** Rule K12; the error is shown at the list of links. */
export const monoAudioRule = z.refine<AudioFields>(
  ({ monoAudio, content }) => !(monoAudio === true && Array.isArray(content) && content.some(hasManyAudios)),
  { error: LINK_MESSAGES.monoAudio, path: ['content'], ...alwaysRun },
)

/** Derived from the links, never sent by clients (rule K8). */
export const hasReservedLink = (links: readonly { isLinkReserved: boolean }[]): boolean =>
  links.some(({ isLinkReserved }) => isLinkReserved)
