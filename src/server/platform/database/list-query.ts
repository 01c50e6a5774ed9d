import { and, asc, type Column, desc, getTableColumns, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { z } from 'zod'
import type { Executor } from './executor.ts'
import { perDatabase } from './per-database.ts'

export type SortOrder = 'asc' | 'desc'

/**
 * Source of a list: its table, key and sortable columns, each with an index on (column, key). Large tables also need an
 * index on a column with few values: it is small, and exact counts scan it.
 */
export interface ListSource<Columns extends SelectedFields = SelectedFields> {
  table: PgTable
  /** Columns read of each row: no secrets, and nothing used only for searching and sorting. */
  columns: Columns
  /** Joined tables with exactly one row per row, or at most one if `isOptional`, from which `columns` are read too. */
  joins?: readonly Join[]
  /** Condition for rows that exist for the list at all. */
  present?: SQL
  id: Column
  sorts: Readonly<Record<string, Column>>
  defaultSort: { by: string; order: SortOrder }
  /** Secondary sort columns before the key, for sorts with few values; part of their index. */
  thenBy?: Readonly<Record<string, Column>>
  /** Few rows: sorted without an index, before the joins. */
  isSmall?: boolean
  /** Rows scanned in list order for unsorted matches; more pay off if matches correlate with the list order. */
  scanLimit?: number
}

interface Join {
  table: PgTable
  on: SQL
  isOptional?: boolean
}

export interface ListRequest {
  where?: SQL | undefined
  /** Conditions whose matches are scattered over the list order, such as a search or many owners. */
  unsorted?: SQL | undefined
  /** The unsorted matches as a set to gather; `unsorted` then only checks individual rows. */
  found?: SQL | undefined
  /** Restricts to groups, each with an index on (group, sort, key), and merges their first rows. */
  groups?: Groups | undefined
  limit: number
  offset: number
  /** A key of `sorts`, already validated. */
  sort?: string | undefined
  order?: SortOrder | undefined
}

interface Groups {
  /** The column with a row's group. */
  column: Column
  /** A query of the groups' ids, as `_id`, and of the columns needed to sort by group. */
  ids: SQL
  /** Alias of that query: the groups' table name, if the list is sorted by one of its columns. */
  name: string
}

export type ListRow<Columns extends SelectedFields> = SelectResultFields<Columns>

/** The columns of a table named by an output schema. */
export const outputColumns = <Table extends PgTable, Shape extends z.ZodRawShape>(
  table: Table,
  { shape }: z.ZodObject<Shape>,
) =>
  asNamed<Table['_']['columns'], Shape>(
    Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => name in shape)),
  )

/** Restores the type lost by picking: the common columns of table and schema. */
const asNamed = <Columns, Shape>(columns: object) => columns as Pick<Columns, keyof Columns & keyof Shape>

/** Reads one page. Strategies and their choice: docs/design/list-queries.md. */
export function listPage<Columns extends SelectedFields>(
  db: Executor,
  source: ListSource<Columns>,
  request: ListRequest,
): Promise<ListRow<Columns>[]> {
  return rowsAs<Columns>(readPage(db, source, request))
}

/** Drizzle can't infer the types of generic columns; they are those of the source. */
const rowsAs = <Columns extends SelectedFields>(rows: Promise<unknown[]>) =>
  rows as Promise<ListRow<Columns>[]>

function readPage(db: Executor, source: ListSource, request: ListRequest): Promise<unknown[]> {
  const { unsorted, found, groups, limit, offset } = request
  const isPlain = !request.where && !unsorted && !groups && offset === 0 && limit % 5 === 0 && !source.isSmall
  if (isPlain) return firstPage(db, source, request).execute()
  const slice = { where: and(source.present, request.where), limit, offset }
  const sorting = resolveSorting(source, request)
  if (unsorted)
    return listUnsorted(db, source, sorting, { ...slice, unsorted, found: found ?? unsorted }, groups)
  if (groups) return selectRows(db, source, sorting, groupedKeys(source, sorting, slice, groups))
  if (offset >= farOffset || source.isSmall)
    return selectRows(db, source, sorting, keysInOrder(source, sorting, slice))
  return selectFrom(db, source)
    .where(slice.where)
    .orderBy(...sorting.forward)
    .limit(limit)
    .offset(offset)
}

