import { z } from 'zod'
import { linkStateOutput } from '../contents/link-state.ts'
import { publicationFields, publicationOutput, publicationRule } from '../contents/publication.ts'
import { entity, recordOutput } from '../contract/entity.ts'
import { REGISTRY } from '../registry.ts'
import { alwaysRun } from '../validation/errors.ts'
import {
  active,
  id,
  isStreamUrl,
  LINK_MESSAGES,
  optionalUrlOrPath,
  requiredInteger,
  requiredStreamLink,
  requiredText,
  requiredUrlOrPath,
  text,
  yesOrNo,
} from '../validation/fields.ts'

export const CHANNEL_MESSAGES = {
  number: 'Debe especificar el número del canal.',
  title: 'Debe digitar el título.',
  category: 'Debe digitar la categoría.',
  link: 'Debe digitar el enlance.',
  image: 'Debe especificar la imagen.',
  epgId: 'Debe especificar el EPG ID',
  epgIdAlone: 'El EPG ID solo corresponde a un canal con guía.',
  guide: REGISTRY.channels.references.channelGuide.message,
} as const

/** Internal links are paths under the base URL of the channels; external ones are full URLs. */
export const CHANNEL_LINK_KINDS = { I: 'Interno', E: 'Externo' } as const

/** Input of a channel (rule T1). */
const fields = z.strictObject({
  number: requiredInteger(CHANNEL_MESSAGES.number, 0, 999_999).meta({ title: 'Número' }),
  title: requiredText(CHANNEL_MESSAGES.title, 300).meta({ title: 'Título' }),
  image: requiredUrlOrPath(CHANNEL_MESSAGES.image, LINK_MESSAGES.link).meta({ title: 'Imagen' }),
  flag: optionalUrlOrPath(LINK_MESSAGES.link).meta({ title: 'Bandera' }),
  linkInternal: z
    .enum(['I', 'E'], 'El tipo de enlace es inválido.')
    .default('I')
    .meta({ title: 'Tipo de enlace' }),
  link: requiredStreamLink(CHANNEL_MESSAGES.link, LINK_MESSAGES.link).meta({ title: 'Enlace' }),
  category: requiredText(CHANNEL_MESSAGES.category, 150).meta({ title: 'Categoría' }),
  channelGuide: id(CHANNEL_MESSAGES.guide).nullable().default(null).meta({ title: 'Guía' }),
  epgId: text(200).meta({ title: 'EPG ID' }),
  isAdult: yesOrNo().meta({ title: 'Adultos' }),
  children: yesOrNo().meta({ title: 'Niños' }),
  status: active(),
  ...publicationFields,
})

interface ChannelFields {
  link?: unknown
  linkInternal?: unknown
  channelGuide?: unknown
  epgId?: unknown
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

/** External links are stream URLs (rule T2). */
const externalLinkRule = z.refine<ChannelFields>(
  ({ link, linkInternal }) => linkInternal !== 'E' || isBlank(link) || isStreamUrl(String(link)),
  { error: LINK_MESSAGES.link, path: ['link'], ...alwaysRun },
)

/** A channel with a guide has the EPG ID of one of the guide's channels (rule T3). */
const epgRule = z.refine<ChannelFields>(
  ({ channelGuide, epgId }) => typeof channelGuide !== 'string' || !isBlank(epgId),
  { error: CHANNEL_MESSAGES.epgId, path: ['epgId'], ...alwaysRun },
)

/** An EPG ID needs a guide to refer to (rule T3). */
const epgAloneRule = z.refine<ChannelFields>(
  ({ channelGuide, epgId }) => typeof channelGuide === 'string' || isBlank(epgId),
  { error: CHANNEL_MESSAGES.epgIdAlone, path: ['epgId'], ...alwaysRun },
)

export const channelSchema = fields.check(externalLinkRule, epgRule, epgAloneRule, publicationRule)
export type ChannelInput = z.infer<typeof channelSchema>

const channelOutput = recordOutput.extend({
  number: z.number(),
  title: z.string(),
  image: z.string(),
  view: z.number().meta({ title: 'Visitas' }),
  flag: z.string(),
  linkInternal: z.enum(['I', 'E']),
  link: z.string(),
  category: z.string(),
  channelGuide: z.string().nullable(),
  epgId: z.string(),
  isAdult: z.boolean(),
  children: z.boolean(),
  ...publicationOutput,
})

export const channelEntity = /* @__PURE__ */ entity('channels', {
  aliases: { urlInternal: 'linkInternal' },
  new: channelSchema,
  edited: channelSchema,
  record: channelOutput,
  row: channelOutput.extend(linkStateOutput),
})
