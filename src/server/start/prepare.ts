import { randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { PLATFORMS } from '../../domain/settings/platforms.ts'
import { firstSettings } from '../../domain/settings/settings.ts'
import { firstProfiles } from '../../domain/users/system-profiles.ts'
import { newUserSchema } from '../../domain/users/user.ts'
import { type Config, ConfigError } from '../config.ts'
import { recountLedger } from '../features/credits/ledger-sums.ts'
import { hashPassword, strictPasswordError } from '../features/sign-in/passwords.ts'
import { recountDays } from '../features/support/rebuild-counts.ts'
import { recountLicences } from '../features/users/count-expiring.ts'
import { profileKey } from '../features/users/profile-record.ts'
import { derivedColumns } from '../features/users/user-row.ts'
import { dropEverything } from '../platform/backup/restore.ts'
import { type Contents, emptyTables, readContents } from '../platform/database/installation-state.ts'
import {
  appliedMigrations,
  forgetMigrations,
  isBeforeBaseline,
  migrateDatabase,
} from '../platform/database/migrate.ts'
import type { Database, Db, Executor } from '../platform/database/open.ts'
import { installation, settings } from '../platform/database/schema/settings.ts'
import { profiles, users } from '../platform/database/schema/users.ts'
import { withRetry } from '../platform/database/transactions.ts'
import type { Context } from '../platform/http/context.ts'
import { shellCommand } from '../shell-command.ts'

export interface StartArguments {
  /** Serves demo data. */
  demo: boolean
  /** Creates the demo data anew. */
  reset: boolean
}

interface Preparation {
  /** The sa password of a first start, if generated. */
  generatedPassword?: string | undefined
  /** Whether the daily counts were rebuilt with the days of the configured zone. */
  isRecounted?: boolean
}

/**
 * Migrates the tables, updates the daily counts, and fills an empty database (rules O1, O2); nodes starting together
 * take turns. Throws a ConfigError if demo and production data would be mixed.
 */
export const prepareDatabase = async (
  database: Database,
  context: Context,
  args: StartArguments,
): Promise<Preparation> => {
  // Before any change: a refused database stays untouched.
  requireContents(await readContents(database.db), args)
  if (args.reset) await dropPreliminary(database)
  await migrateDatabase(database)
  const hasOwner = (await database.serverRole()) !== undefined
  return database.exclusively(async (db: Db) => {
    const prepared = await fill({ ...context, db }, args)
    if (hasOwner) await storeRetention(db, context.config)
    return prepared
  })
}

/** Stores the limits of `drop_partition` for the server's role (rule O11). */
const storeRetention = async (db: Db, config: Config): Promise<void> => {
  const { retentionVisits = null, retentionAudit = null } = config
  await db.update(installation).set({ retentionVisits, retentionAudit })
}

/** `--reset` recreates a demo older than the baseline, including its tables. */
const dropPreliminary = (database: Database): Promise<void> =>
  database.exclusively((db) =>
    db.transaction(async (tx) => {
      if (!isBeforeBaseline(await appliedMigrations(tx))) return
      await dropEverything(tx)
      await forgetMigrations(tx)
    }),
  )

const fill = async (context: Context, args: StartArguments): Promise<Preparation> => {
  const contents = await readContents(context.db)
  requireContents(contents, args)
  if (!args.demo && contents === 'empty') return { generatedPassword: await startProduction(context) }
  if (args.demo && (args.reset || contents !== 'demo' || (await isOverdue(context)))) {
    await context.db.transaction((tx) => loadFreshDemo({ ...context, db: tx }))
    return {}
  }
  return { isRecounted: await recountIfZoneChanged(context) }
}

/** Throws a ConfigError if demo and production data would be mixed (rule O2). */
export const requireContents = (contents: Contents, { demo }: Pick<StartArguments, 'demo'>): void => {
  if (demo && contents === 'production')
    throw new ConfigError(
      'La base de datos no está vacía y no contiene datos de demostración: la demostración no la toca. ' +
        'Use otra con DATA_DIR o DATABASE_URL.',
    )
  if (!demo && (contents === 'demo' || contents === 'unfinished-demo'))
    throw new ConfigError(
      'La base de datos contiene datos de demostración y no puede usarse en producción. ' +
        `Use otra con DATA_DIR o DATABASE_URL, o iníciela con ${shellCommand('demo')}.`,
    )
}

const startProduction = (context: Context): Promise<string | undefined> =>
  context.db.transaction(async (tx) => {
    const now = context.now()
    await createFoundation(tx, now)
    const generated = await createFirstUser({ ...context, db: tx })
    await tx.insert(installation).values({ isDemo: false, date: now, timeZone: context.config.timeZone })
    return generated
  })

/** Creates the profiles and settings of every installation. */
export const createFoundation = async (db: Executor, now: Date): Promise<void> => {
  const dates = { dateCreate: now, dateUpdate: now }
  await db
    .insert(profiles)
    .values(firstProfiles().map((profile) => ({ ...profile, nameKey: profileKey(profile.name), ...dates })))
  await db.insert(settings).values({ value: firstSettings(), dateUpdate: now })
}

/** Creates the sa user of a production start; returns its password if generated. */
export const createFirstUser = async ({ db, config, now }: Context): Promise<string | undefined> => {
  const [sa] = await db
    .select({ id: profiles._id })
    .from(profiles)
    .where(and(eq(profiles.isSystem, true), eq(profiles.name, 'sa')))
  if (!sa) throw new Error('The sa profile is missing')
  const weakness =
    config.saPassword === undefined ? undefined : await strictPasswordError(config, config.saPassword)
  if (weakness !== undefined)
    throw new ConfigError(`CARTELERA_SA_PASSWORD, con STRICT_PASSWORDS: ${weakness}`)
  const generated = config.saPassword === undefined ? generatePassword() : undefined
  const { password, ...person } = newUserSchema.parse({
    name: config.saName,
    fullName: config.saName,
    address: 'Sin dirección registrada',
    profile: sa.id,
    platform: config.platforms?.[0] ?? PLATFORMS[0],
    password: config.saPassword ?? generated,
  })
  await db.insert(users).values({
    ...person,
    ...derivedColumns(person),
    passwordHash: await hashPassword(password),
    isPasswordGiven: generated !== undefined,
    dateCreate: now(),
    dateUpdate: now(),
  })
  return generated
}

/** Without look-alike letters, since the password is read from a screen. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const generatePassword = (): string =>
  Array.from({ length: 20 }, () => letters.charAt(randomInt(letters.length))).join('')

/** Replaces all data by those of a new demo (rules O2, O13); `db` is a transaction. */
export const loadFreshDemo = async (context: Context): Promise<void> => {
  const { db, config, now } = context
  const { retentionVisits, retentionAudit } = installation
  const [before] = await db.select({ retentionVisits, retentionAudit }).from(installation)
  await emptyTables(db)
  const date = now()
  await db.insert(installation).values({ ...before, isDemo: true, date, timeZone: config.timeZone })
  await createFoundation(db, date)
  const { loadDemo } = await import('../demo/load-demo.ts')
  await loadDemo(context)
}

const HOUR_MS = 3_600_000

/** When a demo begun at a date starts over by itself; undefined if it does not. */
export const dateReset = (begun: Date, { demoResetHours }: Config): Date | undefined =>
  demoResetHours === undefined ? undefined : new Date(begun.getTime() + demoResetHours * HOUR_MS)

/** Whether a demo's hours ended while no server ran. */
const isOverdue = async ({ db, config, now }: Context): Promise<boolean> => {
  const [row] = await db.select({ date: installation.date }).from(installation)
  const due = row && dateReset(row.date, config)
  return due !== undefined && due <= now()
}

/** Recounts the daily sums of visits, reports, transactions and licences if TIME_ZONE has changed; true if it has. */
const recountIfZoneChanged = ({ db, config, now }: Context): Promise<boolean> =>
  withRetry(db, async (tx) => {
    const { timeZone } = config
    const [row] = await tx.select().from(installation)
    if (row?.timeZone === timeZone) return false
    await recountDays(tx, timeZone)
    await recountLedger(tx, timeZone)
    await recountLicences(tx, timeZone)
    await tx
      .insert(installation)
      .values({ isDemo: false, date: now(), timeZone })
      .onConflictDoUpdate({ target: installation._id, set: { timeZone } })
    return true
  })
