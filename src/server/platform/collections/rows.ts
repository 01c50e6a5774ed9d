import { eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { uniqueViolation } from '../database/errors.ts'
import type { Executor, Tx } from '../database/open.ts'
import { duplicate } from '../http/errors.ts'
import type { CatalogueTable, Collection, StoredRow } from './collection.ts'

type Values = Readonly<Record<string, unknown>>

/** Gives the row of a record, or undefined. */
export const findRow = async (
  db: Executor,
  table: CatalogueTable,
  id: string,
): Promise<StoredRow | undefined> => {
  const [row] = await db.select().from(plain(table)).where(eq(table._id, id))
  return row && stored(row)
}

/**
 * Gives the row of a record and keeps it from other writes until the transaction ends. A deletion also keeps away those
 * who begin to refer to the row: between its check that nobody does and the deletion, they would be missed.
 */
export const lockRow = async (
  tx: Tx,
  table: CatalogueTable,
  id: string,
  purpose: 'change' | 'deletion',
): Promise<StoredRow | undefined> => {
  const query = tx.select().from(plain(table)).where(eq(table._id, id))
  const [row] = await query.for(purpose === 'deletion' ? 'update' : 'no key update')
  return row && stored(row)
}

/** Writes a new row and gives it as it is stored. */
export const insertRow = async (tx: Tx, table: CatalogueTable, values: Values): Promise<StoredRow> => {
  const [row] = await tx.insert(plain(table)).values(columnsOf(values)).returning()
  return stored(row)
}

/** Writes many new rows at once. */
export const insertRows = async (tx: Tx, table: CatalogueTable, values: readonly Values[]): Promise<void> => {
  await tx.insert(plain(table)).values(values.map(columnsOf))
}

/** Changes the row of a record and gives it as it is stored. */
export const updateRow = async (
  tx: Tx,
  table: CatalogueTable,
  id: string,
  values: Values,
): Promise<StoredRow> => {
  const [row] = await tx.update(plain(table)).set(columnsOf(values)).where(eq(table._id, id)).returning()
  return stored(row)
}

/**
 * A row as the API answers it: instants as text. The columns that the output schema leaves out go when it serialises
 * the answer; that a table has all the others is what definitions.test.ts checks.
 */
export const toResponse = <Output = Record<string, unknown>>(row: StoredRow): Output =>
  asOutput(
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
    ),
  )

const asOutput = <Output>(values: Values): Output => values as Output

/** Runs a write; a value that is taken already becomes a conflict with the entity's own message. */
export const mapUniqueViolation = async <T>({ unique }: Collection, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (unique && uniqueViolation(error) !== undefined) throw duplicate(unique.field, unique.message)
    throw error
  }
}

/** Drizzle's conditional types can't be resolved for a generic table; it is a table. */
const plain = (table: CatalogueTable): PgTable => table

/** `collection()` has checked that what the schemas and `derive` give are the columns of the table. */
const columnsOf = (values: Values) => values as Record<string, never>

/** Every catalogue table has the columns of `recordColumns`. */
export const stored = (row: unknown): StoredRow => row as StoredRow
