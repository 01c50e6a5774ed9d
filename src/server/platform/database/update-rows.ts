import { getTableColumns, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './open.ts'

/** Writes the named columns of locked rows by one statement, with different values for each row. */
export const updateRows = async (
  tx: Tx,
  table: PgTable & { readonly _id: AnyPgColumn },
  names: readonly string[],
  rows: readonly ({ readonly _id: string } & Readonly<Record<string, unknown>>)[],
): Promise<void> => {
  if (rows.length === 0) return
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name]) => name === '_id' || names.includes(name),
  )
  const types = columns.map(([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`)
  const set = columns
    .filter(([name]) => name !== '_id')
    .map(([name, column]) => sql`${sql.identifier(column.name)} = v.${sql.identifier(name)}`)
  await tx.execute(sql`
    update ${table} set ${sql.join(set, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(${sql.join(types, sql`, `)})
    where ${table._id} = v."_id"`)
}
