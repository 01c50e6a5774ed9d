import { and, eq } from 'drizzle-orm'
import { JOB_MESSAGES, retryError, runTitle } from '../../../domain/jobs/job.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { jobRuns } from '../../platform/database/schema/tasks.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, NotFound } from '../../platform/http/errors.ts'
import { enqueue, type TaskKind } from '../../platform/tasks/queue.ts'
import { isFollowed, isRepeatable, seenBy } from './list-runs.ts'
import { hurry } from './schedules.ts'

/** Repeats the job of a failed run in a new run, in the name of the current user (rule J4). */
export const retryRun = async (
  context: Context,
  kinds: readonly TaskKind[],
  currentUser: CurrentUser,
  id: string,
): Promise<void> => {
  const { db, now } = context
  await withRetry(db, async (tx) => {
    const isSeen = and(eq(jobRuns._id, id), seenBy(currentUser))
    const [row] = await tx.select().from(jobRuns).where(isSeen).for('no key update')
    if (!row) throw new NotFound(JOB_MESSAGES.missing)
    const followed = await tx
      .select({ _id: jobRuns._id })
      .from(jobRuns)
      .where(and(eq(jobRuns._id, id), isFollowed))
    const error = retryError({
      state: row.state,
      isRepeatable: isRepeatable(kinds, row),
      isFollowed: followed.length > 0,
    })
    if (error !== undefined) throw new Conflict(error)
    const kind = kinds.find(({ name }) => name === row.kind)
    if (kind?.cron !== undefined) await hurry(tx, kind, currentUser, context)
    else if (!(await kind?.repeat?.({ tx, context, key: row.key }))) throw new Conflict(JOB_MESSAGES.gone)
    else await enqueue(tx, kind ?? { name: row.kind }, row.key, { user: currentUser.id })
    await recordChange(tx, currentUser, now(), {
      action: 'run',
      resource: 'jobs',
      record: { _id: id, name: runTitle(row) },
    })
  })
  context.wakeWorker?.()
}
