import { count, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './executor.ts'
import { listScattered } from './list-scattered.ts'
import {
  asTable,
  type ListRequest,
  type ListSource,
  orderBy,
  rowsOf,
  type Slice,
  type Sorting,
  sortingOf,
} from './list-source.ts'

/** Pages that begin after so many rows are looked up through the index alone. */
const deepOffset = 1_000
/** Before so many rows nothing is gained by looking from the other end. */
const farOffset = 5_000
/** Counting a row costs this share of skipping it: past it, the whole is counted and read from the nearer end. */
const countingShare = 1 / 16

/** Gives the rows of one page. The strategies, and how one is chosen: docs/design/list-queries.md. */
export function listPage<Table extends PgTable>(
  db: Executor,
  source: ListSource<Table>,
  request: ListRequest,
): Promise<Table['$inferSelect'][]> {
  const { where, scattered, beginning, counted, page, limit } = request
  const slice = { where, counted, limit, offset: request.offset ?? (page - 1) * limit }
  const sorting = sortingOf(source, request)
  if (scattered) return listScattered(db, source, sorting, { ...slice, scattered, beginning })
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

/** The keys of a page deep in the list, from an index-only scan; of the two halves, the unwanted one has a limit of 0. */
function keysOfPage<Table extends PgTable>(
  source: ListSource<Table>,
  sorting: Sorting,
  slice: Slice,
  isFar: boolean,
): SQL {
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
