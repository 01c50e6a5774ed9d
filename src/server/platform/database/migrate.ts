import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { PgDialect } from 'drizzle-orm/pg-core'
import { shellCommand } from '../../shell-command.ts'
import { DatabaseError } from './errors.ts'
import type { Database, Executor } from './executor.ts'
import { locateFile } from './locate-file.ts'
import type { Tx } from './open.ts'
import { grantRights, requireOwnership } from './rights.ts'

const OWN_FOLDER = locateFile('migrations')

const readMigrations = (folder: string): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder })

/**
 * Migrates the database and, if the server has a role of its own, grants it its rights (rule O11); nodes starting
 * together wait for each other. Throws a DatabaseError for tables older than the baseline, which no migration supports.
 */
export const migrateDatabase = async (database: Database, folder = OWN_FOLDER): Promise<void> => {
  const role = await database.serverRole()
  await database.exclusively(async (db) => {
    await requireOwnership(db, role)
    requireBaseline(await appliedMigrations(db))
    await new PgDialect().migrate(readMigrations(folder), db._.session, { migrationsFolder: folder })
    if (role !== undefined) await db.transaction((tx) => grantRights(tx, role))
  })
}

/** This version's migrations, by their journal timestamps. */
export const ownMigrations = (folder = OWN_FOLDER): number[] =>
  readMigrations(folder).map(({ folderMillis }) => folderMillis)

/** A database's applied migrations, by their journal timestamps; empty if it is not ours. */
export const appliedMigrations = async (db: Executor): Promise<number[]> => {
  const found = await db.execute<{ ours: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as ours`,
  )
  if (!found.rows[0]?.ours) return []
  const applied = await db.execute<{ time: string }>(
    sql`select created_at::text as time from drizzle.__drizzle_migrations order by created_at`,
  )
  return applied.rows.map(({ time }) => Number(time))
}

/** True if the migrations of a database or a file start before the baseline. */
export const isBeforeBaseline = ([first]: readonly number[]): boolean =>
  first !== undefined && first !== ownMigrations()[0]

/** Throws a DatabaseError for a database from before the baseline. */
export const requireBaseline = (applied: readonly number[]): void => {
  if (isBeforeBaseline(applied))
    throw new DatabaseError(
      'La base de datos es de una versión preliminar de Cartelera, que esta no puede leer ni actualizar. ' +
        `Use otra con DATA_DIR o DATABASE_URL; si es la de la demostración, ${shellCommand('demo', '--reset')} la crea de nuevo.`,
    )
}

/** How the migrations of a database compare with this version's; `foreign` ones are neither its first nor more. */
export type DatabaseVersion = 'none' | 'older' | 'same' | 'newer' | 'foreign'

export const compareVersion = (applied: readonly number[], own = ownMigrations()): DatabaseVersion => {
  const common = Math.min(applied.length, own.length)
  if (applied.slice(0, common).some((time, index) => time !== own[index])) return 'foreign'
  if (applied.length === own.length) return 'same'
  if (applied.length > own.length) return 'newer'
  return applied.length === 0 ? 'none' : 'older'
}

/** Throws unless the database has exactly this version's migrations; starting the server migrates older ones. */
export const requireThisVersion = async (db: Executor): Promise<void> => {
  if (compareVersion(await appliedMigrations(db)) !== 'same')
    throw new DatabaseError('La base de datos no es de esta versión de Cartelera: inicie antes el servidor.')
}

/** Deletes the journal of a database whose tables were dropped. */
export const forgetMigrations = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  await tx.execute(sql`delete from drizzle.__drizzle_migrations`)
}

/** Applies a range of migrations. Drizzle's own migrator supports neither an end nor an already open transaction. */
export const applyMigrations = async (
  tx: Tx,
  { from, to, folder = OWN_FOLDER }: { from: number; to?: number; folder?: string | undefined },
): Promise<void> => {
  for (const { sql: statements, hash, folderMillis } of readMigrations(folder).slice(from, to)) {
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
}
