import { aliasedTable, and, desc, eq, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Size } from '../../../domain/contract/list-end.ts'
import {
  ISSUE_MESSAGES,
  type IssueStatus,
  issueStatusName,
  oldestUndoable,
} from '../../../domain/support/issue.ts'
import type { Issue, NewRepair, Repair, UndoneRepair } from '../../../domain/support/issue-endpoints.ts'
import type { Config } from '../../config.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import {
  type IssueRow,
  issueDays,
  issueGroups,
  issueRepairs,
  issues,
} from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, NotFound } from '../../platform/http/errors.ts'
import { editDate, refuseStale, wholeNumber } from '../../platform/http/operation.ts'
import { pagingOf, type SizeQuery, sizeOf } from '../../platform/lists/list-end.ts'
import { issueConditions, issueResponse } from './list-issues.ts'

/** Marks a report as repaired or reopens it; no change if it already has the status. */
export const setIssueStatus = async (
  { db, now }: Context,
  currentUser: CurrentUser,
  id: string,
  sent: IssueStatus,
): Promise<Issue> =>
  withRetry(db, async (tx) => {
    const stored = await lockIssue(tx, id)
    refuseStale(sent, stored.dateUpdate)
    const change = { by: currentUser.name, at: editDate(now(), stored.dateUpdate), repair: null }
    await changeStatus(tx, eq(issues._id, id), sent.status, change)
    const [found] = await tx
      .select({ issue: issues, group: issueGroups })
      .from(issues)
      .innerJoin(issueGroups, eq(issueGroups.number, issues.group))
      .where(eq(issues._id, id))
    if (!found) throw new NotFound()
    if (stored.status !== sent.status)
      await recordChange(tx, currentUser, now(), {
        action: sent.status ? 'repair' : 'update',
        resource: 'issues',
        record: { _id: id, name: found.group.title },
        before: { status: issueStatusName(stored.status) },
        after: { status: issueStatusName(sent.status) },
      })
    return issueResponse(found.issue, found.group)
  })

const lockIssue = async (tx: Tx, id: string): Promise<IssueRow> => {
  const [row] = await tx.select().from(issues).where(eq(issues._id, id)).for('no key update')
  if (!row) throw new NotFound()
  return row
}

/**
 * Marks the open reports of a query as repaired, up to the latest one at the time of counting. Changes nothing if there
 * are more than were counted.
 */
export const repairIssues = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
  repair: NewRepair,
): Promise<{ count: number; batchId: string | null }> =>
  withRetry(db, async (tx) => {
    const date = now()
    const batch = await openBatch(tx, currentUser, date, repair)
    const change = { by: currentUser.name, at: date, repair: batch.number }
    const count = await changeStatus(tx, conditionOf(config, repair), true, change)
    if (repair.count !== undefined && count > repair.count)
      throw new Conflict(ISSUE_MESSAGES.more(count), { code: 'STALE' })
    if (count > 0) await recordRepair(tx, currentUser, date, repair, count)
    return { count, batchId: await closeBatch(tx, batch._id, count) }
  })

/** Records one audit event for all reports of a repair, with their number and filters. */
const recordRepair = async (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  { search, until: _until, count: _count, ids: _ids, groups: _groups, ...filters }: NewRepair,
  count: number,
): Promise<void> => {
  const { mediaId } = filters
  const [group] =
    mediaId === undefined
      ? []
      : await tx
          .select({ title: issueGroups.title })
          .from(issueGroups)
          .where(eq(issueGroups.mediaId, mediaId))
          .limit(1)
  await recordChange(tx, currentUser, date, {
    action: 'repair',
    resource: 'issues',
    record: { _id: null, name: group?.title ?? '' },
    after: { count, ...filters, q: search },
  })
}

/** Creates the batch of a repair, and deletes batches too old to be undone. */
const openBatch = async (
  tx: Tx,
  { id }: CurrentUser,
  date: Date,
  { until: _until, count: _count, search, ids, groups, ...filters }: NewRepair,
) => {
  await tx.delete(issueRepairs).where(lt(issueRepairs.date, oldestUndoable(date)))
  const [batch] = await tx
    .insert(issueRepairs)
    .values({
      user: id,
      date,
      filters: { ...filters, ...(search === '' ? {} : { search }), ...((ids ?? groups) && { chosen: true }) },
      count: 0,
    })
    .returning({ _id: issueRepairs._id, number: issueRepairs.number })
  if (!batch) throw new Error('The repair was not stored')
  return batch
}

/** Stores the number of repaired reports and returns the batch's id; deletes an empty batch. */
const closeBatch = async (tx: Tx, id: string, count: number): Promise<string | null> => {
  const own = eq(issueRepairs._id, id)
  if (count === 0) await tx.delete(issueRepairs).where(own)
  else await tx.update(issueRepairs).set({ count }).where(own)
  return count === 0 ? null : id
}

const conditionOf = (config: Config, { until, count: _count, ...filters }: NewRepair): SQL | undefined => {
  const { where, unsorted } = issueConditions(config, filters)
  return and(where, unsorted, until === undefined ? undefined : lte(issues.number, until))
}

