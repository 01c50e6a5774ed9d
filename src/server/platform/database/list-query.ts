import {
  and,
  asc,
  type Column,
  count,
  desc,
  getTableColumns,
  getTableName,
  gte,
  lt,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { z } from 'zod'
import { dayRange } from '../../../domain/format/dates.ts'
import type { Executor } from './executor.ts'
import { keyRanges, rangesBefore } from './key-ranges.ts'

export type SortOrder = 'asc' | 'desc'

/**
 * What can be listed of an entity: its table, key and sortable columns, each with an index on (column, key).
 * Large tables also want an index on a column of few values: it is small, and counts read it whole.
 */
export interface ListSource<Columns extends SelectedFields = SelectedFields> {
  table: PgTable
  /** What is read of each row: no secrets, and nothing that only searches and sorts need. */
  columns: Columns
  /** Tables of which each row has one row, or at most one if `isOptional`, where `columns` are read from them as well. */
  joins?: readonly Join[]
  /** Which rows are listed at all. */
  present?: SQL
  id: Column
  sorts: Readonly<Record<string, Column>>
  defaultSort: { by: string; order: SortOrder }
  /** Sorts of few values, which order equal ones by another column before the key, as their index does. */
  thenBy?: Readonly<Record<string, Column>>
  /** A sortable column whose ranges the index of the search holds as well. */
  ranges?: Column
  /** Few rows, sorted without an index: before the others are joined. */
  isSmall?: boolean
  /** Most rows scanned in list order for unsorted matches; more pay off where matches lie in the order of the list. */
  scanLimit?: number
}

interface Join {
  table: PgTable
  on: SQL
  isOptional?: boolean
}

export interface ListRequest {
  /** Scope and filters. */
  where?: SQL | undefined
  /** Unsorted matches: conditions whose rows lie anywhere in the order of the list, as of a search or of many owners. */
  unsorted?: SQL | undefined
  /** The unsorted matches in another form, for gathering all of them: `unsorted` then only checks the rows of a list. */
  found?: SQL | undefined
  /** Seek prefix: matches whose sort key begins with it are contiguous in the list, perhaps far down. */
  prefix?: string | undefined
  /** Of many owners, each with an index on (owner, sort, key): the first rows of each are merged. */
  owners?: Owners | undefined
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

interface Owners {
  column: Column
  /** A statement that gives their ids, as `_id`. */
  ids: SQL
}

export type ListRow<Columns extends SelectedFields> = SelectResultFields<Columns>

/** The columns of a table that an output schema names. */
export const answeredColumns = <Table extends PgTable, Shape extends z.ZodRawShape>(
  table: Table,
  { shape }: z.ZodObject<Shape>,
) =>
  asNamed<Table['_']['columns'], Shape>(
    Object.fromEntries(Object.entries(getTableColumns(table)).filter(([name]) => name in shape)),
  )

/** Picking loses which columns there are: those of both the table and the schema. */
const asNamed = <Columns, Shape>(columns: object) => columns as Pick<Columns, keyof Columns & keyof Shape>

/** An instant as answers write it, from the text of the database: making a date of each and a text of it again costs more. */
export const isoText = (column: Column) => sql<string>`${column}`.mapWith(isoOf)

/** The same for a column that can be empty. */
export const isoTextOrNull = (column: Column): SQL<string | null> => isoText(column)

const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{3})?\+00$/

const isoOf = (text: string): string =>
  inUtc.test(text)
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}${text.length > 22 ? text.slice(19, 23) : '.000'}Z`
    : new Date(text).toISOString()

/** What is made once for each database, as prepared statements are: building one costs more than running it. */
export const perDatabase = <Made>(make: (db: Executor) => Made): ((db: Executor) => Made) => {
  const all = new WeakMap<Executor, Made>()
  return (db) => {
    const known = all.get(db)
    if (known !== undefined) return known
    const made = make(db)
    all.set(db, made)
    return made
  }
}

/** Gives the rows of one page. The strategies, and how one is chosen: docs/design/list-queries.md. */
export function listPage<Columns extends SelectedFields>(
  db: Executor,
  source: ListSource<Columns>,
  request: ListRequest,
): Promise<ListRow<Columns>[]> {
  return rowsAs<Columns>(pageOf(db, source, request))
}

/** Drizzle can't resolve the types of columns that it doesn't know; they are those of the source. */
const rowsAs = <Columns extends SelectedFields>(rows: Promise<unknown[]>) =>
  rows as Promise<ListRow<Columns>[]>

function pageOf(db: Executor, source: ListSource, request: ListRequest): Promise<unknown[]> {
  const { unsorted, found, prefix, owners, counted, page, limit } = request
  const offset = request.offset ?? (page - 1) * limit
  const isPlain = !request.where && !unsorted && !owners && offset === 0 && limit % 5 === 0 && !source.isSmall
  if (isPlain) return firstPage(db, source, request).execute()
  const slice = { where: and(source.present, request.where), counted, limit, offset }
  const sorting = sortingOf(source, request)
  if (owners) return rowsOf(db, source, sorting, keysOfOwners(source, sorting, slice, owners))
  if (unsorted)
    return listUnsorted(db, source, sorting, { ...slice, unsorted, found: found ?? unsorted, prefix })
  if (slice.offset >= deepOffset || source.isSmall) return listDeep(db, source, sorting, slice)
  return selectFrom(db, source)
    .where(slice.where)
    .orderBy(...sorting.forward)
    .limit(limit)
    .offset(slice.offset)
}

interface Prepared {
  execute(): Promise<unknown[]>
}

const firstPages = perDatabase(() => new WeakMap<ListSource, Map<string, Prepared>>())

/** The first page that nothing filters, which screens open with: prepared once for each sort and usual size. */
function firstPage(db: Executor, source: ListSource, request: ListRequest): Prepared {
  const all = firstPages(db)
  const known = all.get(source) ?? new Map<string, Prepared>()
  all.set(source, known)
  const key = `${request.sort} ${request.order} ${request.limit}`
  const prepared =
    known.get(key) ??
    selectFrom(db, source)
      .where(source.present)
      .orderBy(...sortingOf(source, request).forward)
      .limit(literal(request.limit))
      .prepare('first_page')
  known.set(key, prepared)
  return prepared
}

/**
 * A limit that is part of the text: as a parameter, a plan made once would not know it. Drizzle's types leave out that
 * any SQL will do.
 */
const literal = (limit: number): Placeholder => sql.raw(String(limit)) as SQL & Placeholder

const selectFrom = (db: Executor, { table, columns, joins = [] }: ListSource) => {
  const rows = db.select(columns).from(table).$dynamic()
  for (const join of joins)
    if (join.isOptional) rows.leftJoin(join.table, join.on)
    else rows.innerJoin(join.table, join.on)
  return rows
}

/** A statement that gives one row for each row of a table that matches. */
export const rowsWhere = (table: PgTable, where: SQL | undefined): SQL =>
  sql`select from ${table} ${where ? sql`where ${where}` : sql``}`

/** Gives how many rows of a table match, exactly. */
export async function countRows(db: Executor, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(asTable(table)).where(where)
  return row?.count ?? 0
}

interface Slice {
  where: SQL | undefined
  counted: SQL | undefined
  limit: number
  offset: number
}
interface UnsortedSlice extends Slice {
  unsorted: SQL
  found: SQL
  prefix: string | undefined
}

interface Sorting {
  column: Column
  order: SortOrder
  /** The columns of the order, but for the key. */
  columns: Column[]
  forward: SQL[]
  backward: SQL[]
}

export function sortingOf(
  source: Pick<ListSource, 'sorts' | 'defaultSort' | 'thenBy' | 'id'>,
  request: Pick<ListRequest, 'sort' | 'order'>,
): Sorting {
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

export const orderBy = (order: readonly SQL[]): SQL => sql`order by ${sql.join([...order], sql`, `)}`

/** The rows of some keys, in the order of the list. */
async function rowsOf(db: Executor, source: ListSource, { forward }: Sorting, keys: SQL): Promise<unknown[]> {
  return selectFrom(db, source)
    .where(sql`${source.id} = any(array(${keys}))`)
    .orderBy(...forward)
}

/** Drizzle's conditional type for tables and subqueries can't be resolved for a generic table; it is a table. */
function asTable<Table extends PgTable>(table: Table): PgTable {
  return table
}

/** Rows of a list that are counted by day of the service, as they are written. */
export interface DayCounts {
  /** The table, or a subquery under its name. */
  counts: PgTable | SQL
  day: Column
  rows: Column | SQL
  /** Which counts a query asks for. */
  where: SQL | undefined
}

/** The statement that adds them up. */
export const sumOfDays = ({ counts, rows, where }: DayCounts): SQL =>
  sql`select coalesce(sum(${rows}), 0)::float8 as count from ${counts} ${where ? sql`where ${where}` : sql``}`

type DayStart = { lead: string | null; day: string; before: number }

/** Where a page far down a list by date begins, from the counts by day: docs/design/list-queries.md. */
export const seekDay = async (
  db: Executor,
  timeZone: string,
  { counts, day, rows, where }: DayCounts,
  {
    date,
    offset,
    order,
    lead,
  }: {
    date: Column
    offset: number
    order: SortOrder
    /** What the list is sorted by before the date, in the list and in the counts. */
    lead?: { column: Column; kept: SQL } | undefined
  },
): Promise<{ where: SQL | undefined; offset: number }> => {
  if (offset < farOffset) return { where: undefined, offset }
  const towards = sql.raw(order)
  const found = await db.execute<DayStart>(sql`
    with days as (
      select ${lead?.kept ?? sql`null::text`} as lead, ${day} as day, sum(${rows}) as n
      from ${counts} ${where ? sql`where ${where}` : sql``} group by 1, 2),
    running as (
      select lead, day, n, sum(n) over (order by lead ${towards}, day ${towards}) as upto from days)
    select lead::text as lead, day::text as day, (upto - n)::float8 as before from running
    where upto > ${offset}::bigint order by running.lead ${towards}, running.day ${towards} limit 1`)
  const first = found.rows[0]
  // Beyond the last one.
  if (!first) return { where: sql`false`, offset: 0 }
  const { start, end } = dayRange(first.day, first.day, timeZone)
  const bound = order === 'desc' ? end && lt(date, end) : start && gte(date, start)
  const skipped = offset - first.before
  if (!lead || !start || !end) return { where: bound, offset: skipped }
  const place = sql`(${lead.column}, ${date})`
  const from = (at: Date) => sql`(${first.lead}, ${sql.param(at, date)})`
  return {
    where: order === 'desc' ? sql`${place} < ${from(end)}` : sql`${place} >= ${from(start)}`,
    offset: skipped,
  }
}

/** Pages that begin after so many rows are looked up through the index alone. */
const deepOffset = 1_000
/** Below this offset, reading from the other end gains nothing. */
const farOffset = 5_000
/** Counting a row costs this share of skipping it: past it, the whole is counted and read from the nearer end. */
const countingShare = 1 / 16

async function listDeep(
  db: Executor,
  source: ListSource,
  sorting: Sorting,
  slice: Slice,
): Promise<unknown[]> {
  const { offset, counted } = slice
  const isFar =
    offset >= farOffset &&
    (counted !== undefined || offset > countingShare * (await roughSize(db, source.table)))
  return rowsOf(db, source, sorting, keysOfPage(source, sorting, slice, isFar))
}

/** The planner's row count of a table, or of its partitions: good enough to choose a strategy by. */
async function roughSize(db: Executor, table: PgTable): Promise<number> {
  const name = getTableName(table)
  const { rows } = await db.execute<{ rows: number }>(
    sql`select sum(greatest(reltuples, 0))::float8 as rows from pg_class
      where oid = any(array(
        select to_regclass(quote_ident(${name}))::oid
        union all select inhrelid from pg_inherits where inhparent = to_regclass(quote_ident(${name}))))
        and relkind = 'r'`,
  )
  return Math.max(rows[0]?.rows ?? 0, 0)
}

/** The keys of a page deep in the list, from an index-only scan; of the two halves, the unwanted one has a limit of 0. */
function keysOfPage(source: ListSource, sorting: Sorting, slice: Slice, isFar: boolean): SQL {
  const { limit, offset } = slice
  const matching = sql`from ${source.table} ${slice.where ? sql`where ${slice.where}` : sql``}`
  const keys = (order: SQL[]) => sql`select ${source.id} ${matching} ${orderBy(order)}`
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

/** The keys of a page, out of the first rows of each owner. */
function keysOfOwners(
  { table, id }: ListSource,
  { columns, forward }: Sorting,
  { where, limit, offset }: Slice,
  { column, ids }: Owners,
): SQL {
  const read = sql.join([...new Set([id, ...columns])], sql`, `)
  const first = sql`
    select ${read} from ${table} where ${and(where, sql`${column} = owners._id`)}
    ${orderBy(forward)} limit ${offset + limit}`
  return sql`
    select ${id} from (${ids}) as owners cross join lateral (${first}) as ${table}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}

