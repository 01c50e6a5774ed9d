import {
  and,
  asc,
  type Column,
  count,
  desc,
  getTableColumns,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgTable, SelectedFields } from 'drizzle-orm/pg-core'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { z } from 'zod'
import type { Executor } from './executor.ts'

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
  /** Of some groups, each with an index on (group, sort, key): the first rows of each are merged. */
  groups?: Groups | undefined
  limit: number
  offset: number
  /** A key of `sorts`, which the caller has checked. */
  sort?: string | undefined
  order?: SortOrder | undefined
}

interface Groups {
  /** What tells of a row in which group it is. */
  column: Column
  /** A statement that gives their ids, as `_id`, and what a list sorted by the groups themselves needs of them. */
  ids: SQL
  /** What the statement is called: the table of the groups, where the list is sorted by a column of it. */
  name: string
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
  const { unsorted, found, groups, limit, offset } = request
  const isPlain = !request.where && !unsorted && !groups && offset === 0 && limit % 5 === 0 && !source.isSmall
  if (isPlain) return firstPage(db, source, request).execute()
  const slice = { where: and(source.present, request.where), limit, offset }
  const sorting = sortingOf(source, request)
  if (unsorted)
    return listUnsorted(db, source, sorting, { ...slice, unsorted, found: found ?? unsorted }, groups)
  if (groups) return rowsOf(db, source, sorting, keysOfGroups(source, sorting, slice, groups))
  if (offset >= farOffset || source.isSmall)
    return rowsOf(db, source, sorting, keysInOrder(source, sorting, slice))
  return selectFrom(db, source)
    .where(slice.where)
    .orderBy(...sorting.forward)
    .limit(limit)
    .offset(offset)
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
  limit: number
  offset: number
}
interface UnsortedSlice extends Slice {
  unsorted: SQL
  found: SQL
}

interface Sorting {
  order: SortOrder
  /** The columns of the order, the key last. */
  columns: Column[]
  forward: SQL[]
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
  const columns = [column, ...(second ? [second] : []), source.id]
  return { order, columns, forward: towards(order, columns) }
}

const towards = (order: SortOrder, columns: readonly Column[]): SQL[] =>
  columns.map((column) => (order === 'asc' ? asc(column) : desc(column)))

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
  counts: PgTable
  day: Column
  rows: Column
  /** Which counts a query asks for. */
  where: SQL | undefined
}

/** The statement that adds them up. */
export const sumOfDays = ({ counts, rows, where }: DayCounts): SQL =>
  sql`select coalesce(sum(${rows}), 0)::float8 as count from ${counts} ${where ? sql`where ${where}` : sql``}`

/** From this offset, rows are skipped in the index alone. */
const farOffset = 1_000

const keysInOrder = (
  { table, id }: ListSource,
  { forward }: Sorting,
  { where, limit, offset }: Slice,
): SQL => sql`
  select ${id} from ${table} ${where ? sql`where ${where}` : sql``}
  ${orderBy(forward)} limit ${limit} offset ${offset}`

/** The keys of a page, out of the first rows of each group. */
function keysOfGroups(
  { table, id }: ListSource,
  { order, columns, forward }: Sorting,
  { where, limit, offset }: Slice,
  { column, ids, name }: Groups,
): SQL {
  // Within a group its own columns are all the same.
  const own = columns.filter((each) => each.table === table)
  const first = sql`
    select ${sql.join(own, sql`, `)} from ${table}
    where ${and(where, sql`${column} = ${sql.identifier(name)}._id`)}
    ${orderBy(towards(order, own))} limit ${offset + limit}`
  return sql`
    select ${id} from (${ids}) as ${sql.identifier(name)} cross join lateral (${first}) as ${table}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}

/** Rows scanned in list order first. */
const firstScan = 2_000
/** Most rows scanned where the first ones promise a full page: gathering all matches costs less than scanning more. */
const usualScanLimit = 5_000
/** Share scanned beyond what the first rows promise, since matches lie unevenly. */
const scanMargin = 1.3

/**
 * The page of unsorted matches, by the first strategy that finds all of it: docs/design/list-queries.md.
 */
async function listUnsorted(
  db: Executor,
  source: ListSource,
  sorting: Sorting,
  slice: UnsortedSlice,
  groups: Groups | undefined,
): Promise<unknown[]> {
  const { limit, offset } = slice
  const gathered = () => rowsOf(db, source, sorting, keysOfAllMatches(source, sorting, slice, groups))
  // No index has the rows in the order of their groups.
  if (groups) return gathered()
  const near = await rowsOf(db, source, sorting, keysInFirstRows(source, sorting, slice, firstScan))
  if (near.length === limit) return near
  const isSeen = near.length > 0 || offset === 0
  const seen = isSeen ? offset + near.length : await countInFirstRows(db, source, sorting, slice)
  const scanned = scanFor(source, slice, seen)
  if (scanned === undefined) return gathered()
  const rows = await rowsOf(db, source, sorting, keysInFirstRows(source, sorting, slice, scanned))
  return rows.length === limit ? rows : gathered()
}

/** How many of the first rows may hold the page, after so many matches were seen among some; undefined where too many do. */
function scanFor(
  { scanLimit = usualScanLimit }: ListSource,
  { limit, offset }: UnsortedSlice,
  seen: number,
): number | undefined {
  const scanned = Math.ceil((firstScan * scanMargin * (offset + limit)) / seen)
  return scanned <= scanLimit ? scanned : undefined
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

/** The keys of a page, out of all matches, sorted; the offset of 0 keeps the sort's own index out, at no cost. */
function keysOfAllMatches(
  { table, id }: ListSource,
  { columns, forward }: Sorting,
  { where, found: matches, limit, offset }: UnsortedSlice,
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
