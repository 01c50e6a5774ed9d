import { aliasedTable, and, count, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ISSUE_MESSAGES, oldestUndoable } from '../../../domain/support/issue.ts'
import type { Repair, UndoneRepair } from '../../../domain/support/issue-endpoints.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import type { Executor } from '../../platform/database/open.ts'
import { issueGroups, issueRepairs, issues } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { wholeNumber } from '../../platform/http/operation.ts'
import { changeStatus } from './repair-issues.ts'

/**
 * Opens again the reports that a repair closed and that were not changed since. Repeated, it changes nothing and gives the
 * same result.
 */
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
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, MOST).default(20),
})

/** The repairs of many reports that can still be undone, or were, the last ones first. */
export const listRepairs = async (
  { db, now }: Context,
  { page, limit }: z.output<typeof repairParameters>,
): Promise<Repair[]> => {
  const undoers = aliasedTable(users, 'undoers')
  const rows = await db
    .select({ batch: issueRepairs, userName: users.name, undoneName: undoers.name })
    .from(issueRepairs)
    .leftJoin(users, eq(users._id, issueRepairs.user))
    .leftJoin(undoers, eq(undoers._id, issueRepairs.undoneBy))
    .where(gte(issueRepairs.date, oldestUndoable(now())))
    .orderBy(desc(issueRepairs.date), desc(issueRepairs._id))
    .limit(limit)
    .offset((page - 1) * limit)
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

/** How many repairs the list holds. */
export const countRepairs = async ({ db, now }: Context): Promise<{ count: number }> => {
  const [row] = await db
    .select({ count: count() })
    .from(issueRepairs)
    .where(gte(issueRepairs.date, oldestUndoable(now())))
  return { count: row?.count ?? 0 }
}

const titlesOf = async (db: Executor, mediaIds: string[]): Promise<Map<string, string>> => {
  if (mediaIds.length === 0) return new Map()
  const found = await db
    .select({ mediaId: issueGroups.mediaId, title: sql<string>`max(${issueGroups.title})` })
    .from(issueGroups)
    .where(inArray(issueGroups.mediaId, [...new Set(mediaIds)]))
    .groupBy(issueGroups.mediaId)
  return new Map(found.map(({ mediaId, title }) => [mediaId, title]))
}
