import { count, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'

/** A query with one row per matching row of a table, for counts and estimates. */
export const rowsWhere = (table: PgTable, where: SQL | undefined): SQL =>
  sql`select from ${table} ${where ? sql`where ${where}` : sql``}`

export async function countRows(db: Executor, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(asTable(table)).where(where)
  return row?.count ?? 0
}

/** Drizzle's conditional types can't be resolved for a generic table. */
function asTable<Table extends PgTable>(table: Table): PgTable {
  return table
}
