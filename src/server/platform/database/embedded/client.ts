import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from '../errors.ts'
import type { Log, PoolStats, StatementResult, Unreadiness } from '../executor.ts'
import { ClientGone, statementContext } from '../statement-context.ts'
import type { TxGuard } from '../tx-guard.ts'
import type { DiskWatch } from './disk-space.ts'
import { type Engine, type EngineSource, startEngine } from './engine.ts'

/** Time without a response after which the engine counts as unhealthy, in milliseconds. */
const healthTimeout = 15_000
const closeLimit = 4_000
/** Maximum wait of a statement for a restarting engine, in milliseconds. */
const restartTimeout = 5_000
/** Longest wait in the queue, in milliseconds. */
const maxQueueTime = 5_000

interface Session {
  query(
    text: string,
    parameters?: unknown[],
    options?: { rowMode?: string },
  ): Promise<StatementResult<unknown>>
  exec(text: string): Promise<unknown>
}

interface EmbeddedClientOptions {
  source: EngineSource
  guard: TxGuard
  log: Log
  statementLimit: number
  disk: DiskWatch
}

/**
 * Implements the part of PGlite's interface that Drizzle's driver uses, over a worker thread: a single connection, on
 * which statements and transactions are queued. A crashed thread is replaced. See docs/design/embedded-engine.md.
 */
export class EmbeddedClient implements Session {
  readonly #source: EngineSource
  readonly #statementLimit: number
  readonly #guard: TxGuard
  readonly #log: Log
  readonly #disk: DiskWatch
  #engine: Promise<Engine>
  #lastTurn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** Times at which statements were queued, oldest first. */
  readonly #queued = new Set<{ since: number }>()
  /** Engines set to read-only, because the disk is nearly full. */
  readonly #closed = new WeakSet<Engine>()
  #lastSign = performance.now()
  #up = false
  #closing: Promise<void> | undefined
  #limit: number

  private constructor({ source, guard, log, statementLimit, disk }: EmbeddedClientOptions) {
    this.#source = source
    this.#statementLimit = statementLimit
    this.#limit = statementLimit
    this.#guard = guard
    this.#log = log
    this.#disk = disk
    this.#engine = this.#start()
  }

  /**
   * Starts the engine; rejects if its data cannot be opened. A statement that exceeds the limit (milliseconds) can only
   * be stopped with its thread, which is replaced.
   */
  static async open(options: EmbeddedClientOptions) {
    const client = new EmbeddedClient(options)
    await client.#engine
    return client
  }

  async query(text: string, parameters: unknown[] = [], options: { rowMode?: string } = {}) {
    this.#guard.check()
    return this.#inTurn((session) => session.query(text, parameters, options))
  }

  async exec(text: string) {
    this.#guard.check()
    return this.#inTurn((session) => session.exec(text))
  }

