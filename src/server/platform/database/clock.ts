import { sql } from 'drizzle-orm'
import type { Executor, Log } from './executor.ts'
import { runDetached } from './statement-context.ts'

/** Interval of querying the database's time, in milliseconds. */
const INTERVAL = 30_000
/** Queries each time, of which the fastest is used: a starting process may read a response more than a second late. */
const READINGS = 3
/** Milliseconds by which the times may differ within a round trip. */
const TOLERANCE = 50
/** Deviation of the machine's clock, in milliseconds, above which a warning is logged. */
const WARN_DEVIATION = 60_000

/** The database's time in milliseconds since 1970. */
export const readTime = async (db: Executor): Promise<number> => {
  const { rows } = await db.execute<{ time: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  )
  const [row] = rows
  if (!row) throw new Error('The database told no time')
  return row.time
}

/**
 * The time shared by all nodes: the database's, continued by this process's monotonic clock. The machine's clock is not
 * used, since it may be wrong or jump: one node hours ahead would end all sessions.
 */
export class DatabaseClock {
  readonly #read: () => Promise<number>
  readonly #log: Log
  /** The database's time at 0 of the monotonic clock. */
  #origin: number | undefined

  private constructor(read: () => Promise<number>, log: Log) {
    this.#read = read
    this.#log = log
  }

  /** Queries the time at once, then periodically; rejects if the first query fails. */
  static async start(read: () => Promise<number>, log: Log): Promise<DatabaseClock> {
    const clock = new DatabaseClock(read, log)
    await clock.set()
    const again = () => runDetached(() => clock.set()).catch(() => undefined)
    setInterval(again, INTERVAL).unref()
    return clock
  }

  readonly now = (): Date => new Date(Math.round((this.#origin ?? 0) + performance.now()))

  /** Queries the time; ignores differences within the uncertainty of the fastest round trip. */
  async set(): Promise<void> {
    let best = await this.#measure()
    for (let reading = 1; reading < READINGS; reading++) {
      const next = await this.#measure()
      if (next.trip < best.trip) best = next
    }
    const { origin, trip } = best
    const doubt = trip / 2 + TOLERANCE
    if (this.#origin !== undefined && Math.abs(origin - this.#origin) <= doubt) return
    this.#origin = origin
    const ahead = Math.round((Date.now() - this.now().getTime()) / 1000)
    if (Math.abs(ahead) * 1000 > WARN_DEVIATION)
      this.#log.warn({ seconds: ahead }, "this machine's clock differs from the database's, which is used")
  }

  /** The time at 0 of the monotonic clock, exact to half of the round trip. */
  async #measure(): Promise<{ origin: number; trip: number }> {
    const sentAt = performance.now()
    const time = await this.#read()
    const trip = performance.now() - sentAt
    return { origin: time - sentAt - trip / 2, trip }
  }
}
