import { pageSizeOf } from '../../../domain/settings/public-settings.ts'
import { type Settings, settingsSchema } from '../../../domain/settings/settings.ts'
import { type CurrentUser, versionOf } from '../auth/access.ts'
import type { Db, Tx } from '../database/open.ts'
import { settings } from '../database/schema/settings.ts'
import { runOnPrimary } from '../database/work.ts'

/** A settings row, with when it was last saved. */
export interface StoredSettings {
  readonly value: Readonly<Settings>
  readonly dateUpdate: Date
}

/** What a session knows of the settings. */
type Known = Pick<CurrentUser, 'settingsVersion'>

const columns = { value: settings.value, dateUpdate: settings.dateUpdate }

// Settings that were saved before a field existed get its first value.
const parsed = (row: StoredSettings | undefined): StoredSettings => {
  if (!row) throw new Error('The settings are missing')
  return { value: Object.freeze(settingsSchema.parse(row.value)), dateUpdate: row.dateUpdate }
}

/** The settings in force, held for the rest of a transaction. */
export const lockSettings = async (tx: Tx): Promise<StoredSettings> => {
  const [row] = await tx.select(columns).from(settings).for('no key update')
  return parsed(row)
}

const kept = new WeakMap<Db, StoredSettings & { readonly version: string }>()

/** The settings in force at the beginning of a request: read once for each version, so that every node follows a change. */
export const readStoredSettings = async (db: Db, { settingsVersion }: Known): Promise<StoredSettings> => {
  const known = kept.get(db)
  if (known?.version === settingsVersion) return known
  const reading = async () => db.select({ ...columns, version: versionOf(settings) }).from(settings)
  const [row] = await runOnPrimary(reading)
  const stored = { ...parsed(row), version: row?.version ?? '' }
  kept.set(db, stored)
  return stored
}

/** The settings in force within a transaction. */
export const currentSettings = async (tx: Tx): Promise<Readonly<Settings>> => {
  const [row] = await tx.select(columns).from(settings)
  return parsed(row).value
}

/** The settings in force. */
export const readSettings = async (db: Db, session: Known): Promise<Readonly<Settings>> =>
  (await readStoredSettings(db, session)).value

/** Rows of a list page that asks for no number of its own. */
export const loadPageSize = async (db: Db, session: Known): Promise<number> =>
  pageSizeOf(await readSettings(db, session))
