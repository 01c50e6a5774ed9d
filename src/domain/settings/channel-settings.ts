import { z } from 'zod'
import { readDate } from '../validation/fields.ts'
import { settingsSchema } from './settings.ts'

/**
 * The settings that are edited above the list of channels: the base address of internal links, and the user agent with
 * which players ask for channels, sent as `xam` (rule S8).
 */
export const channelSettingsSchema = z.strictObject({
  tvUrlBase: settingsSchema.shape.tvUrlBase.unwrap().optional(),
  xam: settingsSchema.shape.agentTv.unwrap().optional(),
  dateUpdate: readDate(),
})
