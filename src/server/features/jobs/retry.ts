import { and, eq } from 'drizzle-orm'
import { JOB_MESSAGES, retryError, runTitle } from '../../../domain/jobs/job.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { jobRuns } from '../../platform/database/schema/tasks.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, NotFound } from '../../platform/http/errors.ts'
import { enqueue, type TaskKind } from '../../platform/tasks/queue.ts'
import { isRepeatable, isSuperseded, visibleRuns } from './list-runs.ts'
import { runNow } from './schedules.ts'

/** Repeats the job of a failed run in a new run, in the name of the current user (rule J4). */
export const retryRun = async (
  context: Context,
  kinds: readonly TaskKind[],
  currentUser: CurrentUser,
  id: string,
): Promise<void> => {
  const { db, now } = context
  await withRetry(db, async (tx) => {
    const condition = and(eq(jobRuns._id, id), visibleRuns(currentUser))
    const [row] = await tx.select().from(jobRuns).where(condition).for('no key update')
    if (!row) throw new NotFound(JOB_MESSAGES.missing)
    const later = await tx
      .select({ _id: jobRuns._id })
      .from(jobRuns)
      .where(and(eq(jobRuns._id, id), isSuperseded))
    const error = retryError({
      state: row.state,
      isRepeatable: isRepeatable(kinds, row),
      isSuperseded: later.length > 0,
    })
    if (error !== undefined) throw new Conflict(error)
    const kind = kinds.find(({ name }) => name === row.kind)
    if (kind?.cron !== undefined) await runNow(tx, kind, currentUser, context)
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
