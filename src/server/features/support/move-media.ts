import { and, eq, inArray, sql } from 'drizzle-orm'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import { batches } from '../../platform/database/schema/batches.ts'
import { histories, historyItems, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { searchText, sortKey } from '../../platform/database/search.ts'

interface DayVisits extends Record<string, unknown> {
  day: string
  visits: number
}

interface StoredVisits extends DayVisits {
  mediaType: string
}

/**
 * Moves the visits of a content or an episode to another one, with their daily counts; returns their number. Visits
 * recorded meanwhile stay with the first, like those of a deleted content, and are counted there.
 */
export const moveVisits = async (
  tx: Tx,
  timeZone: string,
  kind: 'content' | 'episode',
  from: string,
  to: string,
): Promise<number> => {
  const column = sql.identifier(kind === 'content' ? 'content_id' : 'episode_id')
  const { rows: moved } = await tx.execute<DayVisits>(sql`
    with moved as (update ${histories} set ${column} = ${to} where ${column} = ${from} returning date)
    select (date at time zone ${timeZone})::date::text as day, count(*)::int as visits from moved group by 1`)
  if (moved.length === 0) return 0
  // Waits for visits being counted, and moves their counts too.
  const { rows: counted } = await tx.execute<StoredVisits>(sql`
    with taken as (
      delete from ${historyItems} where item_id = ${from} and day = any(${sql.param(moved.map(({ day }) => day))}::date[])
      returning day, media_type, visits)
    select day::text as day, min(media_type) as "mediaType", sum(visits)::int as visits from taken group by 1`)
  const visitsByDay = new Map(moved.map(({ day, visits }) => [day, visits]))
  const counts = counted.flatMap(({ day, mediaType, visits }) => {
    const movedVisits = Math.min(visits, visitsByDay.get(day) ?? 0)
    return [
      { item_id: to, day, media_type: mediaType, visits: movedVisits },
      { item_id: from, day, media_type: mediaType, visits: visits - movedVisits },
    ].filter((row) => row.visits > 0)
  })
  await tx.execute(sql`
    insert into ${historyItems} as counts (item_id, day, slot, media_type, is_episode, visits)
    select item_id, day, 0, media_type, ${kind === 'episode'}, visits
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as v(item_id text, day date, media_type text, visits int)
    order by item_id, day
    on conflict (item_id, day, slot) do update set visits = counts.visits + excluded.visits`)
  return moved.reduce((sum, { visits }) => sum + visits, 0)
}

/** Fields of a content or an episode that groups of reports show. */
interface ReportedMedia {
  id: string
  /** The series of an episode. */
  parentId: string | null
  title: string
  reference: string
}

const groupFields = ({ parentId, title, reference }: ReportedMedia) => ({
  parentId,
  title,
  titleKey: sortKey(title),
  reference,
  search: searchText(title, reference),
})

/**
 * Moves the reports of a content or an episode to another one; returns their number. Each keeps its media type and day,
 * so the daily counts don't change.
 */
export const moveReports = async (tx: Tx, from: string, to: ReportedMedia): Promise<number> => {
  const groups = await tx
    .select()
    .from(issueGroups)
    .where(eq(issueGroups.mediaId, from))
    .orderBy(issueGroups._id)
    .for('update')
  for (const { _id: _, number, ...group } of groups) {
    const [target] = await tx
      .insert(issueGroups)
      .values({ ...group, ...groupFields(to), mediaId: to.id })
      .onConflictDoUpdate({
        target: [issueGroups.mediaId, issueGroups.issueType],
        set: {
          open: sql`${issueGroups.open} + excluded.open`,
          fixed: sql`${issueGroups.fixed} + excluded.fixed`,
          lastDate: sql`greatest(${issueGroups.lastDate}, excluded.last_date)`,
        },
      })
      .returning({ number: issueGroups.number })
    if (!target) throw new Error('The group of reports was not stored')
    await tx.update(issues).set({ group: target.number, mediaId: to.id }).where(eq(issues.group, number))
    await tx.delete(issueGroups).where(eq(issueGroups.number, number))
  }
  // Repairs and answers by content now refer to the other content.
  if (groups.length > 0)
    await tx
      .update(batches)
      .set({ changes: sql`${batches.changes} || ${JSON.stringify({ mediaId: to.id })}::jsonb` })
      .where(
        and(inArray(batches.action, ['repair', 'answer']), sql`${batches.changes} ->> 'mediaId' = ${from}`),
      )
  return groups.reduce((sum, { open, fixed }) => sum + open + fixed, 0)
}

/** Updates the series shown for reports of moved episodes. */
export const renameReports = async (tx: Tx, moved: readonly ReportedMedia[]): Promise<void> => {
  const groups = await tx
    .select({ _id: issueGroups._id, mediaId: issueGroups.mediaId })
    .from(issueGroups)
    .where(
      isAnyOf(
        issueGroups.mediaId,
        moved.map(({ id }) => id),
      ),
    )
    .orderBy(issueGroups._id)
    .for('no key update')
  const shown = new Map(moved.map((each) => [each.id, each]))
  for (const { _id, mediaId } of groups) {
    const reported = shown.get(mediaId)
    if (reported) await tx.update(issueGroups).set(groupFields(reported)).where(eq(issueGroups._id, _id))
  }
}
