import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Schedule } from '../../../domain/jobs/endpoints.ts'
import { JOB_MESSAGES, JOBS, type JobName, jobTitle } from '../../../domain/jobs/job.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { type JobRunRow, jobRuns, jobSwitches } from '../../platform/database/schema/tasks.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, NotFound } from '../../platform/http/errors.ts'
import {
  enqueue,
  makeDue,
  nextRun,
  queuedTasks,
  removeWaiting,
  type TaskKind,
} from '../../platform/tasks/queue.ts'
import { cancelOpenRun } from '../../platform/tasks/runs.ts'
import { isOn, scheduleNext, switchedOff } from '../../platform/tasks/schedules.ts'
import { visibleRuns } from './list-runs.ts'

type Kinds = readonly TaskKind[]

const isKnown = (name: string): name is JobName => name in JOBS

/** The schedules with their state; the last run only if the current user sees it (rule J5). */
export const listSchedules = async (
  context: Context,
  kinds: Kinds,
  currentUser: CurrentUser,
): Promise<Schedule[]> => {
  const { db, config, now } = context
  const scheduled = kinds.flatMap((kind) => (kind.cron === undefined ? [] : [{ ...kind, cron: kind.cron }]))
  const names = scheduled.map(({ name }) => name)
  const off = await switchedOff(db, names)
  const jobs = await queuedTasks(db, names)
  const last = await lastRuns(db, currentUser, names)
  return Promise.all(
    scheduled.map(async ({ name, cron, isRequired = false, isOffInSettings }) => {
      const isOn = isRequired || !off.has(name)
      const ownJobs = jobs.filter(({ kind }) => kind === name)
      const run = last.get(name)
      return {
        kind: name,
        title: jobTitle(name),
        about: isKnown(name) ? JOBS[name].about : '',
        isOn,
        isRequired,
        isOffInSettings: (await isOffInSettings?.(db)) ?? false,
        state: scheduleState(ownJobs),
        next: isOn ? (await nextRun(cron, config.timeZone, now())).toISOString() : null,
        last: run
          ? {
              begun: run.begun.toISOString(),
              ended: run.ended?.toISOString() ?? null,
              state: run.state,
              message: run.message,
            }
          : null,
      }
    }),
  )
}

const scheduleState = (jobs: Awaited<ReturnType<typeof queuedTasks>>): Schedule['state'] => {
  if (jobs.some(({ isRunning }) => isRunning)) return 'running'
  return jobs.some(({ isDue }) => isDue) ? 'waiting' : 'scheduled'
}

const lastRuns = async (
  db: Executor,
  currentUser: CurrentUser,
  kinds: readonly string[],
): Promise<Map<string, JobRunRow>> => {
  const rows = await db
    .selectDistinctOn([jobRuns.kind])
    .from(jobRuns)
    .where(and(inArray(jobRuns.kind, [...kinds]), eq(jobRuns.key, ''), visibleRuns(currentUser)))
    .orderBy(jobRuns.kind, desc(jobRuns.begun), desc(jobRuns._id))
  return new Map(rows.map((row) => [row.kind, row]))
}

const findSchedule = (kinds: Kinds, name: string): TaskKind => {
  const kind = kinds.find((each) => each.name === name && each.cron !== undefined)
  if (!kind) throw new NotFound(JOB_MESSAGES.unscheduled)
  return kind
}

const readSchedule = async (
  context: Context,
  kinds: Kinds,
  currentUser: CurrentUser,
  name: string,
): Promise<Schedule> => {
  const [schedule] = await listSchedules(
    context,
    kinds.filter((kind) => kind.name === name),
    currentUser,
  )
  if (!schedule) throw new NotFound(JOB_MESSAGES.unscheduled)
  return schedule
}

/** Serialises switches and starts of a schedule over all nodes. */
const lockSchedule = async (tx: Tx, { name }: TaskKind): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`schedule ${name}`}, 0))`)
}

/** Switches a schedule; off, its waiting run is dropped, and one in progress ends with its chunk (rule J3). */
export const switchSchedule = async (
  context: Context,
  kinds: Kinds,
  currentUser: CurrentUser,
  name: string,
  shouldBeOn: boolean,
): Promise<Schedule> => {
  const kind = findSchedule(kinds, name)
  const { db, now } = context
  if (kind.isRequired && !shouldBeOn) throw new Conflict(JOB_MESSAGES.required)
  await withRetry(db, async (tx) => {
    await lockSchedule(tx, kind)
    const before = await isOn(tx, kind)
    if (before === shouldBeOn) return
    await tx
      .insert(jobSwitches)
      .values({ kind: name, isOn: shouldBeOn })
      .onConflictDoUpdate({ target: jobSwitches.kind, set: { isOn: shouldBeOn } })
    if (shouldBeOn) await scheduleNext(tx, kind, context)
    else {
      await removeWaiting(tx, name)
      const jobs = await queuedTasks(tx, [name])
      if (jobs.length === 0) await cancelOpenRun(tx, { kind: name, key: '' }, now())
    }
    await recordChange(tx, currentUser, now(), {
      action: 'update',
      resource: 'jobs',
      record: { _id: null, name: jobTitle(name) },
      before: { isOn: before },
      after: { isOn: shouldBeOn },
    })
  })
  context.wakeWorker?.()
  return readSchedule(context, kinds, currentUser, name)
}

/** Runs a schedule now; Conflict if it is off, would do nothing, runs, or waits for its turn (rule J4). */
export const runSchedule = async (
  context: Context,
  kinds: Kinds,
  currentUser: CurrentUser,
  name: string,
): Promise<Schedule> => {
  const kind = findSchedule(kinds, name)
  const { db, now } = context
  await withRetry(db, async (tx) => {
    await runNow(tx, kind, currentUser, context)
    await recordChange(tx, currentUser, now(), {
      action: 'run',
      resource: 'jobs',
      record: { _id: null, name: jobTitle(name) },
    })
  })
  context.wakeWorker?.()
  return readSchedule(context, kinds, currentUser, name)
}

/** Makes the next run of a schedule due, in the name of the current user; Conflict if it would do nothing. */
export const runNow = async (
  tx: Tx,
  kind: TaskKind,
  { id }: Pick<CurrentUser, 'id'>,
  at: Pick<Context, 'now' | 'config'>,
): Promise<void> => {
  await lockSchedule(tx, kind)
  if (!(await isOn(tx, kind))) throw new Conflict(JOB_MESSAGES.off)
  const jobs = await queuedTasks(tx, [kind.name], { isLocked: true })
  if (jobs.some(({ isRunning }) => isRunning)) throw new Conflict(JOB_MESSAGES.running)
  if (jobs.some(({ isDue }) => isDue)) throw new Conflict(JOB_MESSAGES.waiting)
  if (await kind.isOffInSettings?.(tx)) throw new Conflict(JOB_MESSAGES.offInSettings)
  const outOfHours = await kind.outOfHours?.(tx, at)
  if (outOfHours !== undefined) throw new Conflict(outOfHours)
  if (!(await makeDue(tx, kind.name, id))) await enqueue(tx, kind, '', { user: id })
}
