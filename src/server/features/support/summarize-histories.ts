import { and, desc, eq, gte, lt, type SQL, sql, sum } from 'drizzle-orm'
import { dayAfter, dayOf, dayRange } from '../../../domain/format/dates.ts'
import { type HistoryDays, type HistorySummary, summaryDays } from '../../../domain/support/history.ts'
import { MEDIA_TYPES, type MediaType } from '../../../domain/support/media-types.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { estimateRows } from '../../platform/database/estimate-rows.ts'
import type { ListRequest } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { histories, historyDays, historyItems } from '../../platform/database/schema/support.ts'
import type { Context } from '../../platform/http/context.ts'
import { dayFilter, type HistoryQuery, historyConditions } from './list-histories.ts'

const MAX_SEEN = 10

/** Summary of a list's query, over at most a year (see `summaryDays`). */
export const summarizeHistories = async (
  context: Context,
  currentUser: CurrentUser,
  query: HistoryQuery,
): Promise<HistorySummary> => {
  const { db, config, now } = context
  const { from, to } = summaryDays(query, dayOf(now(), config.timeZone))
  if (from > to) return { from, to, isPartial: false, days: [], contents: [], mediaTypes: [] }
  const within = { ...query, dateBeging: from, dateFinish: to }
  const conditions = historyConditions(db, config, currentUser, within)
  const isCounted = conditions.storedCounts !== undefined && query.episodeId === undefined
  const { contents, ...sums } = isCounted
    ? await sumStoredCounts(db, within)
    : await sumVisits(db, config.timeZone, conditions)
  const most = [...contents].sort((a, b) => b.visits - a.visits).slice(0, MAX_SEEN)
  const titled = await Promise.all(
    most.map((each) => addTitle(db, each, dayRange(from, to, config.timeZone))),
  )
  const start = await summaryStart(context, currentUser, query, from, sums.days)
  return { from: start, to, ...sums, contents: titled.flatMap((each) => each ?? []) }
}

/** Visits by day of a list's query, over at most a year. */
export const countHistoriesByDay = async (
  context: Context,
  currentUser: CurrentUser,
  query: HistoryQuery,
): Promise<HistoryDays> => {
  const { db, config, now } = context
  const { from, to } = summaryDays(query, dayOf(now(), config.timeZone))
  if (from > to) return { from, to, isPartial: false, days: [] }
  const within = { ...query, dateBeging: from, dateFinish: to }
  const conditions = historyConditions(db, config, currentUser, within)
  if (!conditions.storedCounts) {
    const { isPartial, days } = await sumVisits(db, config.timeZone, conditions)
    return { from: await summaryStart(context, currentUser, query, from, days), to, isPartial, days }
  }
  const { counts, day, rows: visits, where } = conditions.storedCounts
  const { rows } = await db.execute<{ day: string; visits: number }>(sql`
    select ${day}::text as day, sum(${visits})::float8 as visits from ${counts} ${where ? sql`where ${where}` : sql``}
    group by ${day} order by ${day}`)
  return {
    from: await summaryStart(context, currentUser, query, from, rows),
    to,
    isPartial: false,
    days: rows,
  }
}

/**
 * Where a summary begins: with the first visit, if no first day was requested and none is older (rule R6). Whether older ones
 * match a search is not looked up.
 */
const summaryStart = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: HistoryQuery,
  from: string,
  [first]: readonly { day: string }[],
): Promise<string> => {
  if (query.dateBeging !== undefined || !first) return from
  const before = { ...query, dateFinish: dayAfter(from, -1) }
  const { where, unsorted, storedCounts } = historyConditions(db, config, currentUser, before)
  if (unsorted) return from
  const older = storedCounts ?? { counts: histories, where }
  const { rows } = await db.execute(sql`select 1 from ${older.counts} where ${older.where} limit 1`)
  return rows.length === 0 ? first.day : from
}