/** Rows scanned in list order first. */
const firstScan = 2_000
/** Most rows scanned where the first ones promise a full page: gathering all matches costs less than scanning more. */
const usualScanLimit = 5_000
/** Share scanned beyond what the first rows promise, since matches lie unevenly. */
const scanMargin = 1.3
/** With more matches before the contiguous ones, all are gathered. */
const mostBefore = 500

/**
 * The page of unsorted matches, by the first strategy that finds all of it: docs/design/list-queries.md.
 */
async function listUnsorted(
  db: Executor,
  source: ListSource,
  sorting: Sorting,
  slice: UnsortedSlice,
): Promise<unknown[]> {
  const { limit, offset } = slice
  const near = await rowsOf(db, source, sorting, keysInFirstRows(source, sorting, slice, firstScan))
  if (near.length === limit) return near
  const isSeen = near.length > 0 || offset === 0
  const seen = isSeen ? offset + near.length : await countInFirstRows(db, source, sorting, slice)
  const keys = keysFromEstimate(source, sorting, slice, seen)
  const rows = keys ? await rowsOf(db, source, sorting, keys) : []
  return rows.length === limit ? rows : rowsOf(db, source, sorting, keysOfAllMatches(source, sorting, slice))
}

/** Where a page may be found without gathering all, after so many matches were seen among the first rows. */
function keysFromEstimate(
  source: ListSource,
  sorting: Sorting,
  slice: UnsortedSlice,
  seen: number,
): SQL | undefined {
  if (seen === 0) return keysByPrefix(source, sorting, slice)
  const scanned = Math.ceil((firstScan * scanMargin * (slice.offset + slice.limit)) / seen)
  return scanned <= (source.scanLimit ?? usualScanLimit)
    ? keysInFirstRows(source, sorting, slice, scanned)
    : undefined
}

