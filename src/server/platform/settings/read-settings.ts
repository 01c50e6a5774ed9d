import type { Logo } from '../../../domain/settings/logo.ts'
import { effectivePageSize } from '../../../domain/settings/public-settings.ts'
import { type Settings, settingsSchema } from '../../../domain/settings/settings.ts'
import type { Db, Executor, Tx } from '../database/open.ts'
import { rowVersion } from '../database/row-version.ts'
import { settings } from '../database/schema/settings.ts'
import { runOnPrimary, withStatementContext } from '../database/statement-context.ts'

/** The settings, with the date of their last change. */
export interface StoredSettings {
  readonly value: Readonly<Settings>
  readonly dateUpdate: Date
  readonly logo: Logo | null
}

/** The part of a session that refers to the settings. */
interface SettingsVersion {
  readonly settingsVersion: string
}

const columns = { value: settings.value, dateUpdate: settings.dateUpdate, logo: settings.logo }

// Fields that are newer than the stored settings get their defaults.
const parseRow = (row: StoredSettings | undefined): StoredSettings => {
  if (!row) throw new Error('The settings are missing')
  return { ...row, value: Object.freeze(settingsSchema.parse(row.value)) }
}

/** Reads and locks the settings until the transaction ends. */
export const lockSettings = async (tx: Tx): Promise<StoredSettings> => {
  const [row] = await tx.select(columns).from(settings).for('no key update')
  return parseRow(row)
}

const settingsCache = new WeakMap<Db, StoredSettings & { readonly version: string }>()

/** The settings at the beginning of a request: cached by version, so that every node sees changes immediately. */
export const readStoredSettings = async (
  db: Db,
  { settingsVersion }: SettingsVersion,
): Promise<StoredSettings> => {
  const known = settingsCache.get(db)
  if (known?.version === settingsVersion) return known
  const reading = async () => db.select({ ...columns, version: rowVersion(settings) }).from(settings)
  const [row] = await runOnPrimary(reading)
  const stored = { ...parseRow(row), version: row?.version ?? '' }
  settingsCache.set(db, stored)
  return stored
}

/** The current settings with the logo, read by a statement of its own. */
export const currentStoredSettings = async (db: Executor): Promise<StoredSettings> => {
  const [row] = await db.select(columns).from(settings)
  return parseRow(row)
}

export const currentSettings = async (db: Executor): Promise<Readonly<Settings>> =>
  (await currentStoredSettings(db)).value

/** The settings of the session's version. */
export const readSettings = async (db: Db, session: SettingsVersion): Promise<Readonly<Settings>> =>
  (await readStoredSettings(db, session)).value

/** Milliseconds to wait for the setting that the admin's page needs: the page must load during an outage. */
const PAGE_LIMIT = 1_000

/** Reads rule S11 without a session. If the database does not respond in time: the last value read, initially true. */
export const httpsImagesReader = (db: Db): (() => Promise<boolean>) => {
  let last = true
  const read = async (): Promise<boolean> => {
    last = (await currentSettings(db)).httpsImages
    return last
  }
  return () =>
    withStatementContext(
      { load: 'requests', limit: PAGE_LIMIT, signal: AbortSignal.timeout(PAGE_LIMIT) },
      () => read().catch(() => last),
    )
}

/** The default page size of lists. */
export const loadPageSize = async (db: Db, session: SettingsVersion): Promise<number> =>
  effectivePageSize(await readSettings(db, session))
