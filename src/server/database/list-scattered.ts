import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'
import { keyRanges, rangesBefore } from './key-ranges.ts'
import { type ListSource, rowsOf, type ScatteredSlice, type Sorting } from './list-source.ts'

/** How many of the first rows are looked through for scattered ones before all of these are gathered. */
const usualReach = 2_000

/** Gives the page of rows that lie anywhere in the order of the list, by the quickest way that finds all of it. */
export async function listScattered<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  sorting: Sorting,
  slice: ScatteredSlice,
): Promise<Table['$inferSelect'][]> {
  const isAnyFound = !isWide(source) || (await isAnyNearby(db, source, sorting, slice))
  const ways = [
    isAnyFound ? keysNearby(source, sorting, slice) : undefined,
    keysTogether(source, sorting, slice),
  ]
  for (const keys of ways) {
    const rows = keys ? await rowsOf(db, source, sorting, keys) : []
    if (rows.length === slice.limit) return rows
  }
  return rowsOf(db, source, sorting, keysFound(source, sorting, slice))
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
 * The keys of a page, out of the matches before those that begin with a text, which are few, and of the first of
 * these, which stand together; undefined where the list has another order.
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
  const first = firstRows(table, together, forward, usualReach + offset)
  const inOrder = sql`order by ${forward[0]}, ${forward[1]}`
  return sql`
    select ${id} from (
      (select ${id}, ${column} from ${table} where ${matches} offset 0)
      union all
      (select ${id}, ${column} from (${first}) as ${table} where ${scattered} ${inOrder} limit ${offset + limit})
    ) as ${table}
    ${inOrder} limit ${limit} offset ${offset}`
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
