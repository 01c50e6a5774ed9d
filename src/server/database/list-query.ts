import { and, asc, type Column, count, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'

/** Pages that begin after so many rows are looked up through the index alone. */
const deepOffset = 1_000
/** Before so many rows nothing is gained by looking from the other end. */
const farOffset = 5_000
/** Counting a row costs this share of skipping it: past it, the whole is counted and read from the nearer end. */
const countingShare = 1 / 16
/** How many of the first rows are looked through for scattered ones before all of these are gathered. */
const usualReach = 2_000

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
  /** How many of the first rows are looked through for scattered ones; more pay where rows lie in their order. */
  nearbyReach?: number
}

export interface ListRequest {
  /** Scope and filters. */
  where?: SQL | undefined
  /** Conditions whose rows lie anywhere in the order of the list: a search, a scope of many owners. */
  scattered?: SQL | undefined
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

/**
 * Gives the rows of one page. Equal values are ordered by key, so that pages never overlap;
 * empty values come last in ascending order and first in descending order.
 */
export function listPage<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  request: ListRequest,
): Promise<Table['$inferSelect'][]> {
  const { where, scattered, counted, page, limit } = request
  const slice = { where, counted, limit, offset: request.offset ?? (page - 1) * limit }
  const sorting = sortingOf(source, request)
  if (scattered) return listScattered(db, source, sorting, { ...slice, scattered })
  if (slice.offset >= deepOffset) return listDeep(db, source, sorting, slice)
  const rows = db.select().from(asTable(source.table))
  return rows
    .where(where)
    .orderBy(...sorting.forward)
    .limit(limit)
    .offset(slice.offset)
}

/** Gives how many rows of a table match, exactly. */
export async function countRows(db: Executor, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(asTable(table)).where(where)
  return row?.count ?? 0
}

interface Sorting {
  column: Column
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
    ? { column, forward: ascending, backward: descending }
    : { column, forward: descending, backward: ascending }
}

interface Slice {
  where: SQL | undefined
  counted: SQL | undefined
  limit: number
  offset: number
}
interface ScatteredSlice extends Slice {
  scattered: SQL
}

async function listDeep<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  sorting: Sorting,
  slice: Slice,
): Promise<Table['$inferSelect'][]> {
  const { offset, counted } = slice
  const isFar =
    offset >= farOffset &&
    (counted !== undefined || offset > countingShare * (await roughSize(db, source.table)))
  return rowsOf(db, source, sorting, keysOfPage(source, sorting, slice, isFar))
}

/** How many rows a table had when it was last analysed: enough to choose a way by. */
async function roughSize(db: Executor, table: PgTable): Promise<number> {
  const name = getTableName(table)
  const { rows } = await db.execute<{ rows: number }>(
    sql`select reltuples::float8 as rows from pg_class where oid = to_regclass(quote_ident(${name}))`,
  )
  return Math.max(rows[0]?.rows ?? 0, 0)
}

/**
 * The keys of a page that begins deep in the list, from an index-only scan. Far down it is read from the nearer
 * end: the count that decides is part of the statement, hence of the same snapshot, and the half that is not
 * wanted has a limit of 0, which keeps it from being read.
 */
function keysOfPage<Table extends PgTable>(
  source: ListSource<Table>,
  sorting: Sorting,
  slice: Slice,
  isFar: boolean,
): SQL {
  const { limit, offset } = slice
  const matching = sql`from ${source.table} ${slice.where ? sql`where ${slice.where}` : sql``}`
  const keys = ([first, second]: [SQL, SQL]) =>
    sql`select ${source.id} ${matching} order by ${first}, ${second}`
  if (!isFar) return sql`${keys(sorting.forward)} limit ${limit} offset ${offset}`
  const total = slice.counted ? sql`select (${slice.counted}) as n` : sql`select count(*) as n ${matching}`
  const size = sql`${limit}::bigint`
  const inFirstHalf = sql`n >= ${2 * offset}::bigint`
  return sql`
    with total as materialized (${total})
    (${keys(sorting.forward)}
      limit (select case when ${inFirstHalf} then ${size} else 0 end from total)
      offset ${offset})
    union all
    (${keys(sorting.backward)}
      limit (select case when ${inFirstHalf} then 0 else least(${size}, greatest(n - ${offset}::bigint, 0)) end from total)
      offset (select greatest(n - ${offset + limit}::bigint, 0) from total))`
}

/** The rows of some keys, in the order of the list. */
function rowsOf<Table extends PgTable>(
  db: Executor,
  { table, id }: ListSource<Table>,
  { forward }: Sorting,
  keys: SQL,
): Promise<Table['$inferSelect'][]> {
  const rows = db.select().from(asTable(table))
  return rows.where(sql`${id} = any(array(${keys}))`).orderBy(...forward)
}

async function listScattered<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  sorting: Sorting,
  slice: ScatteredSlice,
): Promise<Table['$inferSelect'][]> {
  const found = () => rowsOf(db, source, sorting, keysFound(source, sorting, slice))
  if (isWide(source) && !(await isAnyNearby(db, source, sorting, slice))) return found()
  const near = await rowsOf(db, source, sorting, keysNearby(source, sorting, slice))
  return near.length === slice.limit ? near : found()
}

const isWide = ({ nearbyReach = usualReach }: ListSource): boolean => nearbyReach > usualReach

/** Where none of the first rows matches, matches are few: gathering them takes less than looking further. */
async function isAnyNearby(
  db: Executor,
  { table }: ListSource,
  { forward }: Sorting,
  { where, scattered }: ScatteredSlice,
): Promise<boolean> {
  const first = firstRows(table, where, forward, usualReach)
  const { rows } = await db.execute(sql`select 1 from (${first}) as ${table} where ${scattered} limit 1`)
  return rows.length > 0
}

const firstRows = (table: PgTable, where: SQL | undefined, [by, thenBy]: [SQL, SQL], reach: number): SQL =>
  sql`select * from ${table} ${where ? sql`where ${where}` : sql``} order by ${by}, ${thenBy} limit ${reach}`

/**
 * The keys of a page, out of the first rows of the list: what many rows match fills it at once. More than so many
 * rows are never looked through, however the matches lie.
 */
function keysNearby<Table extends PgTable>(
  { table, id, nearbyReach = usualReach }: ListSource<Table>,
  { forward }: Sorting,
  { where, scattered, limit, offset }: ScatteredSlice,
): SQL {
  const first = firstRows(table, where, forward, nearbyReach)
  return sql`
    select ${id} from (${first}) as ${table} where ${scattered}
    order by ${forward[0]}, ${forward[1]} limit ${limit} offset ${offset}`
}

/**
 * The keys of a page, out of all matches: whichever index finds those, then they are sorted. The offset of 0 keeps
 * the sort's own index out, at no cost.
 */
function keysFound<Table extends PgTable>(
  { table, id }: ListSource<Table>,
  { column, forward }: Sorting,
  { where, scattered, limit, offset }: ScatteredSlice,
): SQL {
  const found = sql`select ${id}, ${column} from ${table} where ${and(where, scattered)} offset 0`
  return sql`
    select ${id} from (${found}) as ${table}
    order by ${forward[0]}, ${forward[1]} limit ${limit} offset ${offset}`
}

/** Drizzle's conditional type for tables and subqueries can't be resolved for a generic table; it is a table. */
function asTable<Table extends PgTable>(table: Table): PgTable {
  return table
}