const firstRows = (table: PgTable, where: SQL | undefined, order: SQL[], scanned: number): SQL =>
  sql`select * from ${table} ${where ? sql`where ${where}` : sql``} ${orderBy(order)} limit ${scanned}`

/** How many of the first rows match. */
async function countInFirstRows(
  db: Executor,
  { table }: ListSource,
  { forward }: Sorting,
  { where, unsorted }: UnsortedSlice,
): Promise<number> {
  const first = firstRows(table, where, forward, firstScan)
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from (${first}) as ${table} where ${unsorted}`,
  )
  return rows[0]?.count ?? 0
}

/**
 * The keys of a page from the first rows of the list, which common matches fill at once. Scans a bounded number of
 * rows, however the matches lie.
 */
function keysInFirstRows(
  { table, id }: ListSource,
  { forward }: Sorting,
  { where, unsorted, limit, offset }: UnsortedSlice,
  scanned: number,
): SQL {
  const first = firstRows(table, where, forward, scanned)
  return sql`
    select ${id} from (${first}) as ${table} where ${unsorted}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}

/**
 * The keys of a page from the matches before a prefix, which are few, and the first of the contiguous ones that begin
 * with it; none where the former are not few, and undefined where the list has another order.
 */
function keysByPrefix(
  { table, id, ranges }: ListSource,
  { column, order, forward }: Sorting,
  { where, unsorted, prefix = '', limit, offset }: UnsortedSlice,
): SQL | undefined {
  const before = column === ranges && order === 'asc' ? rangesBefore(prefix) : undefined
  if (!before) return undefined
  const matches = and(where, unsorted, sql`${keyRanges(column)} && ${sql.param(before)}::int[]`)
  const contiguous = and(where, gte(column, prefix.slice(0, 3)), lt(column, `${prefix}\u{10FFFF}`))
  const first = firstRows(table, contiguous, forward, firstScan + offset)
  const inOrder = orderBy(forward)
  return sql`
    with before as materialized (select ${id}, ${column} from ${table} where ${matches} limit ${mostBefore + 1})
    select ${id} from (
      select * from before
      union all
      (select ${id}, ${column} from (${first}) as ${table} where ${unsorted} ${inOrder} limit ${offset + limit})
    ) as ${table}
    where (select count(*) from before) <= ${mostBefore}
    ${inOrder} limit ${limit} offset ${offset}`
}

/** The keys of a page, out of all matches, sorted; the offset of 0 keeps the sort's own index out, at no cost. */
function keysOfAllMatches(
  { table, id }: ListSource,
  { columns, forward }: Sorting,
  { where, found: matches, limit, offset }: UnsortedSlice,
): SQL {
  const read = sql.join([...new Set([id, ...columns])], sql`, `)
  const found = sql`select ${read} from ${table} where ${and(where, matches)} offset 0`
  return sql`
    select ${id} from (${found}) as ${table}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}
