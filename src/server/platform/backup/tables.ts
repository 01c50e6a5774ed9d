import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from '../database/open.ts'
import { backups } from '../database/schema/backups.ts'
import { reconciledUsers, reconciliationCheckpoint } from '../database/schema/credits.ts'
import { challenges } from '../database/schema/factors.ts'
import { importRows, imports } from '../database/schema/imports.ts'
import { apiKeys } from '../database/schema/keys.ts'
import { jobRuns, tasks } from '../database/schema/tasks.ts'
import { loginAttempts, serverSecrets, sessions } from '../database/schema/users.ts'

/**
 * Not in backups, in the operator's words: restored sessions and keys could have been closed since, old failed sign-ins
 * would lock users out, without the secrets known devices merely become unknown, and restored data are reconciled in
 * full. Uploaded files are deleted within a day and may contain passwords. Tasks are enqueued again by the records that
 * they belong to. The files of automatic backups are those of a node, and a secret tells a database from its restored backups.
 */
export const EXCLUSIONS: readonly { text: string; tables: PgTable[] }[] = [
  { text: 'las sesiones', tables: [sessions, challenges] },
  { text: 'las claves de API', tables: [apiKeys] },
  { text: 'los intentos fallidos de entrar', tables: [loginAttempts] },
  { text: 'los navegadores conocidos', tables: [serverSecrets] },
  { text: 'las importaciones sin terminar', tables: [imports, importRows] },
  { text: 'los trabajos en cola con sus ejecuciones', tables: [tasks, jobRuns] },
  { text: 'la lista de copias automáticas', tables: [backups] },
  { text: 'el estado de la conciliación', tables: [reconciledUsers, reconciliationCheckpoint] },
]

export const EXCLUDED_TABLES: ReadonlySet<string> = new Set(
  EXCLUSIONS.flatMap(({ tables }) => tables.map(getTableName)),
)

export interface StoredColumn {
  name: string
  /** The type's name in a cast. */
  type: string
}

export interface StoredTable {
  name: string
  /** Without generated columns, which the database fills itself. */
  columns: StoredColumn[]
}

/** Excludes objects of extensions, which are recreated with them. */
export const isOurs = (catalogue: 'pg_class' | 'pg_proc' | 'pg_type') => sql`not exists (
  select from pg_depend d where d.classid = ${sql.raw(`'${catalogue}'`)}::regclass and d.objid = o.oid and d.deptype = 'e')`

/** Reads from the database's catalogue which tables a backup contains, by name. */
export const readTables = async (db: Executor): Promise<StoredTable[]> => {
  const found = await db.execute<{ table: string; name: string; type: string }>(sql`
    select o.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
    where o.relnamespace = 'public'::regnamespace and o.relkind in ('r', 'p') and not o.relispartition
      and a.attgenerated = '' and ${isOurs('pg_class')}
    order by o.relname collate "C", a.attnum`)
  const tables = new Map<string, StoredTable>()
  for (const { table, ...column } of found.rows) {
    if (EXCLUDED_TABLES.has(table)) continue
    const known = tables.get(table) ?? { name: table, columns: [] }
    known.columns.push(column)
    tables.set(table, known)
  }
  return [...tables.values()]
}

/** The last number of each sequence; null if it never returned any. */
export const readSequences = async (db: Executor): Promise<Record<string, string | null>> => {
  const found = await db.execute<{ name: string; last: string | null }>(sql`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by sequencename collate "C"`)
  return Object.fromEntries(found.rows.map(({ name, last }) => [name, last]))
}
