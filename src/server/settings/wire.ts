import { z } from 'zod'
import { PUBLIC_SETTINGS } from '../../domain/settings/public-settings.ts'
import { settingsShape } from '../../domain/settings/settings.ts'
import type { StoredSettings } from './read-settings.ts'

/** The settings as the wire carries them: those that the caller may read. */
export const settingsWire = z.object({ ...settingsShape.partial().shape, dateUpdate: z.string() })

/** All of the settings, for whoever holds /setting. */
export const wholeSettings = ({ value, dateUpdate }: StoredSettings) => ({
  ...value,
  dateUpdate: dateUpdate.toISOString(),
})

/** What everyone signed in to the web may read. */
export const publicSettings = (stored: StoredSettings) => {
  const isPublic = (name: string) => PUBLIC_SETTINGS.some((field) => field === name)
  const fields = Object.entries(stored.value).filter(([name]) => isPublic(name))
  return { ...Object.fromEntries(fields), dateUpdate: stored.dateUpdate.toISOString() }
}