interface PreparedPage {
  execute(): Promise<unknown[]>
}

const firstPages = perDatabase(() => new WeakMap<ListSource, Map<string, PreparedPage>>())
/** Every connection keeps the plan of each. */
const MAX_PREPARED = 200
/** Number of prepared pages, which makes their names unique. */
let preparedCount = 0

/** The unfiltered first page, with which screens open: prepared per sort and usual size. */
function firstPage(db: Executor, source: ListSource, request: ListRequest): PreparedPage {
  const all = firstPages(db)
  const known = all.get(source) ?? new Map<string, PreparedPage>()
  all.set(source, known)
  const key = `${request.sort} ${request.order} ${request.limit}`
  const page = known.get(key)
  if (page) return page
  const query = selectFrom(db, source)
    .where(source.present)
    .orderBy(...resolveSorting(source, request).forward)
    .limit(literal(request.limit))
  if (preparedCount === MAX_PREPARED) return query
  const named = query.prepare(`first_page_${preparedCount++}`)
  known.set(key, named)
  return named
}

/**
 * A limit as a literal, since a generic plan would not know a parameter. Drizzle's types don't declare that any SQL is
 * accepted.
 */
const literal = (limit: number): Placeholder => sql.raw(String(limit)) as SQL & Placeholder

const selectFrom = (db: Executor, { table, columns, joins = [] }: ListSource) => {
  const rows = db.select(columns).from(table).$dynamic()
  for (const join of joins)
    if (join.isOptional) rows.leftJoin(join.table, join.on)
    else rows.innerJoin(join.table, join.on)
  return rows
}

interface PageRequest {
  where: SQL | undefined
  limit: number
  offset: number
}
interface UnsortedPageRequest extends PageRequest {
  unsorted: SQL
  found: SQL
}

interface Sorting {
  order: SortOrder
  /** The sort columns, ending with the key. */
  columns: Column[]
  forward: SQL[]
}

export function resolveSorting(
  source: Pick<ListSource, 'sorts' | 'defaultSort' | 'thenBy' | 'id'>,
  request: Pick<ListRequest, 'sort' | 'order'>,
): Sorting {
  const by = request.sort ?? source.defaultSort.by
  const column = source.sorts[by]
  if (!column) throw new RangeError(`Unknown sort: ${by}`)
  const order = request.order ?? (request.sort ? 'asc' : source.defaultSort.order)
  const second = source.thenBy?.[by]
  const columns = [column, ...(second ? [second] : []), source.id]
  return { order, columns, forward: directed(order, columns) }
}

const directed = (order: SortOrder, columns: readonly Column[]): SQL[] =>
  columns.map((column) => (order === 'asc' ? asc(column) : desc(column)))

export const orderBy = (order: readonly SQL[]): SQL => sql`order by ${sql.join([...order], sql`, `)}`

/** The rows of some keys, in list order. */
async function selectRows(
  db: Executor,
  source: ListSource,
  { forward }: Sorting,
  keys: SQL,
): Promise<unknown[]> {
  return selectFrom(db, source)
    .where(sql`${source.id} = any(array(${keys}))`)
    .orderBy(...forward)
}

/** From this offset, rows are skipped by an index-only scan. */
const farOffset = 1_000

const keysInOrder = (
  { table, id }: ListSource,
  { forward }: Sorting,
  { where, limit, offset }: PageRequest,
): SQL => sql`
  select ${id} from ${table} ${where ? sql`where ${where}` : sql``}
  ${orderBy(forward)} limit ${limit} offset ${offset}`

