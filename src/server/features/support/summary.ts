import { and, desc, eq, type SQL, sql, sum } from 'drizzle-orm'
import { z } from 'zod'
import { dayOf } from '../../../domain/format/days.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import { summaryDays } from '../../../domain/support/summary-days.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import type { Executor } from '../../platform/database/open.ts'
import { histories, historyDays, historyItems } from '../../platform/database/schema/support.ts'
import type { Context } from '../../platform/http/context.ts'
import { daysOf, type HistoryQuery, historyConditions } from './history-conditions.ts'
import { type Sums, summedVisits } from './summed-visits.ts'

const MOST_SEEN = 10

const visits = z.int()
const day = z.string().meta({ format: 'date' })

/** Visits per day, of the most seen contents and per media type, from `from` to `to`. */
export const historySummarySchema = z.object({
  from: day,
  to: day,
  isPartial: z
    .boolean()
    .meta({ description: 'Solo se sumaron las visitas más recientes de las encontradas' }),
  days: z.array(z.object({ day, visits })),
  contents: z.array(
    z.object({
      contentId: z.string(),
      title: z.string(),
      mediaType: z.enum(MEDIA_TYPES),
      resource: z.enum(MEDIA_RESOURCES),
      visits,
    }),
  ),
  mediaTypes: z.array(z.object({ mediaType: z.enum(MEDIA_TYPES), visits })),
})
export type HistorySummary = z.output<typeof historySummarySchema>

/** Sums what a list's query finds, in no more than a year of days (see `summaryDays`). */
export const summarizeHistories = async (
  { db, config, now }: Context,
  caller: Caller,
  query: HistoryQuery,
): Promise<HistorySummary> => {
  const { from, to } = summaryDays(query, dayOf(now(), config.timeZone))
  if (from > to) return { from, to, isPartial: false, days: [], contents: [], mediaTypes: [] }
  const within = { ...query, dateBeging: from, dateFinish: to }
  const conditions = historyConditions(db, config, caller, within)
  const isCounted = conditions.kept !== undefined && query.episodeId === undefined
  const { contents, ...sums } = isCounted
    ? await keptSums(db, within)
    : await summedVisits(db, config.timeZone, conditions)
  const most = [...contents].sort((a, b) => b.visits - a.visits).slice(0, MOST_SEEN)
  const named = await Promise.all(most.map((each) => withTitle(db, each)))
  return { from, to, ...sums, contents: named.flatMap((each) => each ?? []) }
}

const keptSums = async (db: Executor, query: HistoryQuery): Promise<Sums> => {
  const { contentId } = query
  const counts = contentId === undefined ? historyDays : historyItems
  const where = and(
    daysOf(counts, query),
    contentId === undefined ? undefined : eq(historyItems.item, contentId),
  )
  const days = await sumsBy(db, counts, counts.day, where)
  const mediaTypes = await sumsBy(db, counts, counts.mediaType, where)
  const ofContents = and(
    daysOf(historyItems, query),
    sql`not ${historyItems.isEpisode}`,
    contentId === undefined ? undefined : eq(historyItems.item, contentId),
  )
  const contents = await sumsBy(db, historyItems, historyItems.item, ofContents, MOST_SEEN)
  return {
    isPartial: false,
    days: days
      .map(({ key, visits }) => ({ day: String(key), visits }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
    contents: contents.map(({ key, visits }) => ({ contentId: String(key), visits })),
    mediaTypes: mediaTypes.flatMap(({ key, visits }) => {
      const mediaType = MEDIA_TYPES.find((each) => each === key)
      return mediaType ? [{ mediaType, visits }] : []
    }),
  }
}

const sumsBy = (
  db: Executor,
  counts: typeof historyDays | typeof historyItems,
  key:
    | typeof historyDays.day
    | typeof historyDays.mediaType
    | typeof historyItems.day
    | typeof historyItems.mediaType
    | typeof historyItems.item,
  where: SQL | undefined,
  most = 1000,
) =>
  db
    .select({ key: sql<string>`${key}::text`, visits: sum(counts.visits).mapWith(Number) })
    .from(counts)
    .where(where)
    .groupBy(key)
    .orderBy(desc(sql`2`))
    .limit(most)

const withTitle = async (db: Executor, { contentId, visits }: { contentId: string; visits: number }) => {
  const [last] = await db
    .select({ title: histories.title, mediaType: histories.mediaType, resource: histories.resource })
    .from(histories)
    .where(eq(histories.contentId, contentId))
    .orderBy(desc(histories.date))
    .limit(1)
  return last && { contentId, ...last, visits }
}
