import { and, eq, inArray, lte, max, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AuditAction } from '../../../domain/audit/audit-event.ts'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../domain/batches/bulk.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { ISSUE_MESSAGES, type IssueStatus, issueStatusName } from '../../../domain/support/issue.ts'
import {
  type ListedIssue,
  type NewRepair,
  type Repair,
  repairFilters,
  type UndoneRepair,
} from '../../../domain/support/issue-endpoints.ts'
import type { Config } from '../../config.ts'
import { type Author, recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { rowsWhere } from '../../platform/database/count-rows.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { batches } from '../../platform/database/schema/batches.ts'
import { type IssueRow, issueDays, issueGroups, issues } from '../../platform/database/schema/support.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound } from '../../platform/http/errors.ts'
import { editDate, refuseStale, wholeNumber } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'
import {
  addToSet,
  insertEndedBatch,
  isShared,
  listShared,
  type SetWork,
  undoShared,
} from '../../platform/tasks/set-batches.ts'
import { issueConditions, issueResponse, readProgress, resolveMe, withSender } from './list-issues.ts'
import { readSenders } from './senders.ts'

/** Marks a report as repaired or reopens it; no change if it already has the status. */
export const setIssueStatus = async (
  { db, now }: Context,
  currentUser: CurrentUser,
  id: string,
  sent: IssueStatus,
): Promise<ListedIssue> =>
  withRetry(db, async (tx) => {
    const stored = await lockIssue(tx, id)
    refuseStale(sent, stored.dateUpdate)
    const change = { by: currentUser.name, at: editDate(now(), stored.dateUpdate), repair: null }
    await changeStatus(tx, eq(issues._id, id), sent.status, change)
    const [row] = await tx
      .select({ issue: issues, group: issueGroups })
      .from(issues)
      .innerJoin(issueGroups, eq(issueGroups.number, issues.group))
      .where(eq(issues._id, id))
    if (!row) throw new NotFound()
    if (stored.status !== sent.status)
      await recordChange(tx, currentUser, now(), {
        action: sent.status ? 'repair' : 'update',
        resource: 'issues',
        record: { _id: id, name: row.group.title },
        before: { status: issueStatusName(stored.status) },
        after: { status: issueStatusName(sent.status) },
      })
    const progressOf = await readProgress(tx, [row.issue])
    const senders = await readSenders(tx, currentUser, [row.issue.user])
    return withSender(issueResponse(row.issue, row.group, progressOf(row.issue)), senders.get(row.issue.user))
  })

export const lockIssue = async (tx: Tx, id: string): Promise<IssueRow> => {
  const [row] = await tx.select().from(issues).where(eq(issues._id, id)).for('no key update')
  if (!row) throw new NotFound()
  return row
}

/**
 * Marks the open reports of a query as repaired, up to the latest one at the time of counting, or now if they were not
 * counted. Changes nothing if there are more than were counted.
 */
export const repairIssues = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
  repair: NewRepair,
): Promise<{ count: number; batchId: string | null }> =>
  withRetry(db, async (tx) => {
    const until = repair.until ?? (await lastNumber(tx))
    const where = selectionCondition(config, { ...resolveMe(repair, currentUser), until })
    await requireBulkLimit(tx, where)
    const repaired = await repairWhere(tx, currentUser, now(), where, repair)
    if (repair.count !== undefined && repaired.count > repair.count)
      throw new Conflict(ISSUE_MESSAGES.more(repaired.count), { code: 'STALE' })
    return repaired
  })

const lastNumber = async (tx: Tx): Promise<number> => {
  const [row] = await tx.select({ last: max(issues.number) }).from(issues)
  return row?.last ?? 0
}

