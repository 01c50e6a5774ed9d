import { getTableColumns, type SQLChunk, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Collection } from '../platform/database/collection.ts'
import type { Tx } from '../platform/database/open.ts'
import { DAY, shift } from './clock.ts'
import type { Random } from './random.ts'

/** A catalogue record: the fields that an operator enters, and the columns that the server derives. */
export interface DemoRecord {
  id: string
  /** Fits the collection's `newSchema`. */
  input: Readonly<Record<string, unknown>>
  dateCreate: Date
  dateUpdate: Date
  /** Columns that only the server writes: visit counts and the parent's id. */
  serverColumns?: Readonly<Record<string, unknown>>
}

/** Period in which the catalogue grew. */
export interface Span {
  now: Date
  since: Date
}

/** Random creation and edit dates; 70 % of the records were never edited. */
export function datesIn({ now, since }: Span, random: Random): Pick<DemoRecord, 'dateCreate' | 'dateUpdate'> {
  const span = now.getTime() - since.getTime()
  const dateCreate = new Date(since.getTime() + Math.floor(span * random.next() ** 0.8))
  const most = Math.min(200 * DAY, now.getTime() - dateCreate.getTime())
  return {
    dateCreate,
    dateUpdate: random.chance(0.3) ? shift(dateCreate, random.integer(0, most)) : dateCreate,
  }
}

/** Table row of a record; throws when the input fails the collection's schema. */
export const toRow = (
  { entity, derive }: Pick<Collection, 'entity' | 'derive'>,
  { id, input, dateCreate, dateUpdate, serverColumns }: DemoRecord,
  userCreate: string,
): Record<string, unknown> => {
  const fields = entity.schemas.new.parse(input)
  return { _id: id, ...fields, ...derive(fields), ...serverColumns, userCreate, dateCreate, dateUpdate }
}

/** Rows per statement, so that memory use stays low. */
const BATCH = 500

/**
 * Inserts rows that all have the same columns, as one JSON parameter per batch: far faster than a parameter for each
 * value.
 */
export async function insertRows(tx: Tx, table: PgTable, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in first)
  const list = (parts: SQLChunk[]) => sql.join(parts, sql`, `)
  const names = list(columns.map(([, column]) => sql.identifier(column.name)))
  const values = list(columns.map(([name]) => sql.identifier(name)))
  const types = list(
    columns.map(([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`),
  )
  for (let start = 0; start < rows.length; start += BATCH)
    await tx.execute(sql`
      insert into ${table} (${names}) select ${values}
      from json_to_recordset(${JSON.stringify(rows.slice(start, start + BATCH))}::json) as v(${types})`)
}