  async transaction<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inTurn(async (session, engine) => {
      await session.exec('BEGIN')
      try {
        const value = await work(session)
        await session.exec('COMMIT')
        return value
      } catch (error) {
        // A connection that cannot roll back must not be reused.
        await session.exec('ROLLBACK').catch(() => engine.stop())
        throw error
      }
    })
  }

  /** Suspends the time limit of statements during the work. */
  async unlimited<T>(work: () => Promise<T>): Promise<T> {
    this.#limit = 0
    try {
      return await work()
    } finally {
      this.#limit = this.#statementLimit
    }
  }

  stats(): PoolStats {
    const waiting = Math.max(0, this.#waiting - 1)
    return { name: 'embedded', size: 1, total: 1, idle: this.#waiting === 0 ? 1 : 0, waiting }
  }

  /** Whether the engine responds; does not queue behind running statements. */
  async health(): Promise<boolean> {
    if (!this.#up || this.#closing) return false
    if (this.#waiting > 0) return performance.now() - this.#lastSign < healthTimeout
    try {
      await this.query('select 1')
      return true
    } catch {
      return false
    }
  }

  async readiness(): Promise<Unreadiness | undefined> {
    if (!this.#up || this.#closing) return 'unavailable'
    if (this.#disk.isFull) return 'disk-full'
    const [first] = this.#queued
    if (first && performance.now() - first.since > maxQueueTime) return 'starved'
    return (await this.health()) ? undefined : 'unavailable'
  }

  /** The data folder as an archive, for `EngineSource.snapshot`. */
  async dump(): Promise<Uint8Array> {
    const archive = await this.#inTurn((_, engine) => engine.call('dump'))
    if (archive instanceof Uint8Array) return archive
    throw new TypeError('The engine dumped no archive')
  }

  /** Waits for running statements up to a limit, then closes the data cleanly; rejects new ones. */
  close(limit = closeLimit): Promise<void> {
    this.#closing ??= this.#close(limit)
    return this.#closing
  }

  async #close(limit: number): Promise<void> {
    const engine = await this.#engine.catch(() => undefined)
    if (!engine) return
    const settled = this.#lastTurn.then(() => engine.call('close'))
    await Promise.race([settled.catch(() => {}), pause(limit, undefined, { ref: false })])
    await engine.stop()
  }

  #inTurn<T>(work: (session: Session, engine: Engine) => Promise<T>): Promise<T> {
    if (this.#closing) return Promise.reject(new DatabaseError('The embedded database is closed'))
    if (this.#waiting++ === 0) this.#lastSign = performance.now()
    const queued = { since: performance.now() }
    this.#queued.add(queued)
    const turn = this.#lastTurn.then(async () => {
      this.#queued.delete(queued)
      try {
        // Skips the turn of a client that has disconnected.
        refuseGone()
        const engine = await this.#running()
        await this.#heedDisk(engine)
        const session = this.#session(engine)
        return await work(session, engine).finally(() => {
          session.over = true
        })
      } finally {
        this.#waiting--
      }
    })
    this.#lastTurn = turn.catch(() => {})
    return turn
  }

  #session(engine: Engine): Session & { over: boolean } {
    const session = {
      over: false,
      query: async (text: string, parameters: unknown[] = [], { rowMode }: { rowMode?: string } = {}) => {
        refuseGone()
        return asResult(await send('query', { text, parameters, rowMode }))
      },
      exec: (text: string) => send('exec', { text }),
    }
    const send = async (verb: 'query' | 'exec', request: object) => {
      if (session.over) throw new Error('Statement on a transaction that has ended')
      const value = await engine.call(verb, request, this.#limit).catch((error) => {
        throw this.#closed.has(engine) && isReadOnly(error) ? diskFull(error) : error
      })
      this.#lastSign = performance.now()
      return value
    }
    return session
  }

  /** The engine; fails fast while it is down. */
  #running(): Promise<Engine> {
    if (this.#up) return this.#engine
    const away = pause(restartTimeout, undefined, { ref: false }).then(() => {
      throw new DatabaseError('The embedded database is down')
    })
    return Promise.race([this.#engine, away])
  }

  /**
   * Makes the engine read-only while the disk is nearly full; the engine itself decides which statements are writes.
   */
  async #heedDisk(engine: Engine): Promise<void> {
    const { isFull } = this.#disk
    if (isFull === this.#closed.has(engine)) return
    const text = `set default_transaction_read_only = ${isFull ? 'on' : 'off'}`
    await engine.call('exec', { text }, this.#limit)
    if (isFull) this.#closed.add(engine)
    else this.#closed.delete(engine)
    this.#log.warn(
      {},
      isFull ? 'the disk is nearly full: closed for writes' : 'the disk has room: open for writes',
    )
  }

  async #start(): Promise<Engine> {
    const engine = await startEngine(this.#source)
    this.#up = true
    void engine.ended.then(() => {
      this.#up = false
      if (this.#closing) return
      this.#log.error({}, 'the embedded database ended unexpectedly; starting it again')
      // In-memory data are lost: continuing with an empty database would hide that.
      this.#engine = this.#source.dataDir ? this.#restart() : Promise.reject(new DatabaseError('Data lost'))
      this.#engine.catch(() => {})
    })
    return engine
  }

  async #restart(): Promise<Engine> {
    for (let wait = 100; ; wait = Math.min(2 * wait, 10_000)) {
      try {
        // On a full disk the engine can hang while closing.
        if (this.#disk.isFull) throw new DatabaseError('The disk is nearly full')
        return await this.#start()
      } catch (error) {
        this.#log.error({ err: error }, 'the embedded database does not start')
        if (this.#closing) throw error
        await pause(wait, undefined, { ref: false })
      }
    }
  }
}

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '25006'

/** The error of a statement refused because of the disk, with PostgreSQL's code for a full one. */
const diskFull = (cause: unknown): Error =>
  Object.assign(new Error('The disk is nearly full', { cause }), { code: '53100' })

/** Starts no statement for a disconnected client; running ones cannot be stopped. */
function refuseGone(): void {
  if (statementContext().signal?.aborted) throw new ClientGone()
}

/** The worker returns PGlite's results: rows and their count. */
function asResult(value: unknown): StatementResult<unknown> {
  return value as StatementResult<unknown>
}
