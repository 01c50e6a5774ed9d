import { z } from 'zod'
import { mayChangeChannelSettings } from '../../../domain/access/permissions.ts'
import { PUBLIC_SETTINGS } from '../../../domain/settings/public-settings.ts'
import { HIDDEN_SETTINGS, settingsSchema } from '../../../domain/settings/settings.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import type { StoredSettings } from '../../platform/settings/read-settings.ts'

/** The settings as the wire carries them: those that the caller may read. */
export const settingsWire = z.object({ ...settingsSchema.partial().shape, dateUpdate: z.string() })

/** All settings, but for those that only `sa` sees (rules S2, S3). */
export const wholeSettings = ({ value, dateUpdate }: StoredSettings, { role }: Caller) => {
  const hidden: readonly string[] = role === 'sa' ? [] : HIDDEN_SETTINGS
  const fields = Object.entries(value).filter(([name]) => !hidden.includes(name))
  return { ...Object.fromEntries(fields), dateUpdate: dateUpdate.toISOString() }
}

/** The public settings, with the agent of the channels for callers who may change it (rule S2). */
export const publicSettings = (stored: StoredSettings, caller: Caller) => {
  const readable: readonly string[] = mayChangeChannelSettings(caller)
    ? [...PUBLIC_SETTINGS, 'agentTv']
    : PUBLIC_SETTINGS
  const fields = Object.entries(stored.value).filter(([name]) => readable.includes(name))
  return { ...Object.fromEntries(fields), dateUpdate: stored.dateUpdate.toISOString() }
}
