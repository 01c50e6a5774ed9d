import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { LIST_LIMIT, LIST_MESSAGES, type Size } from '../../../domain/contract/list-limit.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import { estimateRows } from '../database/estimate-rows.ts'
import type { Executor } from '../database/open.ts'
import type { Context } from '../http/context.ts'
import { Invalid } from '../http/errors.ts'
import { flag, type ListParameters } from '../http/operation.ts'
import { loadPageSize } from '../settings/read-settings.ts'

type Paging = Pick<ListParameters, 'page' | 'limit' | 'ids'> & { search?: string | undefined }

/** Last row that a query's pages reach (rule Q3). */
const lastRow = ({ listLimit = LIST_LIMIT }: Pick<Context, 'listLimit'>, { search = '' }: Paging): number =>
  search.trim() === '' ? listLimit.rows : listLimit.searched

/** True if `/size` of a list without a search is exact for this count of its rows. */
export const isWithinLimit = (context: Pick<Context, 'listLimit'>, count: number): boolean =>
  count <= lastRow(context, {})

/**
 * Limit and offset of a page: the query's limit, else the number of its ids, else the page size of the settings. Throws
 * Invalid beyond the end of the list.
 */
export const resolvePaging = async (
  { db, listLimit }: Pick<Context, 'db' | 'listLimit'>,
  currentUser: CurrentUser,
  query: Paging,
): Promise<{ limit: number; offset: number }> => {
  const { page = 1, ids } = query
  const limit = query.limit ?? ids?.length ?? (await loadPageSize(db, currentUser))
  const offset = (page - 1) * limit
  if (offset >= lastRow({ listLimit }, query))
    throw new Invalid([{ field: 'page', message: LIST_MESSAGES.beyond }])
  return { limit, offset }
}

/** Query parameters of `/size`: those of its list, ignoring the page. */
export const sizeParameters = <Shape extends z.ZodRawShape>(list: z.ZodObject<Shape, z.core.$strict>) =>
  list.extend({
    exact: flag()
      .optional()
      .meta({ description: 'true: cuenta todos los registros, aunque sean muchos y tarde' }),
  })

export type SizeQuery<Query> = Query & { exact?: boolean | undefined }

interface SizeQueries {
  /** A query with one row per record found. */
  rows: SQL
  /** A query of their number from stored counts. */
  storedCount?: SQL | undefined
}

/**
 * The number of records of a list's query: from stored counts if there are any, else counted up to the end of the list
 * and estimated beyond it, unless an exact count is requested.
 */
export const listSize = async (
  { db, listLimit }: Pick<Context, 'db' | 'listLimit'>,
  query: SizeQuery<Paging>,
  { rows, storedCount: kept }: SizeQueries,
): Promise<Size> => {
  const end = lastRow({ listLimit }, query)
  if (kept || query.exact) {
    const count = await readCount(db, kept ?? sql`select count(*) from (${rows}) as found`)
    return count > end ? { count, reachable: end } : { count }
  }
  const count = await readCount(
    db,
    sql`select count(*) from (select 1 from (${rows}) as found limit ${end + 1}) as found`,
  )
  if (count <= end) return { count }
  return { count: Math.max(count, await estimateRows(db, rows)), approximate: true, reachable: end }
}

const readCount = async (db: Executor, counted: SQL): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(sql`select (${counted})::float8 as count`)
  return rows[0]?.count ?? 0
}
