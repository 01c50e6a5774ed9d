import { sql } from 'drizzle-orm'
import { isLockTimeout, isRetryable } from '../database/errors.ts'
import { emptyTables, readContents } from '../database/mark.ts'
import { type Database, type Executor, SERVER_NAME, type Tx } from '../database/open.ts'
import { BackupError } from './backup-error.ts'
import type { BackupHeader } from './format.ts'
import { type Loaded, loadRows } from './load-rows.ts'
import { appliedMigrations, applyMigrations, forgetMigrations, ownMigrations } from './migrations.ts'
import { newerBackup, readBackup } from './read-file.ts'
import { dropEverything, withoutChecks } from './rebuild.ts'

export interface RestoreOptions {
  /** Whether what the database holds may be thrown away. */
  replace: boolean
  /** How long the tables may be in somebody else's use before it gives up, as PostgreSQL writes times. */
  patience?: string
}

export interface Restored extends Loaded {
  header: BackupHeader
}

const inUse = () =>
  new BackupError(
    'La base de datos está en uso: detenga los servidores de Cartelera que la usan y vuelva a intentarlo.',
  )

/**
 * Puts a backup into a database, all or nothing: the whole file is checked before anything is written, the tables are
 * made as they were when it was taken, filled, and brought up to date. Throws a BackupError when that can't be.
 */
export const restore = async (
  database: Database,
  path: string,
  { replace, patience = '15s' }: RestoreOptions,
): Promise<Restored> => {
  const header = await check(path)
  const own = ownMigrations()
  if (header.migrations.length > own.length) throw newerBackup(path)
  if (header.migrations.some((time, place) => time !== own[place]))
    throw new BackupError(`La copia ${path} es de otra edición de Cartelera.`)
  const work = async (tx: Tx): Promise<Restored> => {
    await tx.execute(sql`select set_config('lock_timeout', ${patience}, true)`)
    await refuseOthers(tx, header, replace)
    return { header, ...(await rebuild(tx, path, header)) }
  }
  try {
    return await database.exclusively((db) => db.transaction(work))
  } catch (error) {
    throw isLockTimeout(error) || isRetryable(error) ? inUse() : error
  }
}

/** Reads the whole file before anything is written, and gives its header. */
const check = async (path: string): Promise<BackupHeader> => {
  let header: BackupHeader | undefined
  for await (const part of readBackup(path)) if (part.kind === 'header') header = part.header
  if (!header) throw new Error('A backup without a header was read to its end')
  return header
}

const refuseOthers = async (db: Executor, { demo }: BackupHeader, replace: boolean): Promise<void> => {
  const contents = await readContents(db)
  if (contents === 'empty') return
  const isOurs = (await appliedMigrations(db)).length > 0
  if (!isOurs)
    throw new BackupError(
      'La base de datos tiene tablas que no son de Cartelera y no se toca. Revise DATABASE_URL o DATA_DIR.',
    )
  if (!replace)
    throw new BackupError(
      'La base de datos no está vacía. Use otra con DATABASE_URL o DATA_DIR, o --replace para reemplazar todos sus datos.',
    )
  // Nobody means this: with it, the service would no longer start.
  if (demo && contents === 'production')
    throw new BackupError('La copia contiene datos de demostración y no reemplaza los de producción.')
}

const rebuild = async (tx: Tx, path: string, { migrations }: BackupHeader): Promise<Loaded> => {
  await dropEverything(tx)
  await forgetMigrations(tx)
  await applyMigrations(tx, 0, migrations.length)
  let loaded: Loaded = { tables: 0, rows: 0 }
  await withoutChecks(tx, async () => {
    // Migrations may have put rows of their own into the tables: the file has what became of them.
    await emptyTables(tx)
    loaded = await loadRows(tx, path)
  })
  await applyMigrations(tx, migrations.length)
  // Estimates of how many rows there are come from here, until the database looks by itself.
  await tx.execute(sql`analyze`)
  return loaded
}

/** Throws a BackupError when a server of the product is seen to be connected; the embedded engine is locked anyway. */
export const refuseServed = async ({ db, kind }: Database): Promise<void> => {
  if (kind === 'embedded') return
  const found = await db.execute<{ others: number }>(sql`select count(*)::int as others from pg_stat_activity
    where datname = current_database() and application_name = ${SERVER_NAME}`)
  if (found.rows[0]?.others !== 0) throw inUse()
}
