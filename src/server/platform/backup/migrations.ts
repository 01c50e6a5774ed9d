import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { ownFile } from '../database/bundle.ts'
import type { Executor, Tx } from '../database/open.ts'
import { BackupError } from './backup-error.ts'

const knownMigrations = () => readMigrationFiles({ migrationsFolder: ownFile('migrations') })

/** The migrations of this version, by the times in their journal. */
export const ownMigrations = (): number[] => knownMigrations().map(({ folderMillis }) => folderMillis)

/** Reads which migrations a database has; none for a database that is not ours. */
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

/** Refuses a database whose tables are not those of this version: a start of the server brings older ones up to date. */
export const requireThisVersion = async (db: Executor): Promise<void> => {
  const [applied, own] = [await appliedMigrations(db), ownMigrations()]
  if (applied.length !== own.length || applied.some((time, index) => time !== own[index]))
    throw new BackupError('La base de datos no es de esta versión de Cartelera: inicie antes el servidor.')
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
export const applyMigrations = async (tx: Tx, from: number, to?: number): Promise<void> => {
  for (const { sql: statements, hash, folderMillis } of knownMigrations().slice(from, to)) {
    for (const statement of statements) await tx.execute(sql.raw(statement))
    await tx.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
    )
  }
}
