import { asc, type Column, desc, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'

export type SortOrder = 'asc' | 'desc'

/**
 * What can be listed of an entity: its table, key and sortable columns, each with an index on (column, key).
 * Large tables also want an index on a column of few values: it is small, and counts read it whole.
 */
export interface ListSource<Table extends PgTable = PgTable> {
  table: Table
  id: Column
  sorts: Readonly<Record<string, Column>>
  defaultSort: { by: string; order: SortOrder }
  /** Sorts of few values, whose equal ones stand in the order of another column before the key: so is their index. */
  thenBy?: Readonly<Record<string, Column>>
  /** A sortable column whose ranges the index of the search holds as well. */
  ranges?: Column
  /** How many of the first rows are looked through at most for scattered ones; more pay where rows lie in their order. */
  nearbyReach?: number
}

export interface ListRequest {
  /** Scope and filters. */
  where?: SQL | undefined
  /** Conditions whose rows lie anywhere in the order of the list: a search, a scope of many owners. */
  scattered?: SQL | undefined
  /** What the scattered rows' sort key may begin with: those that do stand together, perhaps far down the list. */
  beginning?: string | undefined
  /** A statement that gives how many rows `where` matches, from counts that are kept with the rows. */
  counted?: SQL | undefined
  /** From 1. */
  page: number
  limit: number
  /** Rows to skip instead of those of the pages before, where `where` leaves out some of them already. */
  offset?: number | undefined
  /** A key of `sorts`, which the caller has checked. */
  sort?: string | undefined
  order?: SortOrder | undefined
}

export interface Sorting {
  column: Column
  order: SortOrder
  /** The columns of the order, but for the key. */
  columns: Column[]
  forward: SQL[]
  backward: SQL[]
}

export function sortingOf<Table extends PgTable>(source: ListSource<Table>, request: ListRequest): Sorting {
  const by = request.sort ?? source.defaultSort.by
  const column = source.sorts[by]
  if (!column) throw new RangeError(`Unknown sort: ${by}`)
  const order = request.order ?? (request.sort ? 'asc' : source.defaultSort.order)
  const second = source.thenBy?.[by]
  const columns = second ? [column, second] : [column]
  const all = [...columns, source.id]
  const [ascending, descending] = [all.map((each) => asc(each)), all.map((each) => desc(each))]
  return order === 'asc'
    ? { column, order, columns, forward: ascending, backward: descending }
    : { column, order, columns, forward: descending, backward: ascending }
}

/** An order as a statement has it. */
export const orderBy = (order: readonly SQL[]): SQL => sql`order by ${sql.join([...order], sql`, `)}`

export interface Slice {
  where: SQL | undefined
  counted: SQL | undefined
  limit: number
  offset: number
}
export interface ScatteredSlice extends Slice {
  scattered: SQL
  beginning: string | undefined
}

/** The rows of some keys, in the order of the list. */
export function rowsOf<Table extends PgTable>(
  db: Executor,
  { table, id }: ListSource<Table>,
  { forward }: Sorting,
  keys: SQL,
): Promise<Table['$inferSelect'][]> {
  const rows = db.select().from(asTable(table))
  return rows.where(sql`${id} = any(array(${keys}))`).orderBy(...forward)
}

/** Drizzle's conditional type for tables and subqueries can't be resolved for a generic table; it is a table. */
export function asTable<Table extends PgTable>(table: Table): PgTable {
  return table
}
