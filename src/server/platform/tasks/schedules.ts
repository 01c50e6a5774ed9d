import { and, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../database/open.ts'
import { jobSwitches } from '../database/schema/tasks.ts'
import type { Context } from '../http/context.ts'
import { enqueue, nextRun, type TaskKind } from './queue.ts'

/** Those of these schedules that are switched off (rule J3). */
export const switchedOff = async (db: Executor, kinds: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ kind: jobSwitches.kind })
    .from(jobSwitches)
    .where(and(inArray(jobSwitches.kind, [...kinds]), eq(jobSwitches.isOn, false)))
  return new Set(rows.map(({ kind }) => kind))
}

/** Whether a kind may run: only schedules can be off, and not the required ones. */
export const isOn = async (db: Executor, { name, cron, isRequired }: TaskKind): Promise<boolean> =>
  cron === undefined || isRequired === true || !(await switchedOff(db, [name])).has(name)

/** Enqueues the next run of a schedule that is on. */
export const scheduleNext = async (
  db: Executor,
  kind: TaskKind,
  { config, now }: Pick<Context, 'config' | 'now'>,
): Promise<void> => {
  if (kind.cron === undefined || !(await isOn(db, kind))) return
  await enqueue(db, kind, '', { startAfter: await nextRun(kind.cron, config.timeZone, now()) })
}
