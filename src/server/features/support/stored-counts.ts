import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/open.ts'
import {
  histories,
  historyDays,
  historyItems,
  issueDays,
  issues,
} from '../../platform/database/schema/support.ts'

/** Fills the counts of days, which must be empty, with the visits and reports that are stored. */
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
