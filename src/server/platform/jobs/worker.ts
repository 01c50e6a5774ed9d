import { setTimeout as pause } from 'node:timers/promises'
import { unavailability } from '../database/errors.ts'
import type { Database, Db, Log } from '../database/open.ts'
import { withRetry } from '../database/transactions.ts'
import { currentWork, runDetached } from '../database/work.ts'
import type { Context } from '../http/context.ts'
import {
  definedKinds,
  enqueue,
  type Job,
  kindOf,
  lostJobs,
  nextDue,
  nextRun,
  removeJob,
  retryJob,
  returnJob,
  takeJob,
} from './queue.ts'

/** How often a node asks for what others enqueued, in milliseconds. */
const POLL = 2_000
/** How often it asks for jobs whose node is gone. */
const LOST = 5_000
/** The longest sleep of a node that is alone: nobody else enqueues, and what is due is known. */
const ALONE = 3_600_000
/** The pause after the database failed. */
const FAILED = 5_000
/** How long a worker that stops may take to return its job. */
const RETURN = 1_000

interface WorkerOptions {
  /** No other process uses the database: what is under way when it starts is lost, and nobody else enqueues. */
  isAlone: boolean
  log: Log
  unlessBusy: Database['unlessBusy']
}

/** Does the jobs of the queue one after another, each a slice at a time in a transaction of its own. */
export class Worker {
  readonly #context: Context
  readonly #options: WorkerOptions
  readonly #stopping = new AbortController()
  #sleep = new AbortController()
  #isAwake = false
  #askedForLost = Number.NEGATIVE_INFINITY
  #running: Promise<void> = Promise.resolve()

  constructor(context: Context, options: WorkerOptions) {
    this.#context = context
    this.#options = options
  }

  start(): void {
    this.#running = runDetached(() => this.#run(), this.#stopping.signal)
  }

  /** Looks for jobs at once: one was just enqueued. */
  readonly wake = (): void => {
    this.#isAwake = true
    this.#sleep.abort()
  }

  /** Aborts the statement under way; the slice that it belongs to is rolled back. */
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
        // Once for each outage: requests and /health tell of it too.
        const isNew = !isFailing && !this.#stopping.signal.aborted
        if (isNew) this.#options.log.warn({ err: error }, 'the queue of jobs cannot be read')
        isFailing = true
        await this.#rest(FAILED)
      }
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.#isAwake) return
    this.#sleep = new AbortController()
    await pause(milliseconds, undefined, { ref: false, signal: this.#sleep.signal }).catch(() => undefined)
  }

  /** Gives back what a killed process had begun, and enqueues what should be there. */
  async #prepare(): Promise<void> {
    const { db, config, now } = this.#context
    if (this.#options.isAlone) await this.#giveBack(true)
    for (const kind of definedKinds()) {
      if (kind.cron !== undefined)
        await enqueue(db, kind, '', await nextRun(kind.cron, config.timeZone, now()))
      for (const key of (await kind.unfinished?.(db)) ?? []) await enqueue(db, kind, key)
    }
  }

  /** Does one slice, and gives how long to wait for the next one. */
  async #turn(): Promise<number> {
    const { db } = this.#context
    const { isAlone } = this.#options
    if (!isAlone && performance.now() - this.#askedForLost >= LOST) await this.#giveBack(false)
    const job = await takeJob(db)
    if (job) {
      await perform(this.#context, job, this.#options)
      return 0
    }
    if (!isAlone) return POLL
    const due = await nextDue(db)
    return Math.min(Math.max(due ?? ALONE, 100), ALONE)
  }

  async #giveBack(all: boolean): Promise<void> {
    const { db } = this.#context
    this.#askedForLost = performance.now()
    for (const job of await lostJobs(db, all)) {
      this.#options.log.warn({ kind: job.kind, key: job.key }, 'a job was interrupted, and goes on')
      if (job.isLast) await giveUp(this.#context, job, this.#options.log)
      else await retryJob(db, job)
    }
  }
}

/** Does one slice of a job; one that fails is left for another attempt. */
export const perform = async (
  context: Context,
  job: Job,
  { log, unlessBusy }: Pick<WorkerOptions, 'log' | 'unlessBusy'>,
): Promise<void> => {
  const { db, config, now, metrics } = context
  const { key } = job
  const kind = kindOf(job.kind)
  const started = performance.now()
  try {
    if (!kind) throw new Error('This version knows no job of this kind')
    const ran = await kind.run?.({ context, log, unlessBusy })
    await withRetry(db, async (tx) => {
      const state = kind.slice ? await kind.slice({ tx, context, key }) : ran
      await removeJob(tx, job)
      if (state === 'more') await enqueue(tx, kind, key)
      else if (kind.cron !== undefined)
        await enqueue(tx, kind, '', await nextRun(kind.cron, config.timeZone, now()))
    })
    metrics?.countJob(job.kind, 'done', (performance.now() - started) / 1000)
  } catch (error) {
    if (currentWork().signal?.aborted) return leave(db, job, error)
    metrics?.countJob(job.kind, 'failed', (performance.now() - started) / 1000)
    log.error({ err: error, kind: job.kind, key }, 'a job failed')
    if (job.isLast) await giveUp(context, job, log)
    else await retryJob(db, job)
  }
}

/** Returns the job of a slice that a stop has aborted. While the database is away it is left to those that find lost ones. */
const leave = async (db: Db, job: Job, error: unknown): Promise<void> => {
  if (unavailability(error) === 'away') return
  await runDetached(() => returnJob(db, job), AbortSignal.timeout(RETURN)).catch(() => undefined)
}

const giveUp = async (context: Context, job: Job, log: Log): Promise<void> => {
  const { db, config, now } = context
  const kind = kindOf(job.kind)
  const { key } = job
  log.error({ kind: job.kind, key }, 'a job failed too often and was given up')
  await withRetry(db, async (tx) => {
    await kind?.giveUp?.({ tx, context, key })
    await removeJob(tx, job)
    if (kind?.cron !== undefined)
      await enqueue(tx, kind, '', await nextRun(kind.cron, config.timeZone, now()))
  })
}
