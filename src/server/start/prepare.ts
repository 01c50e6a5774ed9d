import { ConfigError } from '../config.ts'
import { recountDays } from '../features/support/stored-counts.ts'
import { type Contents, emptyTables, readContents } from '../platform/database/mark.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import type { Database, Db } from '../platform/database/open.ts'
import { installation } from '../platform/database/schema/settings.ts'
import { withRetry } from '../platform/database/transactions.ts'
import type { Context } from '../platform/http/context.ts'
import type { StartArguments } from './arguments.ts'
import { createFirstUser, createFoundation } from './first-start.ts'

const refuse = (contents: Contents, { demo }: StartArguments): void => {
  if (demo && contents === 'production')
    throw new ConfigError(
      'La base de datos no está vacía y no contiene datos de demostración: la demostración no la toca. ' +
        'Use otra con DATA_DIR o DATABASE_URL.',
    )
  if (!demo && (contents === 'demo' || contents === 'unfinished-demo'))
    throw new ConfigError(
      'La base de datos contiene datos de demostración y no puede usarse en producción. ' +
        'Use otra con DATA_DIR o DATABASE_URL, o iníciela con npm run demo.',
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

const startDemo = async (context: Context): Promise<void> => {
  const { db, config } = context
  const now = context.now()
  await db.transaction(async (tx) => {
    await emptyTables(tx)
    await tx
      .insert(installation)
      .values({ isDemo: true, isComplete: false, date: now, timeZone: config.timeZone })
    await createFoundation(tx, now)
  })
  const { loadDemo } = await import('../demo/load-demo.ts')
  await loadDemo(context)
  await db.update(installation).set({ isComplete: true })
}

/** Counts visits and reports anew where they were counted by the days of another zone; tells whether they were. */
const keepDays = ({ db, config, now }: Context): Promise<boolean> =>
  withRetry(db, async (tx) => {
    const { timeZone } = config
    const [mark] = await tx.select().from(installation)
    if (mark?.timeZone === timeZone) return false
    await recountDays(tx, timeZone)
    await tx
      .insert(installation)
      .values({ isDemo: false, date: now(), timeZone })
      .onConflictDoUpdate({ target: installation._id, set: { timeZone } })
    return true
  })

/** What a start did to the database. */
export interface Preparation {
  /** The sa password of a first start, when it was generated. */
  generatedPassword?: string | undefined
  /** Whether visits and reports were counted anew, by the days of the configured zone. */
  isRecounted?: boolean
}

/**
 * Brings tables and counts of days up to date, and fills an empty database (rules O1, O2); nodes that start together
 * take turns. Throws a ConfigError when demo and production data would meet.
 */
export const prepareDatabase = async (
  database: Database,
  context: Context,
  asked: StartArguments,
): Promise<Preparation> => {
  // Before the tables are touched: a refused database stays as it was found.
  refuse(await readContents(database.db), asked)
  await migrateDatabase(database)
  return database.exclusively((db: Db) => fill({ ...context, db }, asked))
}

const fill = async (context: Context, asked: StartArguments): Promise<Preparation> => {
  const contents = await readContents(context.db)
  refuse(contents, asked)
  if (!asked.demo && contents === 'empty') return { generatedPassword: await startProduction(context) }
  if (asked.demo && (asked.reset || contents !== 'demo')) {
    await startDemo(context)
    return {}
  }
  return { isRecounted: await keepDays(context) }
}
