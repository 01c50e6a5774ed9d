import { asc, type Column, count, desc, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'

/** Pages that begin after so many rows are looked up through the index alone, from the nearer end. */
const deepOffset = 1_000

export type SortOrder = 'asc' | 'desc'

/** What can be listed of an entity: its table, key and sortable columns, each with an index on (column, key). */
export interface ListSource<Table extends PgTable = PgTable> {
  table: Table
  id: Column
  sorts: Readonly<Record<string, Column>>
  defaultSort: { by: string; order: SortOrder }
}

export interface ListRequest {
  /** Scope and filters. */
  where?: SQL | undefined
  /** From 1. */
  page: number
  limit: number
  /** A key of `sorts`, which the caller has checked. */
  sort?: string | undefined
  order?: SortOrder | undefined
}

/**
 * Gives the rows of one page. Equal values are ordered by key, so that pages never overlap;
 * empty values come last in ascending order and first in descending order.
 */
export function listPage<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  request: ListRequest,
): Promise<Table['$inferSelect'][]> {
  const { where, page, limit } = request
  const offset = (page - 1) * limit
  const sorting = sortingOf(source, request)
  const rows = db.select().from(asTable(source.table))
  if (offset < deepOffset)
    return rows
      .where(where)
      .orderBy(...sorting.forward)
      .limit(limit)
      .offset(offset)
  return rows.where(onDeepPage(source, sorting, { where, limit, offset })).orderBy(...sorting.forward)
}

/** Gives how many rows of a table match, exactly. */
export async function countRows(db: Executor, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(asTable(table)).where(where)
  return row?.count ?? 0
}

interface Sorting {
  forward: [SQL, SQL]
  backward: [SQL, SQL]
}

function sortingOf<Table extends PgTable>(source: ListSource<Table>, request: ListRequest): Sorting {
  const by = request.sort ?? source.defaultSort.by
  const column = source.sorts[by]
  if (!column) throw new RangeError(`Unknown sort: ${by}`)
  const order = request.order ?? (request.sort ? 'asc' : source.defaultSort.order)
  const ascending: [SQL, SQL] = [asc(column), asc(source.id)]
  const descending: [SQL, SQL] = [desc(column), desc(source.id)]
  return order === 'asc'
    ? { forward: ascending, backward: descending }
    : { forward: descending, backward: ascending }
}

interface Slice {
  where: SQL | undefined
  limit: number
  offset: number
}

/**
 * The keys of a page far from the start, read from whichever end is nearer. The count that decides is part of
 * the statement, hence of the same snapshot; the half that is not wanted has a limit of 0 and is never read.
 */
function onDeepPage<Table extends PgTable>(source: ListSource<Table>, sorting: Sorting, slice: Slice): SQL {
  const { table, id } = source
  const { limit, offset } = slice
  const matching = slice.where ? sql`where ${slice.where}` : sql``
  const keys = ([first, second]: [SQL, SQL]) =>
    sql`select ${id} from ${table} ${matching} order by ${first}, ${second}`
  return sql`${id} = any(array(
    with total as materialized (select count(*) as n from ${table} ${matching})
    (${keys(sorting.forward)}
      limit (select case when n >= ${2 * offset}::bigint then ${limit}::bigint else 0 end from total)
      offset ${offset})
    union all
    (${keys(sorting.backward)}
      limit (select case when n >= ${2 * offset}::bigint then 0 else least(${limit}::bigint, greatest(n - ${offset}::bigint, 0)) end from total)
      offset (select greatest(n - ${offset + limit}::bigint, 0) from total))
  ))`
}

/** Drizzle's conditional type for tables and subqueries can't be resolved for a generic table; it is a table. */
function asTable<Table extends PgTable>(table: Table): PgTable {
  return table
}
