import { and, gte, lt, type SQL, sql } from 'drizzle-orm'
import { dayRange } from '../../../domain/format/days.ts'
import type { SortOrder } from '../../platform/database/list-source.ts'
import type { Executor } from '../../platform/database/open.ts'
import { histories } from '../../platform/database/schema/support.ts'
import type { KeptCounts } from './history-conditions.ts'

/** Before so many rows the list itself is quick. */
const NEAR = 5_000

interface Place {
  where: SQL | undefined
  offset: number
}

type Day = { day: string; before: number }

/** Where a page far down a list of visits begins, from the counts by day: docs/design/list-queries.md. */
export const seekDay = async (
  db: Executor,
  timeZone: string,
  { counts, where }: KeptCounts,
  { offset, order }: { offset: number; order: SortOrder },
): Promise<Place> => {
  if (offset < NEAR) return { where: undefined, offset }
  const towards = sql.raw(order)
  const { rows } = await db.execute<Day>(sql`
    with days as (
      select day, sum(visits) as visits from ${counts} ${where ? sql`where ${where}` : sql``} group by day),
    running as (select day, visits, sum(visits) over (order by day ${towards}) as upto from days)
    select day::text as day, (upto - visits)::bigint as before from running
    where upto > ${offset}::bigint order by day ${towards} limit 1`)
  const found = rows[0]
  // Beyond the last one: the list says so itself, from the last day on.
  if (!found) return { where: sql`false`, offset: 0 }
  const { start, end } = dayRange(found.day, found.day, timeZone)
  const bound = order === 'desc' ? end && lt(histories.date, end) : start && gte(histories.date, start)
  return { where: and(bound), offset: offset - found.before }
}
