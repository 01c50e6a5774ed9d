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
  for (const counts of [historyItems, historyDays, issueDays]) await tx.delete(counts)
  await countStored(tx, timeZone)
}

/** Fills the daily counts, which must be empty, from the stored visits and reports. */
export const countStored = async (tx: Tx, timeZone: string): Promise<void> => {
  const day = sql`(date at time zone ${timeZone})::date`
  await tx.execute(sql`
    insert into ${historyDays} (day, media_type, slot, visits)
    select ${day}, media_type, 0, count(*) from ${histories} group by 1, 2`)
  for (const [item, isEpisode] of [
    ['content_id', false],
    ['episode_id', true],
  ] as const)
    await tx.execute(sql`
      insert into ${historyItems} (item_id, day, media_type, is_episode, visits)
      select ${sql.identifier(item)}, ${day}, min(media_type), ${isEpisode}, count(*) from ${histories}
      where ${sql.identifier(item)} is not null group by 1, 2`)
  await tx.execute(sql`
    insert into ${issueDays} (day, media_type, issue_type, open, fixed)
    select day, media_type, issue_type, count(*) filter (where not status), count(*) filter (where status)
    from ${issues} group by 1, 2, 3`)
}
