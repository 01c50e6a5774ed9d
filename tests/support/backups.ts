import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, inject } from 'vitest'
import { EXCLUDED_TABLES } from '../../src/server/platform/backup/tables.ts'
import { openInMemory } from '../../src/server/platform/database/embedded/open-embedded.ts'
import type { Database, Db } from '../../src/server/platform/database/open.ts'
import { openTestDatabase } from './database.ts'
import { emptySnapshot } from './empty-snapshot.ts'
import { silentLog } from './silent-log.ts'

/** Temporary databases and backup files of a test file. */
export interface Spares {
  /**
   * Opens a database without rows, on the project's engine or on the embedded one; `bare`: a PostgreSQL database
   * without tables.
   */
  empty(kind?: 'embedded' | 'bare'): Promise<Database>
  /** A path where no file exists. */
  file(): string
}

/** Call it at the top of the file; databases live for one test, or with `keep` for all of them. */
export function spares({ keep = false } = {}): Spares {
  const folder = mkdtempSync(join(tmpdir(), 'cartelera-backup-'))
  const opened: (() => Promise<void>)[] = []
  let files = 0
  const remove = async () => {
    await Promise.all(opened.splice(0).map((each) => each()))
  }
  if (!keep) afterEach(remove)
  afterAll(remove)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    async empty(kind) {
      if (kind === 'embedded' || inject('engine').kind === 'embedded') {
        const database = await openInMemory(silentLog, await emptySnapshot())
        opened.push(() => database.close())
        return database
      }
      const { database, remove } = await openTestDatabase(kind === 'bare')
      opened.push(remove)
      return database
    },
    file: () => join(folder, `copia-${files++}.jsonl.gz`),
  }
}

const tablesOf = async (db: Db): Promise<string[]> => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  return rows.map(({ name }) => name)
}

const textsOf = async (db: Db, query: ReturnType<typeof sql>): Promise<string[]> => {
  const { rows } = await db.execute<{ text: string }>(query)
  return rows.map(({ text }) => text)
}

/** Every row of every table as text, except tables that backups leave out. */
export async function rowsOf(db: Db): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of await tablesOf(db)) {
    const texts = await textsOf(
      db,
      sql`select t::text collate "C" as text from ${sql.identifier(table)} t order by 1`,
    )
    rows[table] = EXCLUDED_TABLES.has(table) ? [] : texts
  }
  return rows
}

/** Sequences, columns, constraints, indexes and triggers as text. */
export async function structureOf(db: Db): Promise<Record<string, string[]>> {
  const ours = sql`relnamespace = 'public'::regnamespace`
  return {
    sequences: await textsOf(
      db,
      sql`select concat_ws(' ', sequencename, last_value) as text from pg_sequences
      where schemaname = 'public' order by 1`,
    ),
    columns: await textsOf(
      db,
      sql`select concat_ws(' ', table_name, column_name, data_type, is_identity,
        is_generated, column_default, is_nullable) as text
      from information_schema.columns where table_schema = 'public' order by 1`,
    ),
    constraints: await textsOf(
      db,
      sql`select concat_ws(' ', relname, conname, pg_get_constraintdef(c.oid)) as text
      from pg_constraint c join pg_class o on o.oid = conrelid where ${ours} and contype <> 'n' order by 1`,
    ),
    indexes: await textsOf(
      db,
      sql`select indexdef as text from pg_indexes where schemaname = 'public' order by 1`,
    ),
    triggers: await textsOf(
      db,
      sql`select concat_ws(' ', tgenabled, pg_get_triggerdef(t.oid)) as text
      from pg_trigger t join pg_class o on o.oid = tgrelid where ${ours} and not tgisinternal order by 1`,
    ),
    migrations: await textsOf(
      db,
      sql`select hash as text from drizzle.__drizzle_migrations order by created_at`,
    ),
  }
}
