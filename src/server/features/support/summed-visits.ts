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
  isPartial: boolean
  day: string | null
  contentId: string | null
  mediaType: string | null
  visits: number
}

/** Sums visits one by one: those of a user, those that a search finds. */
export const summedVisits = async (db: Executor, timeZone: string, conditions: Conditions): Promise<Sums> => {
  const { visits, most, condition } = await newest(db, conditions)
  // One visit more than are looked at tells whether there are more; the empty grouping set says so even of none.
  const { rows } = await db.execute<SumRow>(sql`
    with visits as materialized (
      select (date at time zone ${timeZone})::date::text as day, content_id, media_type, place > ${most} as is_beyond
      from (
        select *, row_number() over (${ordered}) as place from (${visits} limit ${most + 1}) as ${histories}
      ) as ${histories}
      where place > ${most} or ${condition})
    select day, content_id as "contentId", media_type as "mediaType", count(*) as visits,
      exists (select from visits where is_beyond) as "isPartial"
    from visits where not is_beyond group by grouping sets ((day), (content_id), (media_type), ())`)
  const days = rows.flatMap(({ day, visits }) => (day === null ? [] : [{ day, visits }]))
  return {
    isPartial: rows.some((row) => row.isPartial),
    days: days.sort((a, b) => (a.day < b.day ? -1 : 1)),
    contents: rows.flatMap(({ contentId, visits }) => (contentId === null ? [] : [{ contentId, visits }])),
    mediaTypes: rows.flatMap(({ mediaType, visits }) => {
      const known = MEDIA_TYPES.find((each) => each === mediaType)
      return known ? [{ mediaType: known, visits }] : []
    }),
  }
}

const ordered = sql`order by ${histories.date} desc, ${histories._id} desc`

interface Newest {
  /** Finds visits, the newest first. */
  visits: SQL
  /** How many of them are looked at, which bounds the time whatever matches. */
  most: number
  /** What those that are summed meet. */
  condition: SQL
}

const newest = async (db: Executor, { where, scattered }: Conditions): Promise<Newest> => {
  const of = (condition: SQL | undefined) =>
    sql`from ${histories} ${condition ? sql`where ${condition}` : sql``}`
  const all = and(where, scattered)
  if (scattered && (await estimateRows(db, histories, all)) > MOST_SUMMED)
    return { visits: sql`select * ${of(where)} ${ordered}`, most: MOST_LOOKED_THROUGH, condition: scattered }
  // The offset of 0 keeps the index of the order out: whichever finds the matches is read.
  const found = scattered ? sql`from (select * ${of(all)} offset 0) as ${histories}` : of(where)
  return { visits: sql`select * ${found} ${ordered}`, most: MOST_SUMMED, condition: sql`true` }
}
