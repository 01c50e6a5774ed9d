import { and, eq, gte, inArray, lt, lte, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/roles.ts'
import { dayRange } from '../../../domain/format/days.ts'
import { MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { id } from '../../../domain/validation/ids.ts'
import type { Config } from '../../config.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import { scopeOf } from '../../platform/auth/user-scope.ts'
import { choice, day, listParameters } from '../../platform/collections/list-parameters.ts'
import type { ListRequest } from '../../platform/database/list-source.ts'
import type { Executor } from '../../platform/database/open.ts'
import { histories, historyDays, historyItems } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'

/** Each has an index on millions of rows; other orders would want one too. */
export const historySorts = {
  date: histories.date,
  user: histories.userNameKey,
  userName: histories.userNameKey,
  title: histories.titleKey,
}

/** The query of the visits' list, of its count and of its summary. */
export const historyParameters = listParameters(Object.keys(historySorts), {
  userId: id().optional(),
  contentId: id().optional(),
  episodeId: id().optional(),
  mediaType: choice(MEDIA_TYPES).optional(),
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
})
export type HistoryQuery = z.output<typeof historyParameters>

/** What a query asks for, within the caller's scope. */
export const historyConditions = (
  db: Executor,
  config: Config,
  caller: Caller,
  query: HistoryQuery,
): Pick<ListRequest, 'where' | 'scattered'> & { kept: KeptCounts | undefined } => {
  const scattered = and(
    scopeOfHistories(db, caller),
    query.search === '' ? undefined : searchCondition(histories.search, query.search),
  )
  return {
    where: filtersOf(config, query),
    scattered,
    kept: scattered ? undefined : keptCounts(query),
  }
}

/** Rule R4. */
const scopeOfHistories = (db: Executor, caller: Caller): SQL | undefined => {
  if (isAdmin(caller.role)) return undefined
  const customers = db.select({ _id: users._id }).from(users).where(scopeOf(db, caller))
  return inArray(histories.user, customers)
}

const filtersOf = ({ timeZone }: Config, query: HistoryQuery): SQL | undefined => {
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

/** Counts of days that are written with each visit, and which of them a query asks for. */
export interface KeptCounts {
  counts: typeof historyDays | typeof historyItems
  where: SQL | undefined
}

/** The kept counts that say how many visits filters find: exact, and quick whatever they find; undefined where none do. */
const keptCounts = (query: Omit<HistoryQuery, 'search'>): KeptCounts | undefined => {
  const { userId, contentId, episodeId, ids } = query
  if (userId !== undefined || ids || (contentId !== undefined && episodeId !== undefined)) return undefined
  const item = episodeId ?? contentId
  if (item === undefined) return { counts: historyDays, where: daysOf(historyDays, query) }
  const ofItem = and(eq(historyItems.item, item), eq(historyItems.isEpisode, episodeId !== undefined))
  return { counts: historyItems, where: and(ofItem, daysOf(historyItems, query)) }
}

/** The counts of the days and of the media type that a query asks for. */
export const daysOf = (
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
