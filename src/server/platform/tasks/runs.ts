import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { JOB_MESSAGES, RUN_DAYS, type RunState } from '../../../domain/jobs/job.ts'
import { isLockTimeout, unavailability } from '../database/errors.ts'
import { newId } from '../database/ids.ts'
import type { Db, Tx } from '../database/open.ts'
import { jobRuns } from '../database/schema/tasks.ts'
import { users } from '../database/schema/users.ts'
import type { ChunkResult, Task } from './queue.ts'

/** A chunk's effect on its run. */
interface RunUpdate extends Omit<ChunkResult, 'state'> {
  state: RunState
  /** When the chunk began. */
  begun: Date
  now: Date
  /** A failed attempt is no chunk. */
  slices?: 0 | 1
}

/**
 * Adds a chunk to the open run of its task, or begins one; called in the chunk's transaction (rule J1). One statement, since
 * most runs have one chunk. A deleted user, as after a reset of the demo, is stored as null.
 */
export const recordRun = async (
  tx: Tx,
  { kind, key, user }: Pick<Task, 'kind' | 'key' | 'user'>,
  { state, begun, now, slices = 1, done, left, resource, message = '' }: RunUpdate,
): Promise<void> => {
  const isOpen = state === 'running' || state === 'retrying'
  const ended = isOpen ? null : now
  const count = (value: number | undefined) => sql`${value ?? null}::integer`
  const at = (date: Date | null) => sql`${date?.toISOString() ?? null}::timestamptz`
  await tx.execute(sql`
    with noted as (
      update ${jobRuns} set state = ${state}, ended = ${at(ended)}, message = ${message},
        slices = ${jobRuns.slices} + ${slices},
        done = case when ${count(done)} is null then done else coalesce(done, 0) + ${count(done)} end,
        "left" = coalesce(${count(left)}, "left"),
        resource = coalesce(${resource ?? null}::text, resource)
      where ${jobRuns.kind} = ${kind} and ${jobRuns.key} = ${key} and ${jobRuns.ended} is null
      returning 1)
    insert into ${jobRuns} (_id, kind, key, user_id, resource, begun, ended, state, slices, done, "left", message)
    select ${newId()}, ${kind}, ${key}, (select _id from ${users} where _id = ${user}::text), ${resource ?? null}::text, ${at(begun)}, ${at(ended)}, ${state},
      ${slices}, ${count(done)}, ${count(left)}, ${message}
    where not exists (select from noted)
    on conflict do nothing`)
}

/** Ends the open run of a task, if any, because its schedule was switched off (rule J3). */
export const cancelOpenRun = async (
  tx: Tx,
  { kind, key }: Pick<Task, 'kind' | 'key'>,
  now: Date,
): Promise<boolean> => {
  const cancelled = await tx
    .update(jobRuns)
    .set({ state: 'cancelled', ended: now, message: JOB_MESSAGES.switchedOff })
    .where(and(eq(jobRuns.kind, kind), eq(jobRuns.key, key), isNull(jobRuns.ended)))
    .returning({ _id: jobRuns._id })
  return cancelled.length > 0
}

/** Why an attempt failed, in a sentence without any input of users; the error itself is in the log (rule J2). */
export const failureMessage = (error: unknown): string => {
  const reason = unavailability(error)
  if (isLockTimeout(error)) return JOB_MESSAGES.locked
  if (reason === 'disk-full' || reason === 'read-only') return JOB_MESSAGES.full
  return reason === undefined ? JOB_MESSAGES.unexpected : JOB_MESSAGES.away
}

const DAY = 86_400_000
const DELETE_LIMIT = 10_000

/** Deletes the runs that began too long ago, except open ones (rule J1). */
export const deleteOldRuns = async (db: Db, now: Date): Promise<void> => {
  const isOld = and(
    lt(jobRuns.begun, new Date(now.getTime() - RUN_DAYS * DAY)),
    sql`${jobRuns.ended} is not null`,
  )
  const some = db.select({ _id: jobRuns._id }).from(jobRuns).where(isOld).limit(DELETE_LIMIT)
  let deleted = DELETE_LIMIT
  while (deleted >= DELETE_LIMIT) {
    const { rowCount } = await db.execute(sql`delete from ${jobRuns} where ${inArray(jobRuns._id, some)}`)
    deleted = rowCount ?? 0
  }
}
