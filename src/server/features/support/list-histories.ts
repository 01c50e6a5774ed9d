import { and, type Column, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import { type History, historyOutput } from '../../../domain/support/history.ts'
import { MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { type ListRequest, listPage, outputColumns } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import {
  type HistoryRow,
  histories,
  historyDays,
  historyItems,
} from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectListKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listParameters } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'

/** Each has an index on millions of rows; further orders would need one too. */
const historySorts = {
  date: histories.date,
  user: histories.userNameKey,
  userName: histories.userNameKey,
  title: histories.titleKey,
}

/** Query parameters of the list of visits, its count and its summary. */
export const historyParameters = listParameters(Object.keys(historySorts), {
  userId: id().optional(),
  contentId: id().optional(),
  episodeId: id().optional(),
  mediaType: choice(MEDIA_TYPES).optional(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
})
export type HistoryQuery = z.output<typeof historyParameters>

/** Conditions of a query within the current user's scope. */
export const historyConditions = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: HistoryQuery,
): Pick<ListRequest, 'where' | 'unsorted'> & { storedCounts: DayCounts | undefined } => {
  const unsorted = and(
    historyScope(db, currentUser),
    query.search === '' ? undefined : searchCondition(histories.search, query.search),
  )
  return {
    where: historyFilters(config, query),
    unsorted,
    storedCounts: unsorted ? undefined : findStoredCounts(query),
  }
}

/** Rule R4. */
const historyScope = (db: Executor, currentUser: CurrentUser): SQL | undefined => {
  if (isAdmin(currentUser.role)) return undefined
  const customers = db.select({ _id: users._id }).from(users).where(inScope(db, currentUser))
  return inArray(histories.user, customers)
}

const historyFilters = ({ timeZone }: Config, query: HistoryQuery): SQL | undefined => {
  const { start, end } = dayRange(query.dateBeging, query.dateFinish, timeZone)
  return and(
    query.ids && inArray(histories._id, query.ids),
    query.userId === undefined ? undefined : eq(histories.user, query.userId),
    query.contentId === undefined ? undefined : eq(histories.contentId, query.contentId),
    query.episodeId === undefined ? undefined : eq(histories.episodeId, query.episodeId),
    query.mediaType && eq(histories.mediaType, query.mediaType),
    start && gte(histories.date, start),
    end && lt(histories.date, end),
  )
}

/** The stored counts that can answer a query: exact, and fast for any result size; undefined if none can. */
const findStoredCounts = (query: Omit<HistoryQuery, 'search'>): DayCounts | undefined => {
  const { userId, contentId, episodeId, ids } = query
  if (userId !== undefined || ids || (contentId !== undefined && episodeId !== undefined)) return undefined
  const item = episodeId ?? contentId
  if (item === undefined) return toDayCounts(historyDays, dayFilter(historyDays, query))
  const ofItem = and(eq(historyItems.item, item), eq(historyItems.isEpisode, episodeId !== undefined))
  return toDayCounts(historyItems, and(ofItem, dayFilter(historyItems, query)))
}

/** Stored counts of visits by day of the service. */
interface DayCounts {
  counts: PgTable
  day: Column
  rows: Column
  /** Condition on the counts for a query. */
  where: SQL | undefined
}

const toDayCounts = (
  counts: typeof historyDays | typeof historyItems,
  where: SQL | undefined,
): DayCounts => ({
  counts,
  day: counts.day,
  rows: counts.visits,
  where,
})

/** A query of their sum. */
const sumCounts = ({ counts, rows, where }: DayCounts): SQL =>
  sql`select coalesce(sum(${rows}), 0)::float8 as count from ${counts} ${where ? sql`where ${where}` : sql``}`

/** Conditions on the stored counts for a query's days and media type. */
export const dayFilter = (
  {
    day,
    mediaType,
  }: Pick<typeof historyDays, 'day' | 'mediaType'> | Pick<typeof historyItems, 'day' | 'mediaType'>,
  query: Pick<HistoryQuery, 'dateBeging' | 'dateFinish' | 'mediaType'>,
): SQL | undefined =>
  and(
    query.dateBeging === undefined ? undefined : gte(day, query.dateBeging),
    query.dateFinish === undefined ? undefined : lte(day, query.dateFinish),
    query.mediaType && eq(mediaType, query.mediaType),
  )

const source = {
  table: histories,
  columns: outputColumns(histories, historyOutput),
  id: histories._id,
  sorts: historySorts,
  defaultSort: { by: 'date', order: 'desc' },
} as const

/** Visits are stored by date, so scanning many of the first rows is cheap. */
const sourceByDate = { ...source, scanLimit: 50_000 } as const

/** A page of the visits within the current user's scope, newest first. */
export const listHistories = async (
  context: Context,
  currentUser: CurrentUser,
  query: HistoryQuery,
): Promise<History[]> => {
  const { db, config } = context
  const { where, unsorted } = historyConditions(db, config, currentUser, query)
  const rows = await listPage(db, (query.sort ?? 'date') === 'date' ? sourceByDate : source, {
    ...(await resolvePaging(context, currentUser, query)),
    where,
    unsorted,
    sort: query.sort,
    order: query.order,
  })
  return rows.map(historyResponse)
}

export const exportedHistories = (currentUser: CurrentUser, query: HistoryQuery): ExportedList => ({
  resource: 'histories',
  row: historyOutput,
  shown: ['title', 'episode', 'mediaType', 'year', 'genres', 'userName', 'date'] satisfies (keyof History)[],
  async find({ db, config }) {
    const { where, unsorted } = historyConditions(db, config, currentUser, query)
    return selectListKeys(source, {
      where,
      unsorted,
      sort: query.sort,
      order: query.order,
    })
  },
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listHistories(context, currentUser, queryByKeys(query, keys)))
  },
})

export const countHistories = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<HistoryQuery>,
): Promise<Size> => {
  const { where, unsorted, storedCounts } = historyConditions(context.db, context.config, currentUser, query)
  const rows = rowsWhere(histories, and(where, unsorted))
  return listSize(context, query, { rows, storedCount: storedCounts && sumCounts(storedCounts) })
}

/**
 * A user's visits; throws NotFound outside the scope. Those of deleted users remain visible to users with access to
 * all.
 */
export const listUserHistories = async (
  context: Context,
  currentUser: CurrentUser,
  userId: string,
  query: Omit<HistoryQuery, 'userId'>,
): Promise<History[]> => {
  const { db } = context
  const [user] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users._id, userId), inScope(db, currentUser)))
  if (!user && !(isAdmin(currentUser.role) && (await hasVisits(db, userId)))) throw new NotFound()
  return listHistories(context, currentUser, { ...query, userId })
}

const hasVisits = async (db: Executor, userId: string): Promise<boolean> => {
  const rows = await db
    .select({ _id: histories._id })
    .from(histories)
    .where(eq(histories.user, userId))
    .limit(1)
  return rows.length > 0
}

type ListedHistory = Pick<HistoryRow, keyof HistoryRow & keyof History>

export const historyResponse = (row: ListedHistory): History => ({ ...row, date: row.date.toISOString() })
