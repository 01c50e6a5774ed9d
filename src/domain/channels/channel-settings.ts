import { z } from 'zod'
import { settingsShape } from '../settings/settings.ts'
import { readDate } from '../validation/dates.ts'

/**
 * What the list of channels keeps among the settings: the base address of internal links, and the agent with which
 * players ask for channels, which goes under the name `xam` (specification, section 7).
 */
export const channelSettingsShape = z.strictObject({
  tvUrlBase: settingsShape.shape.tvUrlBase.unwrap().optional(),
  xam: settingsShape.shape.agentTv.unwrap().optional(),
  dateUpdate: readDate(),
})
