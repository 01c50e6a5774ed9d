import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'
import { keyRanges, rangesBefore } from './key-ranges.ts'
import { type ListSource, orderBy, rowsOf, type ScatteredSlice, type Sorting } from './list-source.ts'

/** How many of the first rows are looked through for scattered ones. */
const firstReach = 2_000
/** And how many where those promise that they hold the page: to gather all matches takes less than more of them. */
const usualReach = 5_000
/** What is looked through beyond what the first rows promise, since matches lie unevenly. */
const margin = 1.3
/** More matches before those that stand together are no exception: then all are gathered. */
const mostBefore = 500

/**
 * Gives the page of rows that lie anywhere in the order of the list, by the quickest way that finds all of it:
 * see docs/design/list-queries.md.
 */
export async function listScattered<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  sorting: Sorting,
  slice: ScatteredSlice,
): Promise<Table['$inferSelect'][]> {
  const { limit, offset } = slice
  const near = await rowsOf(db, source, sorting, keysNearby(source, sorting, slice, firstReach))
  if (near.length === limit) return near
  const isSeen = near.length > 0 || offset === 0
  const seen = isSeen ? offset + near.length : await countNearby(db, source, sorting, slice)
  const keys = keysFurther(source, sorting, slice, seen)
  const rows = keys ? await rowsOf(db, source, sorting, keys) : []
  return rows.length === limit ? rows : rowsOf(db, source, sorting, keysFound(source, sorting, slice))
}

/** Where a page may be found without gathering all, after so many matches were seen among the first rows. */
function keysFurther<Table extends PgTable>(
  source: ListSource<Table>,
  sorting: Sorting,
  slice: ScatteredSlice,
  seen: number,
): SQL | undefined {
  if (seen === 0) return keysTogether(source, sorting, slice)
  const reach = Math.ceil((firstReach * margin * (slice.offset + slice.limit)) / seen)
  return reach <= (source.nearbyReach ?? usualReach) ? keysNearby(source, sorting, slice, reach) : undefined
}

const firstRows = (table: PgTable, where: SQL | undefined, order: SQL[], reach: number): SQL =>
  sql`select * from ${table} ${where ? sql`where ${where}` : sql``} ${orderBy(order)} limit ${reach}`

/** How many of the first rows match. */
async function countNearby(
  db: Executor,
  { table }: ListSource,
  { forward }: Sorting,
  { where, scattered }: ScatteredSlice,
): Promise<number> {
  const first = firstRows(table, where, forward, firstReach)
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from (${first}) as ${table} where ${scattered}`,
  )
  return rows[0]?.count ?? 0
}

/**
 * The keys of a page, out of the first rows of the list: what many rows match fills it at once. More than so many
 * rows are never looked through, however the matches lie.
 */
function keysNearby<Table extends PgTable>(
  { table, id }: ListSource<Table>,
  { forward }: Sorting,
  { where, scattered, limit, offset }: ScatteredSlice,
  reach: number,
): SQL {
  const first = firstRows(table, where, forward, reach)
  return sql`
    select ${id} from (${first}) as ${table} where ${scattered}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}

/**
 * The keys of a page, out of the few matches before those that begin with a text, and of the first of these, which
 * stand together; none where they are not few, and undefined where the list has another order.
 */
function keysTogether<Table extends PgTable>(
  { table, id, ranges }: ListSource<Table>,
  { column, order, forward }: Sorting,
  { where, scattered, beginning = '', limit, offset }: ScatteredSlice,
): SQL | undefined {
  const before = column === ranges && order === 'asc' ? rangesBefore(beginning) : undefined
  if (!before) return undefined
  const matches = and(where, scattered, sql`${keyRanges(column)} && ${sql.param(before)}::int[]`)
  const together = and(where, gte(column, beginning.slice(0, 3)), lt(column, `${beginning}\u{10FFFF}`))
  const first = firstRows(table, together, forward, firstReach + offset)
  const inOrder = orderBy(forward)
  return sql`
    with before as materialized (select ${id}, ${column} from ${table} where ${matches} limit ${mostBefore + 1})
    select ${id} from (
      select * from before
      union all
      (select ${id}, ${column} from (${first}) as ${table} where ${scattered} ${inOrder} limit ${offset + limit})
    ) as ${table}
    where (select count(*) from before) <= ${mostBefore}
    ${inOrder} limit ${limit} offset ${offset}`
}

/** The keys of a page, out of all matches, sorted; the offset of 0 keeps the sort's own index out, at no cost. */
function keysFound<Table extends PgTable>(
  { table, id }: ListSource<Table>,
  { columns, forward }: Sorting,
  { where, scattered, limit, offset }: ScatteredSlice,
): SQL {
  const read = sql.join([id, ...columns], sql`, `)
  const found = sql`select ${read} from ${table} where ${and(where, scattered)} offset 0`
  return sql`
    select ${id} from (${found}) as ${table}
    ${orderBy(forward)} limit ${limit} offset ${offset}`
}