const sumStoredCounts = async (db: Executor, query: HistoryQuery): Promise<Sums> => {
  const { contentId } = query
  const counts = contentId === undefined ? historyDays : historyItems
  const where = and(
    dayFilter(counts, query),
    contentId === undefined ? undefined : eq(historyItems.item, contentId),
  )
  const days = await sumsBy(db, counts, counts.day, where)
  const mediaTypes = await sumsBy(db, counts, counts.mediaType, where)
  const ofContents = and(
    dayFilter(historyItems, query),
    sql`not ${historyItems.isEpisode}`,
    contentId === undefined ? undefined : eq(historyItems.item, contentId),
  )
  const contents = await sumsBy(db, historyItems, historyItems.item, ofContents, MAX_SEEN)
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

/** Adds the title of a content by its latest visit in the period; other partitions are not read. */
const addTitle = async (
  db: Executor,
  { contentId, visits }: { contentId: string; visits: number },
  { start, end }: ReturnType<typeof dayRange>,
) => {
  const [last] = await db
    .select({ title: histories.title, mediaType: histories.mediaType, resource: histories.resource })
    .from(histories)
    .where(
      and(
        eq(histories.contentId, contentId),
        start && gte(histories.date, start),
        end && lt(histories.date, end),
      ),
    )
    .orderBy(desc(histories.date))
    .limit(1)
  return last && { contentId, ...last, visits }
}

/** Sums of some visits; `isPartial` if there were too many to sum all. */
interface Sums {
  isPartial: boolean
  days: { day: string; visits: number }[]
  contents: { contentId: string; visits: number }[]
  mediaTypes: { mediaType: MediaType; visits: number }[]
}

/** Most visits summed row by row; with more, only the newest are. */
const MAX_SUMMED = 20_000
/** Newest visits scanned for matches of a common word. */
const MAX_LOOKED_THROUGH = 50_000

type Conditions = Pick<ListRequest, 'where' | 'unsorted'>

interface SumRow extends Record<string, unknown> {
  isPartial: boolean
  day: string | null
  contentId: string | null
  mediaType: string | null
  visits: number
}

/** Sums individual visits: those of a user, or those matching a search. */
const sumVisits = async (db: Executor, timeZone: string, conditions: Conditions): Promise<Sums> => {
  const { visits, most, condition } = await newestVisits(db, conditions)
  // Reads one visit more than the limit, to tell whether there are more; the empty grouping set returns a row even for
  // none.
  const { rows } = await db.execute<SumRow>(sql`
    with visits as materialized (
      select (date at time zone ${timeZone})::date::text as day, content_id, media_type, ordinal > ${most} as is_beyond
      from (
        select *, row_number() over (${newestFirst}) as ordinal from (${visits} limit ${most + 1}) as ${histories}
      ) as ${histories}
      where ordinal > ${most} or ${condition})
    select day, content_id as "contentId", media_type as "mediaType", count(*) as visits,
      exists (select from visits where is_beyond) as "isPartial"
    from visits where not is_beyond group by grouping sets ((day), (content_id), (media_type), ())`)
  const days = rows.flatMap(({ day, visits }) => (day === null ? [] : [{ day, visits }]))
  return {
    isPartial: rows.some((row) => row.isPartial),
    days: days.sort((a, b) => (a.day < b.day ? -1 : 1)),
    contents: rows.flatMap(({ contentId, visits }) => (contentId === null ? [] : [{ contentId, visits }])),
    mediaTypes: rows.flatMap(({ mediaType, visits }) => {
      const type = MEDIA_TYPES.find((each) => each === mediaType)
      return type ? [{ mediaType: type, visits }] : []
    }),
  }
}

const newestFirst = sql`order by ${histories.date} desc, ${histories._id} desc`

interface NewestVisits {
  /** Query of visits, newest first. */
  visits: SQL
  /** Most visits to read, which bounds the time. */
  most: number
  /** Condition on the visits to sum. */
  condition: SQL
}

const newestVisits = async (db: Executor, { where, unsorted }: Conditions): Promise<NewestVisits> => {
  const fromWhere = (condition: SQL | undefined) =>
    sql`from ${histories} ${condition ? sql`where ${condition}` : sql``}`
  const all = and(where, unsorted)
  if (unsorted && (await estimateRows(db, rowsWhere(histories, all))) > MAX_SUMMED)
    return {
      visits: sql`select * ${fromWhere(where)} ${newestFirst}`,
      most: MAX_LOOKED_THROUGH,
      condition: unsorted,
    }
  // `offset 0` keeps the planner from using the index of the order instead of the one that finds the matches.
  const matches = unsorted
    ? sql`from (select * ${fromWhere(all)} offset 0) as ${histories}`
    : fromWhere(where)
  return { visits: sql`select * ${matches} ${newestFirst}`, most: MAX_SUMMED, condition: sql`true` }
}
