import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/open.ts'
import {
  histories,
  historyDays,
  historyItems,
  issueDays,
  issues,
} from '../../platform/database/schema/support.ts'

/** Rebuilds the daily counts of visits and reports with the days of another time zone. */
export const recountDays = async (tx: Tx, timeZone: string): Promise<void> => {
  // Running nodes write them too: locked in the same order, to avoid deadlocks.
  await tx.execute(sql`
    lock table ${histories}, ${historyItems}, ${historyDays}, ${issues}, ${issueDays} in share row exclusive mode`)
  const day = sql`(date at time zone ${timeZone})::date`
  await tx.execute(sql`update ${issues} set day = ${day} where day <> ${day}`)
  await countStored(tx, timeZone)
}

/** Rebuilds the daily counts from the stored visits and reports, whose days must be those of the time zone. */
export const countStored = async (tx: Tx, timeZone: string): Promise<void> => {
  await tx.execute(sql`select recount_visits(${timeZone})`)
  await tx.delete(issueDays)
  await tx.execute(sql`
    insert into ${issueDays} (day, media_type, issue_type, open, fixed)
    select day, media_type, issue_type, count(*) filter (where not status), count(*) filter (where status)
    from ${issues} group by 1, 2, 3`)
}
