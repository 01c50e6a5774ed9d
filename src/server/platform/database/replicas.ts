import type pg from 'pg'
import type { Log } from './executor.ts'
import { statementContext } from './statement-context.ts'

/** Interval of comparing the servers' positions, in milliseconds. */
const INTERVAL = 500
/** Replication lag, in milliseconds, above which a replica is not used. */
const MAX_BEHIND = 5_000
/** Pause in the use of a failed replica, in milliseconds. */
const AVOID_TIME = 5_000

/** WAL positions in bytes; a number is exact up to 9 petabytes. */
const POSITION = {
  primary: "select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position",
  replica: `select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position where pg_is_in_recovery()`,
}

/** A read replica with its connection pools. */
interface Replica<Pools> {
  name: string
  pools: Pools
  /** A separate connection, for querying its position. */
  probe: pg.Pool
}

interface State {
  /** Last replayed position. */
  position: number
  /** When the primary was at that position, on the `performance` clock. */
  freshAt: number
  avoidedUntil: number
  isFailing: boolean
}

/**
 * Chooses a replica for a read: one that has replayed the reader's own writes, and does not lag too far behind.
 * Positions only grow, so the last known one is a safe lower bound, without a query per read.
 */
export class Replicas<Pools> {
  readonly #replicas: readonly (Replica<Pools> & State)[]
  readonly #primary: pg.Pool
  readonly #log: Log
  /** The primary's positions over time. */
  #marks: { time: number; position: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(replicas: readonly Replica<Pools>[], primary: pg.Pool, log: Log) {
    const unknown = { position: -1, freshAt: Number.NEGATIVE_INFINITY, avoidedUntil: 0, isFailing: false }
    this.#replicas = replicas.map((replica) => ({ ...replica, ...unknown }))
    this.#primary = primary
    this.#log = log
    void this.#watch()
  }

  /** The replica for reads of the current context; undefined to use the primary. */
  pick(): Replica<Pools> | undefined {
    const { replica: wish } = statementContext()
    if (!wish || this.#isClosed) return undefined
    const now = performance.now()
    const usable = this.#replicas.filter(
      ({ position, freshAt, avoidedUntil }) =>
        position >= wish.from && now - freshAt < MAX_BEHIND && now >= avoidedUntil,
    )
    return usable[wish.turn % usable.length]
  }

  /** Uses the primary instead for some seconds. */
  avoid(name: string, error: unknown): void {
    const replica = this.#replicas.find((each) => each.name === name)
    if (!replica || this.#isClosed) return
    replica.avoidedUntil = performance.now() + AVOID_TIME
    if (replica.isFailing) return
    replica.isFailing = true
    this.#log.warn({ err: error, replica: name }, 'a read replica failed: reads go to the primary')
  }

  /** Sends all further reads to the primary. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #watch(): Promise<void> {
    await this.#compare()
    if (!this.#isClosed) this.#timer = setTimeout(() => void this.#watch(), INTERVAL).unref()
  }

  async #compare(): Promise<void> {
    // Taken before the query: a replica at this position is at least as fresh.
    const time = performance.now()
    const position = await readPosition(this.#primary, POSITION.primary).catch(() => undefined)
    if (position !== undefined && position >= 0) this.#marks.push({ time, position })
    this.#marks = this.#marks.filter((mark) => time - mark.time < MAX_BEHIND)
    await Promise.all(
      this.#replicas.map(async (replica) => {
        try {
          replica.position = await readPosition(replica.probe, POSITION.replica)
        } catch (error) {
          this.avoid(replica.name, error)
          return
        }
        if (replica.isFailing && performance.now() >= replica.avoidedUntil) {
          replica.isFailing = false
          this.#log.info({ replica: replica.name }, 'a read replica is there again')
        }
        const reached = this.#marks.findLast((mark) => mark.position <= replica.position)
        if (reached) replica.freshAt = reached.time
      }),
    )
  }
}

/** -1 for a promoted server, which replays nothing and is no replica any more. */
async function readPosition(pool: pg.Pool, text: string): Promise<number> {
  const { rows } = await pool.query<{ position: number | null }>(text)
  return rows[0]?.position ?? -1
}
