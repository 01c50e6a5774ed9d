import { z } from 'zod'
import { linkStateOutput } from '../contents/link-state.ts'
import { entity, recordOutput } from '../contract/entity.ts'
import {
  active,
  LINK_MESSAGES,
  optionalWebUrl,
  requiredText,
  requiredWebUrl,
  yesOrNo,
} from '../validation/fields.ts'

export const CHANNEL_LIST_MESSAGES = {
  title: 'Debe digitar el título.',
  link: 'Debe digitar el enlance.',
} as const

/** Input of a channel list: the URLs of a playlist and of its guide (rule T6). */
export const channelListSchema = z.strictObject({
  title: requiredText(CHANNEL_LIST_MESSAGES.title, 300).meta({ title: 'Título' }),
  link: requiredWebUrl(CHANNEL_LIST_MESSAGES.link, LINK_MESSAGES.url).meta({ title: 'Enlace' }),
  guideLink: optionalWebUrl(LINK_MESSAGES.url).meta({ title: 'Enlace de la guía' }),
  isAdult: yesOrNo().meta({ title: 'Adultos' }),
  children: yesOrNo().meta({ title: 'Niños' }),
  status: active(),
})

const channelListOutput = recordOutput.extend({
  title: z.string(),
  link: z.string(),
  guideLink: z.string(),
  isAdult: z.boolean(),
  children: z.boolean(),
})

export const channelListEntity = /* @__PURE__ */ entity('channel_lists', {
  new: channelListSchema,
  edited: channelListSchema,
  record: channelListOutput,
  row: channelListOutput.extend(linkStateOutput),
})