/** Changes the status of reports that don't have it yet, with the counts; returns their number. */
const changeStatus = async (
  tx: Tx,
  where: SQL | undefined,
  status: boolean,
  { by, at, repair }: { by: string; at: Date; repair: number | null },
): Promise<number> => {
  const [more, less] = status ? (['fixed', 'open'] as const) : (['open', 'fixed'] as const)
  const counts = sql.raw(`${more} = c.${more} + n, ${less} = c.${less} - n`)
  const { rows } = await tx.execute<{ count: number }>(sql`
    with changed as (
      update ${issues} set status = ${status}, user_update = ${by}, date_update = ${at.toISOString()}::timestamptz,
        repair_number = ${repair}::bigint
      where ${and(eq(issues.status, !status), where)}
      returning group_number, day, media_type, issue_type),
    of_groups as (
      update ${issueGroups} c set ${counts}
      from (select group_number, count(*)::int as n from changed group by group_number) t
      where c.number = t.group_number),
    of_days as (
      update ${issueDays} c set ${counts}
      from (select day, media_type, issue_type, count(*)::int as n from changed group by 1, 2, 3) t
      where c.day = t.day and c.media_type = t.media_type and c.issue_type = t.issue_type)
    select count(*) as count from changed`)
  return rows[0]?.count ?? 0
}

/** Reopens the reports of a repair that were not changed since. Idempotent. */
export const undoRepair = (
  { db, now }: Context,
  currentUser: CurrentUser,
  id: string,
): Promise<UndoneRepair> =>
  withRetry(db, async (tx) => {
    const date = now()
    const [batch] = await tx
      .select()
      .from(issueRepairs)
      .where(and(eq(issueRepairs._id, id), gte(issueRepairs.date, oldestUndoable(date))))
      .for('no key update')
    if (!batch) throw new NotFound(ISSUE_MESSAGES.repairGone)
    const outcomeOf = (reopened: number) => ({ reopened, kept: batch.count - reopened })
    if (batch.reopened !== null) return outcomeOf(batch.reopened)
    const change = { by: currentUser.name, at: date, repair: null }
    const reopened = await changeStatus(tx, eq(issues.repair, batch.number), false, change)
    await tx
      .update(issueRepairs)
      .set({ reopened, undoneBy: currentUser.id, undoneAt: date })
      .where(eq(issueRepairs._id, id))
    await recordChange(tx, currentUser, date, {
      action: 'undo-repair',
      resource: 'issues',
      record: { _id: id, name: 'Reportes reparados' },
      after: outcomeOf(reopened),
    })
    return outcomeOf(reopened)
  })

const MOST = 100

export const repairParameters = z.strictObject({
  page: wholeNumber(1, 1_000_000).optional(),
  limit: wholeNumber(1, MOST).default(20),
})

/** The repairs that can be undone or were undone, newest first. */
export const listRepairs = async (
  context: Context,
  currentUser: CurrentUser,
  query: z.output<typeof repairParameters>,
): Promise<Repair[]> => {
  const { db, now } = context
  const { limit, offset } = await pagingOf(context, currentUser, query)
  const undoers = aliasedTable(users, 'undoers')
  const rows = await db
    .select({ batch: issueRepairs, userName: users.name, undoneName: undoers.name })
    .from(issueRepairs)
    .leftJoin(users, eq(users._id, issueRepairs.user))
    .leftJoin(undoers, eq(undoers._id, issueRepairs.undoneBy))
    .where(gte(issueRepairs.date, oldestUndoable(now())))
    .orderBy(desc(issueRepairs.date), desc(issueRepairs._id))
    .limit(limit)
    .offset(offset)
  const titles = await titlesOf(
    db,
    rows.flatMap(({ batch }) => batch.filters.mediaId ?? []),
  )
  return rows.map(({ batch, userName, undoneName }) => ({
    _id: batch._id,
    date: batch.date.toISOString(),
    userName: userName ?? '',
    count: batch.count,
    filters: batch.filters,
    title: titles.get(batch.filters.mediaId ?? '') ?? null,
    undone:
      batch.reopened === null || batch.undoneAt === null
        ? null
        : {
            reopened: batch.reopened,
            kept: batch.count - batch.reopened,
            date: batch.undoneAt.toISOString(),
            userName: undoneName ?? '',
          },
  }))
}

export const countRepairs = (context: Context, query: SizeQuery<object>): Promise<Size> =>
  sizeOf(context, query, {
    rows: rowsWhere(issueRepairs, gte(issueRepairs.date, oldestUndoable(context.now()))),
  })

const titlesOf = async (db: Executor, mediaIds: string[]): Promise<Map<string, string>> => {
  if (mediaIds.length === 0) return new Map()
  const found = await db
    .select({ mediaId: issueGroups.mediaId, title: sql<string>`max(${issueGroups.title})` })
    .from(issueGroups)
    .where(inArray(issueGroups.mediaId, [...new Set(mediaIds)]))
    .groupBy(issueGroups.mediaId)
  return new Map(found.map(({ mediaId, title }) => [mediaId, title]))
}
