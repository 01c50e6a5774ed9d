import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { entity, recordOutput } from '../contract/entity.ts'
import { active, LINK_MESSAGES, requiredText, requiredWebUrl, yesOrNo } from '../validation/fields.ts'
import { programmeOutput } from './on-air.ts'

export const GUIDE_MESSAGES = {
  name: 'Debe digitar el nombre.',
  url: 'Debe digitar el Link.',
  inUse: (channels: number) =>
    channels === 1
      ? 'No puede eliminar la guía, la usa 1 canal.'
      : `No puede eliminar la guía, la usan ${channels} canales.`,
} as const

/** Input of a channel guide: the URL of its XMLTV (rule T4). */
export const channelGuideSchema = z.strictObject({
  name: requiredText(GUIDE_MESSAGES.name, 150).meta({ title: 'Nombre' }),
  url: requiredWebUrl(GUIDE_MESSAGES.url, LINK_MESSAGES.link).meta({ title: 'Enlace' }),
  gzip: yesOrNo().meta({ title: 'Comprimida (gzip)' }),
  status: active(),
})

const guideOutput = recordOutput.extend({ name: z.string(), url: z.string(), gzip: z.boolean() })

export const guideEntity = /* @__PURE__ */ entity('guides', {
  new: channelGuideSchema,
  edited: channelGuideSchema,
  record: guideOutput,
  row: guideOutput,
})

/** Most channels in a result; the rest is found by a narrower search. */
export const MAX_FOUND_CHANNELS = 100

const guideChannelOutput = z.object({
  epgId: z.string(),
  name: z.string(),
  now: programmeOutput.nullable().meta({ description: 'Lo que está al aire' }),
  next: programmeOutput.nullable().meta({ description: 'Lo que sigue' }),
})
export type GuideChannel = z.infer<typeof guideChannelOutput>

export const GUIDE_CHANNEL_ENDPOINTS = /* @__PURE__ */ endpoints({
  search: {
    id: 'listGuideChannels',
    method: 'GET',
    path: '/api/channel/guides/:id/channels',
    tag: 'Guías de canales',
    summary: `Busca los canales de una guía, ${MAX_FOUND_CHANNELS} como máximo, con lo que está al aire; con «stored», los guardados, sin leer la guía`,
    response: { 200: z.array(guideChannelOutput) },
    errors: [401, 403, 404, 422, 502, 503, 504],
  },
})
