import { setTimeout as pause } from 'node:timers/promises'
import { JOB_MESSAGES } from '../../../domain/jobs/job.ts'
import { unavailability } from '../database/errors.ts'
import type { Database, Db, Log } from '../database/open.ts'
import { runDetached, statementContext } from '../database/statement-context.ts'
import { withRetry } from '../database/transactions.ts'
import { refreshStatistics } from '../database/vacuum.ts'
import type { Context } from '../http/context.ts'
import {
  type ChunkResult,
  enqueue,
  enqueueMissing,
  lostTasks,
  nextDue,
  removeTask,
  retryTask,
  returnTask,
  type Task,
  type TaskKind,
  takeTask,
} from './queue.ts'
import { cancelOpenRun, failureMessage, recordRun } from './runs.ts'
import { isOn, scheduleNext } from './schedules.ts'

/** Interval of polling for tasks enqueued by other nodes, in milliseconds. */
const POLL_INTERVAL = 2_000
/** Interval of looking for lost tasks, in milliseconds. */
const LOST_INTERVAL = 5_000
/** Interval of asking the kinds' tables for due work (`nextDue`), in milliseconds. */
const DUE_INTERVAL = 10_000
/** Longest sleep until a due time, in milliseconds: the clock may jump. */
const MAX_SLEEP = 30_000
/** Longest sleep of a single node, in milliseconds: nothing else enqueues, and due times are known. */
const MAX_SLEEP_ALONE = 3_600_000
/** Interval of refreshing the planner's statistics while a single node works, in milliseconds. */
const STATISTICS_INTERVAL = 10_000
/** Pause after a failure of the database, in milliseconds. */
const FAILURE_PAUSE = 5_000
/** Time for a stopping worker to release its task, in milliseconds. */
const RELEASE_TIMEOUT = 1_000

interface WorkerOptions {
  /** Kinds of tasks to process. */
  kinds: readonly TaskKind[]
  /** No other process uses the database: started tasks are lost ones at the start, and nothing else enqueues. */
  isAlone: boolean
  log: Log
  unlessBusy: Database['unlessBusy']
}

