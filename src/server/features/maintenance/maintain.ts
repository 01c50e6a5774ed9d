import { JOB_MESSAGES } from '../../../domain/jobs/job.ts'
import { removeEndedSessions } from '../../platform/auth/sessions.ts'
import { archiveMonth, isPastRetention, withLockTimeout } from '../../platform/backup/archive.ts'
import { emptyTrash } from '../../platform/collections/trash.ts'
import type { Database, Db } from '../../platform/database/open.ts'
import {
  LOGS,
  makePartitions,
  monthOf,
  type PartitionedLog,
  partitionMonths,
  shiftMonth,
} from '../../platform/database/partitions.ts'
import { statementContext } from '../../platform/database/statement-context.ts'
import { vacuumTables } from '../../platform/database/vacuum.ts'
import type { Context } from '../../platform/http/context.ts'
import type { TaskKind } from '../../platform/tasks/queue.ts'
import { deleteOldRuns } from '../../platform/tasks/runs.ts'
import { sweepPending } from '../credits/sweep-pending.ts'
import { deleteOldMessages } from '../outbox/messages.ts'
import { removeOldChallenges } from '../sign-in/challenges.ts'
import { removeOldDemoDevices } from '../sign-in/demo-devices.ts'
import { removeOldAttempts } from '../sign-in/sign-in-limits.ts'
import { countWaitingViews } from '../support/media.ts'

/** Months ahead for which partitions are created. */
const MONTHS_AHEAD = 2

interface MaintenanceResult {
  /** Deleted transactions that were never processed. */
  swept: number
  /** Records purged from the trash. */
  emptied: number
  retired: { log: PartitionedLog; month: string; rows: number; file: string }[]
  /** Failed steps, to be retried by the next run. */
  failures: { step: string; error: unknown }[]
}

/**
 * Creates the partitions of the next months; deletes unprocessed transactions, old sign-in attempts, old uses of demos and expired trash;
 * vacuums the tables of the embedded engine; exports and drops partitions beyond retention, a limited number per run.
 * Undefined if another process is running it. A failed step does not stop the others.
 */
export const maintain = (
  unlessBusy: Database['unlessBusy'],
  { config, now }: Pick<Context, 'config' | 'now'>,
  mostMonths = Number.POSITIVE_INFINITY,
): Promise<MaintenanceResult | undefined> => {
  const { signal } = statementContext()
  return unlessBusy(async (db) => {
    const done: MaintenanceResult = { swept: 0, emptied: 0, retired: [], failures: [] }
    const attempt = async (step: string, work: () => Promise<void>) => {
      // On shutdown, the remaining steps are left to the next run.
      if (signal?.aborted) return
      await work().catch((error) => {
        if (!signal?.aborted) done.failures.push({ step, error })
      })
    }
    for (const log of LOGS) await attempt(`partitions of ${log}`, () => makeNextPartitions(db, log, now()))
    await attempt('transactions that were never processed', async () => {
      done.swept = await sweepPending(db, config.retentionPending, now())
    })
    await attempt('sessions that ended', () => removeEndedSessions(db, now()))
    await attempt('old attempts to sign in', () => removeOldAttempts(db, now()))
    await attempt('devices that used a demo', () => removeOldDemoDevices(db, now(), config.timeZone))
    await attempt('challenges that ended', () => removeOldChallenges(db, now()))
    await attempt('trash', async () => {
      done.emptied = await emptyTrash(db, now())
    })
    await attempt('old messages', async () => {
      await deleteOldMessages(db, now())
    })
    await attempt('old runs of jobs', () => deleteOldRuns(db, now()))
    await attempt('visits that wait to be counted', () => countWaitingViews(db))
    if (config.databaseUrl === undefined) await attempt('vacuum', () => vacuumTables(db))
    for (const log of LOGS)
      await attempt(`retention of ${log}`, async () => {
        for (const month of await partitionMonths(db, log)) {
          if (signal?.aborted || done.retired.length >= mostMonths) return
          if (!isPastRetention(config, log, month, now())) continue
          const place = { folder: config.retentionDir, date: now() }
          const retired = await archiveMonth(db, log, month, place)
          if (retired) done.retired.push({ log, month, ...retired })
        }
      })
    return done
  })
}

const makeNextPartitions = (db: Db, log: PartitionedLog, now: Date): Promise<void> => {
  const months = Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => shiftMonth(monthOf(now), ahead))
  return withLockTimeout(db, (tx) => makePartitions(tx, log, months))
}

/** Runs hourly on one server; exports one month per run, so that other jobs are not delayed. */
export const maintenance: TaskKind = {
  name: 'maintenance',
  cron: '0 * * * *',
  isRequired: true,
  // If a server was killed, the next run starts on time; if the job still runs, it is skipped.
  longest: 3600,
  async run({ context, log, unlessBusy }) {
    const done = await maintain(unlessBusy, context, 1)
    for (const { step, error } of done?.failures ?? []) log.error({ err: error, step }, 'maintenance failed')
    if (done && done.swept > 0) log.info({ transactions: done.swept }, 'unprocessed transactions deleted')
    if (done && done.emptied > 0) log.info({ records: done.emptied }, 'records gone from the trash')
    for (const month of done?.retired ?? []) log.info(month, 'month exported and dropped')
    if (!done) return { state: 'done', message: JOB_MESSAGES.elsewhere }
    if (done.retired.length > 0) return 'more'
    const { length } = done.failures
    return length > 0 ? { state: 'failed', message: JOB_MESSAGES.steps(length) } : 'done'
  },
}
