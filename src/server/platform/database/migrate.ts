import { sql } from 'drizzle-orm'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { ownFile } from './bundle.ts'
import { DatabaseError } from './errors.ts'
import type { Database, Db, Executor } from './executor.ts'
import type { Tx } from './open.ts'

const OWN_FOLDER = ownFile('migrations')

const migrationsOf = (folder: string): MigrationMeta[] => readMigrationFiles({ migrationsFolder: folder })

/**
 * Brings the tables up to date; nodes that start together wait for one another. Throws a DatabaseError for tables from
 * before the baseline, which no migration updates.
 */
export const migrateDatabase = (database: Database, folder = OWN_FOLDER): Promise<void> =>
  database.exclusively(async (db) => {
    refusePreliminary(await appliedMigrations(db))
    await migrate(asMigratable(db), { migrationsFolder: folder })
  })

/** The migrator asks for one driver's type, but uses only what all PostgreSQL drivers share. */
function asMigratable(db: Db): NodePgDatabase {
  return db as unknown as NodePgDatabase
}

/** The migrations of this version, by the times in their journal. */
export const ownMigrations = (folder = OWN_FOLDER): number[] =>
  migrationsOf(folder).map(({ folderMillis }) => folderMillis)

/** Reads which migrations a database has, by the times in their journal; none for a database that is not ours. */
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

/** Whether these migrations, of a database or a file, begin with another one than the baseline. */
export const isBeforeBaseline = ([first]: readonly number[]): boolean =>
  first !== undefined && first !== ownMigrations()[0]

/** Throws a DatabaseError for a database from before the baseline. */
export const refusePreliminary = (applied: readonly number[]): void => {
  if (isBeforeBaseline(applied))
    throw new DatabaseError(
      'La base de datos es de una versión preliminar de Cartelera, que esta no puede leer ni actualizar. ' +
        'Use otra con DATA_DIR o DATABASE_URL; si es la de la demostración, npm run demo -- --reset la crea de nuevo.',
    )
}

/** Refuses a database whose tables are not those of this version: a start of the server brings older ones up to date. */
export const requireThisVersion = async (db: Executor): Promise<void> => {
  const [applied, own] = [await appliedMigrations(db), ownMigrations()]
  if (applied.length !== own.length || applied.some((time, index) => time !== own[index]))
    throw new DatabaseError('La base de datos no es de esta versión de Cartelera: inicie antes el servidor.')
}

/** Deletes the journal of a database whose tables were dropped. */
export const forgetMigrations = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`create schema if not exists drizzle`)
  await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`)
  await tx.execute(sql`delete from drizzle.__drizzle_migrations`)
}

/**
 * Applies the migrations from one position in the journal to another. Drizzle's own migrator knows neither an end
 * nor a transaction that is open already.
 */
export const applyMigrations = async (
  tx: Tx,
  { from, to, folder = OWN_FOLDER }: { from: number; to?: number; folder?: string | undefined },
): Promise<void> => {
  for (const { sql: statements, hash, folderMillis } of migrationsOf(folder).slice(from, to)) {
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
}
