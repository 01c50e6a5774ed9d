import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError } from '../errors.ts'
import type { Log, PoolStats, StatementResult } from '../executor.ts'
import type { TxGuard } from '../tx-guard.ts'
import { CallerGone, currentWork } from '../work.ts'
import { type Engine, type EngineSource, startEngine } from './engine.ts'

/** How long the engine may be at work without answering anything and still count as healthy, in milliseconds. */
const patience = 15_000
const closeLimit = 10_000

interface Session {
  query(
    text: string,
    parameters?: unknown[],
    options?: { rowMode?: string },
  ): Promise<StatementResult<unknown>>
  exec(text: string): Promise<unknown>
}

/**
 * What Drizzle's PGlite driver asks of its client, over a worker thread: one connection, so that statements
 * and whole transactions take turns. A thread that dies is replaced.
 */
export class EmbeddedClient implements Session {
  readonly #source: EngineSource
  readonly #statementLimit: number
  readonly #guard: TxGuard
  readonly #log: Log
  #engine: Promise<Engine>
  #lastTurn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #lastSign = performance.now()
  #up = false
  #closing = false
  #limit: number

  private constructor(source: EngineSource, guard: TxGuard, log: Log, statementLimit: number) {
    this.#source = source
    this.#statementLimit = statementLimit
    this.#limit = statementLimit
    this.#guard = guard
    this.#log = log
    this.#engine = this.#start()
  }

  /**
   * Starts the engine; rejects when its data cannot be opened. A statement that takes longer than the limit
   * (milliseconds) cannot be stopped otherwise than with its thread, which is replaced.
   */
  static async open(source: EngineSource, guard: TxGuard, log: Log, statementLimit: number) {
    const client = new EmbeddedClient(source, guard, log, statementLimit)
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
        // A connection that cannot roll back must not serve anybody else.
        await session.exec('ROLLBACK').catch(() => engine.stop())
        throw error
      }
    })
  }

  /** Lifts the time limit of statements while the work runs. */
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

  /** Whether statements are being answered; looks at what is under way instead of queueing behind it. */
  async health(): Promise<boolean> {
    if (!this.#up || this.#closing) return false
    if (this.#waiting > 0) return performance.now() - this.#lastSign < patience
    try {
      await this.query('select 1')
      return true
    } catch {
      return false
    }
  }

  /** Gives the data folder as an archive, for `EngineSource.snapshot`. */
  async dump(): Promise<Uint8Array> {
    const archive = await this.#inTurn((_, engine) => engine.call('dump'))
    if (archive instanceof Uint8Array) return archive
    throw new TypeError('The engine dumped no archive')
  }

  /** Lets what is under way end, for a while, and closes the data cleanly. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    const engine = await this.#engine.catch(() => undefined)
    if (!engine) return
    const settled = this.#lastTurn.then(() => engine.call('close'))
    await Promise.race([settled.catch(() => {}), pause(closeLimit, undefined, { ref: false })])
    await engine.stop()
  }

  #inTurn<T>(work: (session: Session, engine: Engine) => Promise<T>): Promise<T> {
    if (this.#closing) return Promise.reject(new DatabaseError('The embedded database is closed'))
    if (this.#waiting++ === 0) this.#lastSign = performance.now()
    const turn = this.#lastTurn.then(async () => {
      try {
        // Whoever went away meanwhile takes no turn.
        refuseGone()
        const engine = await this.#engine
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
      const value = await engine.call(verb, request, this.#limit)
      this.#lastSign = performance.now()
      return value
    }
    return session
  }

  async #start(): Promise<Engine> {
    const engine = await startEngine(this.#source)
    this.#up = true
    void engine.ended.then(() => {
      this.#up = false
      if (this.#closing) return
      this.#log.error({}, 'the embedded database ended unexpectedly; starting it again')
      // What was only in memory is gone: carrying on with an empty database would hide it.
      this.#engine = this.#source.dataDir ? this.#restart() : Promise.reject(new DatabaseError('Data lost'))
      this.#engine.catch(() => {})
    })
    return engine
  }

  async #restart(): Promise<Engine> {
    for (let wait = 100; ; wait = Math.min(2 * wait, 10_000)) {
      try {
        return await this.#start()
      } catch (error) {
        this.#log.error({ err: error }, 'the embedded database does not start')
        if (this.#closing) throw error
        await pause(wait, undefined, { ref: false })
      }
    }
  }
}

/** No statement begins for somebody who went away; what runs already cannot be stopped. */
function refuseGone(): void {
  if (currentWork().signal?.aborted) throw new CallerGone()
}

/** The worker answers what PGlite does: rows and their count. */
function asResult(value: unknown): StatementResult<unknown> {
  return value as StatementResult<unknown>
}
