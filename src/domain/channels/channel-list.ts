import { z } from 'zod'
import { yesOrNo } from '../validation/booleans.ts'
import { requiredText } from '../validation/text.ts'
import { LINK_MESSAGES, optionalWebUrl, requiredWebUrl } from '../validation/url.ts'

export const CHANNEL_LIST_MESSAGES = {
  title: 'Debe digitar el título.',
  link: 'Debe digitar el enlance.',
} as const

/** Input of a channel list: the addresses of a playlist and of its guide (rule T6). */
export const channelListShape = z.strictObject({
  title: requiredText(CHANNEL_LIST_MESSAGES.title, 300),
  link: requiredWebUrl(CHANNEL_LIST_MESSAGES.link, LINK_MESSAGES.url),
  guideLink: optionalWebUrl(LINK_MESSAGES.url),
  isAdult: yesOrNo(),
  children: yesOrNo(),
  status: yesOrNo(true),
})