/** At most as many as a bulk change takes (rule R9). */
const requireBulkLimit = async (tx: Tx, where: SQL | undefined): Promise<void> => {
  const rows = rowsWhere(issues, and(eq(issues.status, false), where))
  const result = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from (${rows} limit ${MAX_RECORDS + 1}) as found`,
  )
  if ((result.rows[0]?.count ?? 0) > MAX_RECORDS)
    throw new Invalid([{ field: '', message: BULK_MESSAGES.tooMany }])
}

/** Marks the open reports of a condition as repaired, as a batch with the filters that it was made of. */
export const repairWhere = async (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  where: SQL | undefined,
  selection: ReportSelection,
): Promise<{ count: number; batchId: string | null }> => {
  const _id = newId()
  const count = await changeStatus(tx, where, true, { by: currentUser.name, at: date, repair: _id })
  if (count === 0) return { count, batchId: null }
  const { resource, action } = repairs
  const filters = storedFilters(selection)
  await insertEndedBatch(tx, currentUser, { _id, resource, action, date, changes: filters, changed: count })
  await recordCommonEvent(tx, currentUser, date, { action: 'repair', filters, count, batch: _id })
  return { count, batchId: _id }
}

/** Marks the open reports of a condition as repaired, as a part of a batch held by `lockSet`. */
export const addToRepair = async (
  tx: Tx,
  currentUser: CurrentUser,
  date: Date,
  where: SQL | undefined,
  { _id, filters }: Pick<Repair, '_id' | 'filters'>,
): Promise<void> => {
  const changed = await changeStatus(tx, where, true, { by: currentUser.name, at: date, repair: _id })
  const { resource, action } = repairs
  if (changed > 0) await addToSet(tx, currentUser, { _id, resource, action, date, changes: filters, changed })
}

/** The reports that a request names. */
export type ReportSelection = NewRepair

/** Ids of chosen reports are not stored. */
export const storedFilters = ({ ids, groups, search, ...filters }: ReportSelection): Repair['filters'] =>
  repairFilters.parse({ ...filters, search: search || undefined, ...((ids ?? groups) && { chosen: true }) })

interface CommonEvent {
  action: AuditAction
  filters: Repair['filters']
  count: number
  batch?: string
}

/** Records one audit event for all reports that a request changed, with their number and filters. */
export const recordCommonEvent = async (
  tx: Tx,
  by: Author,
  date: Date,
  { action, filters, count, batch }: CommonEvent,
): Promise<void> => {
  const { search, chosen: _chosen, ...others } = filters
  const { mediaId } = others
  const [group] =
    mediaId === undefined
      ? []
      : await tx
          .select({ title: issueGroups.title })
          .from(issueGroups)
          .where(eq(issueGroups.mediaId, mediaId))
          .limit(1)
  await recordChange(tx, by, date, {
    action,
    resource: 'issues',
    record: { _id: null, name: group?.title ?? '' },
    ...(batch === undefined ? {} : { batch }),
    after: { count, ...others, q: search },
  })
}

/** The condition of the reports that a request names, up to the latest one at the time of counting. */
export const selectionCondition = (
  config: Config,
  { until, count: _count, ...filters }: ReportSelection & { status?: boolean | undefined },
): SQL | undefined => {
  const { where, unsorted } = issueConditions(config, filters)
  return and(where, unsorted, until === undefined ? undefined : lte(issues.number, until))
}

/** Changes the status of reports that don't have it yet, with the counts; returns their number. */
const changeStatus = async (
  tx: Tx,
  where: SQL | undefined,
  status: boolean,
  { by, at, repair }: { by: string; at: Date; repair: string | null },
): Promise<number> => {
  const [more, less] = status ? (['fixed', 'open'] as const) : (['open', 'fixed'] as const)
  const counts = sql.raw(`${more} = c.${more} + n, ${less} = c.${less} - n`)
  const { rows } = await tx.execute<{ count: number }>(sql`
    with changed as (
      update ${issues} set status = ${status}, user_update = ${by}, date_update = ${at.toISOString()}::timestamptz,
        repair = ${repair}
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

/** Reopens the reports that still carry the repair. */
export const repairs: SetWork = {
  resource: 'issues',
  action: 'repair',
  async undo({ tx, currentUser, date, batch, undone }) {
    const change = { by: currentUser.name, at: date, repair: null }
    const reopened = await changeStatus(tx, eq(issues.repair, undone._id), false, change)
    await recordChange(tx, currentUser, date, {
      action: 'undo-repair',
      resource: 'issues',
      record: { _id: undone._id, name: 'Reportes reparados' },
      batch,
      after: { reopened, kept: undone.changed - reopened },
    })
    return reopened
  },
}

export const undoRepair = (context: Context, currentUser: CurrentUser, id: string): Promise<UndoneRepair> =>
  withRetry(context.db, async (tx) => {
    const undone = await undoShared(tx, context, currentUser, repairs, id)
    if (!undone) throw new NotFound(ISSUE_MESSAGES.repairGone)
    return { reopened: undone.restored, kept: undone.kept }
  })

const MAX_LISTED = 100

export const repairParameters = z.strictObject({
  page: wholeNumber(1, 1_000_000).optional(),
  limit: wholeNumber(1, MAX_LISTED).default(20),
})

/** The repairs that can be undone or were undone, newest first. */
export const listRepairs = async (
  context: Context,
  currentUser: CurrentUser,
  query: z.output<typeof repairParameters>,
): Promise<Repair[]> => {
  const { db, now } = context
  const { limit, offset } = await resolvePaging(context, currentUser, query)
  const shared = await listShared(db, repairs, now(), { limit, offset })
  const rows = shared.map((row) => ({ ...row, filters: repairFilters.parse(row.batch.changes) }))
  const titles = await readTitles(
    db,
    rows.flatMap(({ filters }) => filters.mediaId ?? []),
  )
  return rows.map(({ batch, userName, filters, undo, undoneBy }) => ({
    _id: batch._id,
    date: batch.date.toISOString(),
    userName,
    count: batch.changed,
    filters,
    title: titles.get(filters.mediaId ?? '') ?? null,
    undone: undo && {
      reopened: undo.changed,
      kept: batch.changed - undo.changed,
      date: undo.date.toISOString(),
      userName: undoneBy ?? '',
    },
  }))
}

export const countRepairs = (context: Context, query: SizeQuery<object>): Promise<Size> =>
  listSize(context, query, { rows: rowsWhere(batches, isShared(repairs, context.now())) })

const readTitles = async (db: Executor, mediaIds: string[]): Promise<Map<string, string>> => {
  if (mediaIds.length === 0) return new Map()
  const rows = await db
    .select({ mediaId: issueGroups.mediaId, title: sql<string>`max(${issueGroups.title})` })
    .from(issueGroups)
    .where(inArray(issueGroups.mediaId, [...new Set(mediaIds)]))
    .groupBy(issueGroups.mediaId)
  return new Map(rows.map(({ mediaId, title }) => [mediaId, title]))
}
