import { z } from 'zod'
import { readDate } from '../validation/fields.ts'
import { settingsSchema } from './settings.ts'

const { tvUrlBase, agentTv } = settingsSchema.shape

/**
 * Settings edited above the list of channels: the base URL of internal links, and the user agent that players send for
 * channels, named `xam` in the API (rule S8).
 */
export const channelSettingsSchema = z.strictObject({
  tvUrlBase: tvUrlBase.unwrap().optional(),
  xam: agentTv.unwrap().optional().meta({ title: agentTv.meta()?.title }),
  dateUpdate: readDate(),
})
