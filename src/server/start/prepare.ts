import { ConfigError } from '../config.ts'
import { type Contents, emptyTables, readContents } from '../platform/database/mark.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import type { Database, Db } from '../platform/database/open.ts'
import { installation } from '../platform/database/schema/settings.ts'
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
    await tx.insert(installation).values({ isDemo: false, date: now })
    return generated
  })

const startDemo = async (context: Context): Promise<void> => {
  const { db } = context
  const now = context.now()
  await db.transaction(async (tx) => {
    await emptyTables(tx)
    await tx.insert(installation).values({ isDemo: true, isComplete: false, date: now })
    await createFoundation(tx, now)
  })
  const { loadDemo } = await import('../demo/load-demo.ts')
  await loadDemo(context)
  await db.update(installation).set({ isComplete: true })
}

/** What a start did to the database. */
export interface Preparation {
  /** The sa password of a first start, when it was generated. */
  generatedPassword?: string | undefined
}

/**
 * Brings the tables up to date and fills an empty database (rules O1, O2); nodes that start together take turns.
 * Throws a ConfigError when demo and production data would meet.
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
  if (!asked.demo) return contents === 'empty' ? { generatedPassword: await startProduction(context) } : {}
  if (asked.reset || contents !== 'demo') await startDemo(context)
  return {}
}
