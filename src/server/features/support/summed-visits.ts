import { and, type SQL, sql } from 'drizzle-orm'
import { MEDIA_TYPES, type MediaType } from '../../../domain/support/media-types.ts'
import { estimateRows } from '../../platform/database/estimate-rows.ts'
import type { ListRequest } from '../../platform/database/list-source.ts'
import type { Executor } from '../../platform/database/open.ts'
import { histories } from '../../platform/database/schema/support.ts'

/** The sums of some visits; `isPartial` when there were more than are summed. */
export interface Sums {
  isPartial: boolean
  days: { day: string; visits: number }[]
  contents: { contentId: string; visits: number }[]
  mediaTypes: { mediaType: MediaType; visits: number }[]
}

/** More visits are not summed one by one; of these the newest are. */
const MOST_SUMMED = 20_000
/** So many of the newest visits are looked through for those that a common word finds. */
const MOST_LOOKED_THROUGH = 50_000

type Conditions = Pick<ListRequest, 'where' | 'scattered'>

interface SumRow extends Record<string, unknown> {
  day: string | null
  contentId: string | null
  mediaType: string | null
  visits: number
}

/** Sums visits one by one: those of a user, those that a search finds. */
export const summedVisits = async (db: Executor, timeZone: string, conditions: Conditions): Promise<Sums> => {
  const { visits, isCut } = await newest(db, conditions)
  const { rows } = await db.execute<SumRow>(sql`
    with visits as materialized (
      select (date at time zone ${timeZone})::date::text as day, content_id, media_type from (${visits}) as newest)
    select day, content_id as "contentId", media_type as "mediaType", count(*) as visits from visits
    group by grouping sets ((day), (content_id), (media_type))`)
  const days = rows.flatMap(({ day, visits }) => (day === null ? [] : [{ day, visits }]))
  const summed = days.reduce((total, each) => total + each.visits, 0)
  return {
    isPartial: isCut || summed >= MOST_SUMMED,
    days: days.sort((a, b) => (a.day < b.day ? -1 : 1)),
    contents: rows.flatMap(({ contentId, visits }) => (contentId === null ? [] : [{ contentId, visits }])),
    mediaTypes: rows.flatMap(({ mediaType, visits }) => {
      const known = MEDIA_TYPES.find((each) => each === mediaType)
      return known ? [{ mediaType: known, visits }] : []
    }),
  }
}

const ordered = sql`order by ${histories.date} desc, ${histories._id} desc`

/** The statement that finds the newest visits, in bounded time whatever matches. */
const newest = async (
  db: Executor,
  { where, scattered }: Conditions,
): Promise<{ visits: SQL; isCut: boolean }> => {
  const of = (condition: SQL | undefined) =>
    sql`from ${histories} ${condition ? sql`where ${condition}` : sql``}`
  if (!scattered) return { visits: sql`select * ${of(where)} ${ordered} limit ${MOST_SUMMED}`, isCut: false }
  const all = and(where, scattered)
  if ((await estimateRows(db, histories, all)) > MOST_SUMMED) {
    const first = sql`select * ${of(where)} ${ordered} limit ${MOST_LOOKED_THROUGH}`
    return { visits: sql`select * from (${first}) as ${histories} where ${scattered}`, isCut: true }
  }
  // The offset of 0 keeps the index of the order out: whichever finds the matches is read.
  const found = sql`select * ${of(all)} offset 0`
  return {
    visits: sql`select * from (${found}) as ${histories} ${ordered} limit ${MOST_SUMMED}`,
    isCut: false,
  }
}