/** The keys of a page, merged from the first rows of each group. */
function groupedKeys(
  { table, id }: ListSource,
  { order, columns, forward }: Sorting,
  { where, limit, offset }: PageRequest,
  { column, ids, name }: Groups,
): SQL {
  // Within a group, its own columns are constant.
  const own = columns.filter((each) => each.table === table)
  const first = sql`
    select ${sql.join(own, sql`, `)} from ${table}
    where ${and(where, sql`${column} = ${sql.identifier(name)}._id`)}
    ${orderBy(directed(order, own))} limit ${offset + limit}`
  return sql`
    select ${id} from (${ids}) as ${sql.identifier(name)} cross join lateral (${first}) as ${table}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}

/** Rows scanned in list order at first. */
const firstScan = 2_000
/** Most rows scanned if the first ones predict a full page: beyond that, gathering all matches is cheaper. */
const usualScanLimit = 5_000
/** Scanned more than predicted by this factor, since matches are distributed unevenly. */
const scanMargin = 1.3

/** A page of unsorted matches, by the first strategy that finds all of it: docs/design/list-queries.md. */
async function listUnsorted(
  db: Executor,
  source: ListSource,
  sorting: Sorting,
  slice: UnsortedPageRequest,
  groups: Groups | undefined,
): Promise<unknown[]> {
  const { limit, offset } = slice
  const gathered = () => selectRows(db, source, sorting, sortedMatchKeys(source, sorting, slice, groups))
  // No index has the rows ordered by group.
  if (groups) return gathered()
  const near = await selectRows(db, source, sorting, keysInFirstRows(source, sorting, slice, firstScan))
  if (near.length === limit) return near
  const isSeen = near.length > 0 || offset === 0
  const seen = isSeen ? offset + near.length : await countInFirstRows(db, source, sorting, slice)
  const scanned = scanFor(source, slice, seen)
  if (scanned === undefined) return gathered()
  const rows = await selectRows(db, source, sorting, keysInFirstRows(source, sorting, slice, scanned))
  return rows.length === limit ? rows : gathered()
}

/** Rows to scan for a full page, extrapolated from the matches seen; undefined if too many. */
function scanFor(
  { scanLimit = usualScanLimit }: ListSource,
  { limit, offset }: UnsortedPageRequest,
  seen: number,
): number | undefined {
  const scanned = Math.ceil((firstScan * scanMargin * (offset + limit)) / seen)
  return scanned <= scanLimit ? scanned : undefined
}

const firstRows = (table: PgTable, where: SQL | undefined, order: SQL[], scanned: number): SQL =>
  sql`select * from ${table} ${where ? sql`where ${where}` : sql``} ${orderBy(order)} limit ${scanned}`

/** Counts the matches among the first rows. */
async function countInFirstRows(
  db: Executor,
  { table }: ListSource,
  { forward }: Sorting,
  { where, unsorted }: UnsortedPageRequest,
): Promise<number> {
  const first = firstRows(table, where, forward, firstScan)
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from (${first}) as ${table} where ${unsorted}`,
  )
  return rows[0]?.count ?? 0
}

/**
 * The keys of a page from the first rows of the list, which suffice for common matches. Scans a bounded number of rows.
 */
function keysInFirstRows(
  { table, id }: ListSource,
  { forward }: Sorting,
  { where, unsorted, limit, offset }: UnsortedPageRequest,
  scanned: number,
): SQL {
  const first = firstRows(table, where, forward, scanned)
  return sql`
    select ${id} from (${first}) as ${table} where ${unsorted}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}

/** The keys of a page by sorting all matches; `offset 0` keeps the planner from using the sort's index. */
function sortedMatchKeys(
  { table, id }: ListSource,
  { columns, forward }: Sorting,
  { where, found: matches, limit, offset }: UnsortedPageRequest,
  groups: Groups | undefined,
): SQL {
  const own = columns.filter((each) => each.table === table)
  const read = sql.join([...new Set([...own, ...(groups ? [groups.column] : [])])], sql`, `)
  const found = sql`select ${read} from ${table} where ${and(where, matches)} offset 0`
  const name = groups && sql.identifier(groups.name)
  return sql`
    select ${id} from (${found}) as ${table}
    ${groups ? sql`join (${groups.ids}) as ${name} on ${name}._id = ${groups.column}` : sql``}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}
