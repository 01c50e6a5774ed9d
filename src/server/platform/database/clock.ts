import { sql } from 'drizzle-orm'
import type { Executor, Log } from './executor.ts'
import { runDetached } from './work.ts'

/** How often the database is asked for the time, in milliseconds. */
const INTERVAL = 30_000
/** Differences within the round trip, in milliseconds, are ignored. */
const TOLERANCE = 50
/** A machine clock that is further off, in milliseconds, is logged. */
const REMARKABLE = 60_000

/** Milliseconds since 1970. */
export const timeOf = async (db: Executor): Promise<number> => {
  const { rows } = await db.execute<{ time: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as time`,
  )
  const [row] = rows
  if (!row) throw new Error('The database told no time')
  return row.time
}

/**
 * The time that all nodes share: the database's, carried on by this process's steady clock. The machine's own clock,
 * which may be wrong or jump, decides nothing: one node hours ahead would end all sessions.
 */
export class DatabaseClock {
  readonly #read: () => Promise<number>
  readonly #log: Log
  /** The database's time when the steady clock stood at 0. */
  #origin: number | undefined

  private constructor(read: () => Promise<number>, log: Log) {
    this.#read = read
    this.#log = log
  }

  /** Reads the time at once and then periodically; rejects when the first read fails. */
  static async start(read: () => Promise<number>, log: Log): Promise<DatabaseClock> {
    const clock = new DatabaseClock(read, log)
    await clock.set()
    const again = () => runDetached(() => clock.set()).catch(() => undefined)
    setInterval(again, INTERVAL).unref()
    return clock
  }

  readonly now = (): Date => new Date(Math.round((this.#origin ?? 0) + performance.now()))

  /** Reads the time; differences within the uncertainty of the round trip change nothing. */
  async set(): Promise<void> {
    const asked = performance.now()
    const time = await this.#read()
    const answered = performance.now()
    const origin = time - (asked + answered) / 2
    const doubt = (answered - asked) / 2 + TOLERANCE
    if (this.#origin !== undefined && Math.abs(origin - this.#origin) <= doubt) return
    this.#origin = origin
    const ahead = Math.round((Date.now() - this.now().getTime()) / 1000)
    if (Math.abs(ahead) * 1000 > REMARKABLE)
      this.#log.warn({ seconds: ahead }, "this machine's clock differs from the database's, which is used")
  }
}
