import { setMaxListeners } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Log, Tx } from '../database/open.ts'
import { runDetached } from '../database/statement-context.ts'
import { withRetry } from '../database/transactions.ts'
import type { Context } from '../http/context.ts'
import { limitedSignal } from '../outbound/limited-signal.ts'

/** Pauses and limits of a worker, in milliseconds. */
interface Times {
  /** Interval of looking for rows written by other nodes. */
  poll: number
  /** Longest sleep of a single node: due times are known, and nothing else writes rows. */
  alone: number
  /** Shortest pause between two claims that find nothing. */
  shortest: number
  /** Pause after a claim that failed. */
  failed: number
  /** Pause before an outcome that could not be stored is stored again. */
  settle: number
  /** Time for rows under way to end when the server stops; then they are interrupted. */
  drain: number
}

const TIMES: Times = {
  poll: 2_000,
  alone: 3_600_000,
  shortest: 250,
  failed: 5_000,
  settle: 1_000,
  drain: 5_000,
}

/** Work with the network, on rows that are claimed by a lease (docs/design/outbox.md). */
export interface NetworkWork<Row, Outcome> {
  /** For the log and the metrics. */
  readonly name: string
  /** Rows under way at once on a node. */
  readonly width: number
  /** Time limit for a row, in milliseconds; its lease must be longer. */
  readonly limit: number
  /** Claims up to `most` due rows, in a short transaction. Limits over all nodes are applied here. */
  claim(tx: Tx, now: Date, most: number): Promise<Row[]>
  /** Does the work, with no transaction open. Never throws; `signal` aborts when the time is up or the server stops. */
  perform(row: Row, signal: AbortSignal): Promise<Outcome>
  /** Stores the outcome in a short transaction, if the lease still holds. */
  settle(tx: Tx, row: Row, outcome: Outcome, now: Date): Promise<void>
  /** When the next row is due; undefined if none waits. */
  nextDue(db: Db): Promise<Date | undefined>
  /** Ends the leases of a killed process, if no other process uses the database. */
  recover(db: Db, now: Date): Promise<void>
}

interface NetworkWorkerOptions {
  /** No other process uses the database. */
  isAlone: boolean
  log: Log
  times?: Partial<Times>
}

/** A network worker, whatever its rows are. */
export interface AnyNetworkWorker {
  start(): void
  wake(): void
  stop(drain?: number): Promise<void>
}

/** Claims rows, works on several at once, and stores what became of them. */
export class NetworkWorker<Row, Outcome> implements AnyNetworkWorker {
  readonly #context: Pick<Context, 'db' | 'now'>
  readonly #work: NetworkWork<Row, Outcome>
  readonly #options: NetworkWorkerOptions
  readonly #times: Times
  readonly #stopping = new AbortController()
  readonly #interrupting = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  #sleep = new AbortController()
  #isAwake = false
  #running: Promise<void> = Promise.resolve()

  constructor(
    context: Pick<Context, 'db' | 'now'>,
    work: NetworkWork<Row, Outcome>,
    options: NetworkWorkerOptions,
  ) {
    this.#context = context
    this.#work = work
    this.#options = options
    this.#times = { ...TIMES, ...options.times }
    // Each row under way listens.
    setMaxListeners(work.width, this.#interrupting.signal)
  }

  start(): void {
    this.#running = runDetached(() => this.#run(), this.#stopping.signal)
  }

  /** Looks for rows immediately: some may just have been written. */
  readonly wake = (): void => {
    this.#isAwake = true
    this.#sleep.abort()
  }

  /** Claims nothing more, lets the rows under way end for some seconds, then interrupts them. */
  async stop(drain = this.#times.drain): Promise<void> {
    this.#stopping.abort()
    this.wake()
    await this.#running
    const ended = Promise.all(this.#underWay)
    await Promise.race([ended, pause(drain, undefined, { ref: false })])
    this.#interrupting.abort()
    await ended
  }

  async #run(): Promise<void> {
    let isRecovered = !this.#options.isAlone
    let isFailing = false
    while (!this.#stopping.signal.aborted) {
      this.#isAwake = false
      try {
        if (!isRecovered) await this.#work.recover(this.#context.db, this.#context.now())
        isRecovered = true
        const wait = await this.#turn()
        isFailing = false
        await this.#rest(wait)
      } catch (error) {
        const isNew = !isFailing && !this.#stopping.signal.aborted
        if (isNew)
          this.#options.log.warn({ err: error, worker: this.#work.name }, 'a worker cannot claim rows')
        isFailing = true
        await this.#rest(this.#times.failed)
      }
    }
  }

  /** Claims what can be worked on, and returns the delay before the next claim. */
  async #turn(): Promise<number> {
    const { alone, poll, shortest } = this.#times
    const free = this.#work.width - this.#underWay.size
    // A row that ends wakes the worker.
    if (free <= 0) return alone
    const { db, now } = this.#context
    const rows = await withRetry(db, (tx) => this.#work.claim(tx, now(), free))
    for (const row of rows) this.#begin(row)
    if (rows.length > 0) return 0
    if (!this.#options.isAlone) return poll
    const due = await this.#work.nextDue(db)
    return due === undefined ? alone : Math.min(Math.max(due.getTime() - now().getTime(), shortest), alone)
  }

  async #rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.#isAwake) return
    this.#sleep = new AbortController()
    await pause(milliseconds, undefined, { ref: false, signal: this.#sleep.signal }).catch(() => undefined)
  }

  #begin(row: Row): void {
    const doing = runDetached(() => this.#process(row))
      // A fault of the work must not end the process: its lease ends by itself.
      .catch((error) =>
        this.#options.log.error({ err: error, worker: this.#work.name }, 'an outcome was lost'),
      )
      .finally(() => {
        this.#underWay.delete(doing)
        this.wake()
      })
    this.#underWay.add(doing)
  }

  async #process(row: Row): Promise<void> {
    const until = performance.now() + this.#work.limit
    const { signal, end } = limitedSignal(this.#interrupting.signal, this.#work.limit)
    const outcome = await this.#work.perform(row, signal).finally(end)
    const { db, now } = this.#context
    // While the database is unavailable, storing is retried: a lost result would leave the outcome unknown.
    while (true)
      try {
        return await withRetry(db, (tx) => this.#work.settle(tx, row, outcome, now()))
      } catch (error) {
        const isLast = performance.now() > until || this.#interrupting.signal.aborted
        if (isLast) throw error
        await pause(this.#times.settle, undefined, { ref: false, signal: this.#interrupting.signal }).catch(
          () => undefined,
        )
      }
  }
}
