import { pageSizeOf } from '../../../domain/settings/public-settings.ts'
import { type Settings, settingsSchema } from '../../../domain/settings/settings.ts'
import type { Executor } from '../database/open.ts'
import { settings } from '../database/schema/settings.ts'

/** A settings row, with when it was last saved. */
export interface StoredSettings {
  value: Settings
  dateUpdate: Date
}

/** The settings in force, read anew each time so that every node follows a change; `lock` holds them for a write. */
export const readStoredSettings = async (db: Executor, lock = false): Promise<StoredSettings> => {
  const query = db.select().from(settings)
  const [row] = lock ? await query.for('no key update') : await query
  if (!row) throw new Error('The settings are missing')
  // Settings that were saved before a field existed get its first value.
  return { value: settingsSchema.parse(row.value), dateUpdate: row.dateUpdate }
}

/** The settings in force. */
export const readSettings = async (db: Executor): Promise<Settings> => (await readStoredSettings(db)).value

/** Rows of a list page that asks for no number of its own. */
export const loadPageSize = async (db: Executor): Promise<number> => pageSizeOf(await readSettings(db))
