import { z } from 'zod'
import { settingsShape } from '../settings/settings.ts'
import { readDate } from '../validation/dates.ts'

/**
 * The settings that are edited above the list of channels: the base address of internal links, and the user agent with
 * which players ask for channels, sent as `xam` (rule S8).
 */
export const channelSettingsShape = z.strictObject({
  tvUrlBase: settingsShape.shape.tvUrlBase.unwrap().optional(),
  xam: settingsShape.shape.agentTv.unwrap().optional(),
  dateUpdate: readDate(),
})