/** Processes the queue's tasks sequentially, chunk by chunk, each in its own transaction. */
export class Worker {
  readonly #context: Context
  readonly #options: WorkerOptions
  readonly #stopping = new AbortController()
  #sleep = new AbortController()
  #isAwake = false
  #lostCheckedAt = Number.NEGATIVE_INFINITY
  #dueCheckedAt = Number.NEGATIVE_INFINITY
  #statisticsAt = Number.NEGATIVE_INFINITY
  /** The earliest `nextDue` of the kinds. */
  #due: Date | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(context: Context, options: WorkerOptions) {
    this.#context = context
    this.#options = options
  }

  start(): void {
    this.#running = runDetached(() => this.#run(), this.#stopping.signal)
  }

  /** Looks for tasks immediately: one was just enqueued. */
  readonly wake = (): void => {
    this.#isAwake = true
    this.#dueCheckedAt = Number.NEGATIVE_INFINITY
    this.#sleep.abort()
  }

  /** Aborts the running statement; its chunk is rolled back. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    return this.#running
  }

  async #run(): Promise<void> {
    let isPrepared = false
    let isFailing = false
    while (!this.#stopping.signal.aborted) {
      this.#isAwake = false
      try {
        if (!isPrepared) await this.#prepare()
        isPrepared = true
        const wait = await this.#turn()
        isFailing = false
        await this.#rest(wait)
      } catch (error) {
        // Logged once per outage: requests and /health report it too.
        const isNew = !isFailing && !this.#stopping.signal.aborted
        if (isNew) this.#options.log.warn({ err: error }, 'the queue of tasks cannot be read')
        isFailing = true
        await this.#rest(FAILURE_PAUSE)
      }
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    while (!this.#isAwake) {
      const left = Math.min(end - performance.now(), this.#untilDue())
      if (left <= 0) return
      this.#sleep = new AbortController()
      const nap = this.#due ? Math.min(left, MAX_SLEEP) : left
      await pause(nap, undefined, { ref: false, signal: this.#sleep.signal }).catch(() => undefined)
    }
  }

  /** Delay until the next check for due work, in milliseconds. */
  #untilDue(): number {
    if (!this.#due) return Number.POSITIVE_INFINITY
    const apart = DUE_INTERVAL - (performance.now() - this.#dueCheckedAt)
    return Math.max(this.#due.getTime() - this.#context.now().getTime(), apart)
  }

  /** Recovers tasks that a killed process had started, if this is the only node, and enqueues missing ones. */
  async #prepare(): Promise<void> {
    const { db } = this.#context
    if (this.#options.isAlone) await this.#giveBack(true)
    for (const kind of this.#options.kinds) {
      await scheduleNext(db, kind, this.#context)
      await enqueueMissing(db, kind)
    }
  }

  /** Processes one chunk, and returns the delay before the next one. */
  async #turn(): Promise<number> {
    const { db } = this.#context
    const { isAlone } = this.#options
    if (!isAlone && performance.now() - this.#lostCheckedAt >= LOST_INTERVAL) await this.#giveBack(false)
    const task = await takeTask(db)
    if (task) {
      await perform(this.#context, task, this.#options)
      if (isAlone) await this.#refreshStatistics()
      // The task may have written due rows. Kinds with `nextDue` wait for the interval: their rows may still be locked.
      if (!findKind(this.#options.kinds, task)?.nextDue) this.#dueCheckedAt = Number.NEGATIVE_INFINITY
      return 0
    }
    if (await this.#enqueueDue()) return 0
    if (!isAlone) return POLL_INTERVAL
    const due = await nextDue(db)
    return Math.min(Math.max(due ?? MAX_SLEEP_ALONE, 100), MAX_SLEEP_ALONE)
  }

  /** A task may have multiplied the rows of a table, which only the embedded engine does not notice by itself. */
  async #refreshStatistics(): Promise<void> {
    if (performance.now() - this.#statisticsAt < STATISTICS_INTERVAL) return
    this.#statisticsAt = performance.now()
    await refreshStatistics(this.#context.db).catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.#options.log.warn({ err: error }, 'the statistics of the planner were not refreshed')
    })
  }

  /** Enqueues the kinds whose tables have work that is due; true if there are any. */
  async #enqueueDue(): Promise<boolean> {
    const { db, now } = this.#context
    const { kinds, isAlone } = this.#options
    const isFresh = performance.now() - this.#dueCheckedAt < DUE_INTERVAL
    // On a single node nothing else writes: it is woken by its own writes.
    const isKnown = isAlone && this.#dueCheckedAt > 0 && !(this.#due && this.#due <= now())
    if (isFresh || isKnown) return false
    this.#dueCheckedAt = performance.now()
    this.#due = undefined
    let isAny = false
    for (const kind of kinds) {
      const due = await kind.nextDue?.(db)
      if (!due) continue
      if (due <= now()) {
        await enqueue(db, kind, '')
        isAny = true
      }
      if (!this.#due || due < this.#due) this.#due = due
    }
    return isAny
  }

  async #giveBack(all: boolean): Promise<void> {
    const { db } = this.#context
    this.#lostCheckedAt = performance.now()
    for (const task of await lostTasks(db, all)) {
      this.#options.log.warn({ kind: task.kind, key: task.key }, 'a task was interrupted, and goes on')
      const kind = findKind(this.#options.kinds, task)
      const { interrupted } = JOB_MESSAGES
      if (task.isLast) await giveUp(this.#context, task, kind, interrupted, this.#options.log)
      else await retryTask(db, task)
    }
  }
}

const findKind = (kinds: readonly TaskKind[], task: Task): TaskKind | undefined =>
  kinds.find(({ name }) => name === task.kind)

class UnknownKind extends Error {
  override message = 'This version knows no task of this kind'
}

/** Processes one chunk of a task; a failed one is scheduled for another attempt. */
export const perform = async (
  context: Context,
  task: Task,
  { kinds, log, unlessBusy }: Omit<WorkerOptions, 'isAlone'>,
): Promise<void> => {
  const { db, now, metrics } = context
  const { key, user } = task
  const kind = findKind(kinds, task)
  const started = performance.now()
  const begun = now()
  try {
    if (!kind) throw new UnknownKind()
    if (!(await isOn(db, kind))) return await skip(context, task)
    const ran = await kind.run?.({ context, log, unlessBusy })
    const chunk = kind.prepare ? await kind.prepare({ context, key }) : kind.chunk
    const state = await withRetry(db, async (tx) => {
      const ended = chunk ? await chunk({ tx, context, key }) : ran
      const {
        state,
        longest = kind.longest,
        ...result
      }: ChunkResult = typeof ended === 'object' ? ended : { state: ended ?? 'done' }
      await removeTask(tx, task)
      await recordRun(tx, task, { ...result, state: state === 'more' ? 'running' : state, begun, now: now() })
      if (state === 'more') await enqueue(tx, { name: kind.name, longest }, key, { user })
      else await scheduleNext(tx, kind, context)
      return state
    })
    metrics?.countJob(task.kind, 'done', (performance.now() - started) / 1000)
    if (state !== 'more') metrics?.countRun(task.kind, state, now())
    // What it wrote may have caused messages.
    context.wakeNetworkWorkers?.()
  } catch (error) {
    if (statementContext().signal?.aborted) return releaseTask(db, task, error)
    metrics?.countJob(task.kind, 'failed', (performance.now() - started) / 1000)
    log.error({ err: error, kind: task.kind, key }, 'a task failed')
    const message = error instanceof UnknownKind ? JOB_MESSAGES.unknownKind : failureMessage(error)
    if (task.isLast) return giveUp(context, task, kind, message, log)
    await withRetry(db, async (tx) => {
      await retryTask(tx, task)
      await recordRun(tx, task, { state: 'retrying', message, slices: 0, begun, now: now() })
    })
  }
}

/** Drops the task of a schedule that was switched off; a run in progress ends early. */
const skip = async ({ db, now, metrics }: Context, task: Task): Promise<void> => {
  const isCancelled = await withRetry(db, async (tx) => {
    await removeTask(tx, task)
    return cancelOpenRun(tx, task, now())
  })
  if (isCancelled) metrics?.countRun(task.kind, 'cancelled', now())
}

/**
 * Releases the task of a chunk aborted by the shutdown. While the database is unavailable, other nodes recover it as
 * lost.
 */
const releaseTask = async (db: Db, task: Task, error: unknown): Promise<void> => {
  if (unavailability(error) === 'away') return
  await runDetached(() => returnTask(db, task), AbortSignal.timeout(RELEASE_TIMEOUT)).catch(() => undefined)
}

const giveUp = async (
  context: Context,
  task: Task,
  kind: TaskKind | undefined,
  message: string,
  log: Log,
): Promise<void> => {
  const { db, now, metrics } = context
  const { key } = task
  log.error({ kind: task.kind, key }, 'a task failed too often and was given up')
  await withRetry(db, async (tx) => {
    await kind?.giveUp?.({ tx, context, key })
    await removeTask(tx, task)
    await recordRun(tx, task, { state: 'failed', message, slices: 0, begun: now(), now: now() })
    if (kind) await scheduleNext(tx, kind, context)
  })
  metrics?.countRun(task.kind, 'failed', now())
}
