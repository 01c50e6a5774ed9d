import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/open.ts'
import {
  histories,
  historyDays,
  historyItems,
  issueDays,
  issueGroups,
  issues,
} from '../../platform/database/schema/support.ts'

/** Rebuilds the daily counts of visits and reports with the days of another time zone. */
export const recountDays = async (tx: Tx, timeZone: string): Promise<void> => {
  // Running nodes write them too: locked in the same order, to avoid deadlocks.
  await tx.execute(sql`
    lock table ${histories}, ${historyItems}, ${historyDays}, ${issues}, ${issueDays} in share row exclusive mode`)
  const day = sql`(date at time zone ${timeZone})::date`
  await tx.execute(sql`update ${issues} set day = ${day} where day <> ${day}`)
  await rebuildCounts(tx, timeZone)
}

/**
 * Rebuilds the counts from the stored visits and reports: by day, which must be that of the time zone, and by group.
 */
export const rebuildCounts = async (tx: Tx, timeZone: string): Promise<void> => {
  await tx.execute(sql`select recount_visits(${timeZone})`)
  await tx.delete(issueDays)
  await tx.execute(sql`
    insert into ${issueDays} (day, media_type, issue_type, open, fixed)
    select day, media_type, issue_type, count(*) filter (where not status), count(*) filter (where status)
    from ${issues} group by 1, 2, 3`)
  await tx.execute(sql`
    update ${issueGroups} g set open = c.open, fixed = c.fixed, last_date = c.last_date
    from (
      select group_number, count(*) filter (where not status) as open, count(*) filter (where status) as fixed,
        max(date) as last_date
      from ${issues} group by 1) c
    where g.number = c.group_number and (g.open, g.fixed, g.last_date) is distinct from (c.open, c.fixed, c.last_date)`)
}
