import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Log, Tx } from '../database/open.ts'
import { withRetry } from '../database/transactions.ts'
import { runDetached } from '../database/work.ts'
import type { Context } from '../http/context.ts'

/** Interval of looking for rows written by other nodes, in milliseconds. */
const POLL = 2_000
/** Longest sleep of a single node, in milliseconds: due times are known, and nothing else writes rows. */
const ALONE = 3_600_000
/** Shortest pause between two claims that find nothing, in milliseconds. */
const SHORTEST = 250
/** Pause after a failure of the database, in milliseconds. */
const FAILED = 5_000
/** Time for rows under way to end when the server stops, in milliseconds; then they are interrupted. */
const DRAIN = 5_000

/** Work with the network, on rows that are claimed by a lease (docs/design/outbox.md). */
export interface LaneWork<Row, Outcome> {
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

interface LaneOptions {
  /** No other process uses the database. */
  isAlone: boolean
  log: Log
}

/** A lane of any work. */
export interface AnyLane {
  start(): void
  wake(): void
  stop(): Promise<void>
}

/** Claims rows, works on several at once, and stores what became of them. */
export class Lane<Row, Outcome> implements AnyLane {
  readonly #context: Pick<Context, 'db' | 'now'>
  readonly #work: LaneWork<Row, Outcome>
  readonly #options: LaneOptions
  readonly #stopping = new AbortController()
  readonly #interrupting = new AbortController()
  readonly #underWay = new Set<Promise<void>>()
  #sleep = new AbortController()
  #isAwake = false
  #running: Promise<void> = Promise.resolve()

  constructor(context: Pick<Context, 'db' | 'now'>, work: LaneWork<Row, Outcome>, options: LaneOptions) {
    this.#context = context
    this.#work = work
    this.#options = options
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
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.wake()
    await this.#running
    const ended = Promise.all(this.#underWay)
    await Promise.race([ended, pause(DRAIN, undefined, { ref: false })])
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
        if (isNew) this.#options.log.warn({ err: error, lane: this.#work.name }, 'a lane cannot claim rows')
        isFailing = true
        await this.#rest(FAILED)
      }
    }
  }

  /** Claims what can be worked on, and returns the delay before the next claim. */
  async #turn(): Promise<number> {
    const free = this.#work.width - this.#underWay.size
    // A row that ends wakes the lane.
    if (free <= 0) return ALONE
    const { db, now } = this.#context
    const rows = await withRetry(db, (tx) => this.#work.claim(tx, now(), free))
    for (const row of rows) this.#begin(row)
    if (rows.length > 0) return 0
    if (!this.#options.isAlone) return POLL
    const due = await this.#work.nextDue(db)
    return due === undefined ? ALONE : Math.min(Math.max(due.getTime() - now().getTime(), SHORTEST), ALONE)
  }

  async #rest(milliseconds: number): Promise<void> {
    if (milliseconds <= 0 || this.#isAwake) return
    this.#sleep = new AbortController()
    await pause(milliseconds, undefined, { ref: false, signal: this.#sleep.signal }).catch(() => undefined)
  }

  #begin(row: Row): void {
    const doing = runDetached(() => this.#process(row)).finally(() => {
      this.#underWay.delete(doing)
      this.wake()
    })
    this.#underWay.add(doing)
  }

  async #process(row: Row): Promise<void> {
    const until = performance.now() + this.#work.limit
    const signal = AbortSignal.any([AbortSignal.timeout(this.#work.limit), this.#interrupting.signal])
    const outcome = await this.#work.perform(row, signal)
    const { db, now } = this.#context
    // While the database is away, its rows are settled later: a result that is lost would be an unknown one.
    while (true)
      try {
        return await withRetry(db, (tx) => this.#work.settle(tx, row, outcome, now()))
      } catch (error) {
        const isLast = performance.now() > until || this.#interrupting.signal.aborted
        if (isLast)
          return this.#options.log.error({ err: error, lane: this.#work.name }, 'an outcome was lost')
        await pause(1_000, undefined, { ref: false, signal: this.#interrupting.signal }).catch(
          () => undefined,
        )
      }
  }
}
