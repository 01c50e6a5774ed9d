import { NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { DatabaseError, staleStatement } from './errors.ts'
import type { Tx } from './executor.ts'
import { PendingOperations } from './pending-operations.ts'
import { ClientGone, statementContext } from './statement-context.ts'

/** Milliseconds beyond a statement's limit, within which the server may end it itself. */
const ABORT_GRACE = 500
/** Time limit of a commit, in milliseconds: after it, it is unknown whether the commit took place. */
const COMMIT_LIMIT = 10_000

/** Whether prepared statements are named, until one could not be used. */
export interface StatementNames {
  areUsed: boolean
  stop(): void
}

/**
 * Statements and transactions on a pool. Drizzle's own transaction loses its connection if `begin` fails, and gives one
 * that hangs back as idle (drizzle-orm#6114); neither it nor the pool can be abandoned when a client disconnects.
 */
export class Checkouts {
  readonly pool: pg.Pool
  /** Waits for a connection. */
  readonly waits = new PendingOperations()
  readonly #uses = new PendingOperations()
  readonly #connections = new WeakMap<pg.PoolClient, Connection>()

  constructor(pool: pg.Pool, names: StatementNames) {
    this.pool = pool
    pool.on('connect', (client) => this.#connections.set(client, new Connection(client, names)))
  }

  /** If the prepared name could not be used, nothing has run: the statement is sent again unnamed. */
  query(config: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const run = () => this.#use((connection) => connection.query(config, values))
    return run().catch((error) => (staleStatement(error) ? run() : Promise.reject(error)))
  }

  transaction<T>(work: (tx: Tx) => Promise<T>, config?: PgTransactionConfig): Promise<T> {
    return this.#use(async (connection) => {
      try {
        await connection.query({ text: 'begin' })
        const tx = transactionOn(connection)
        if (config) await tx.setTransaction(config)
        const value = await work(tx)
        await connection.query({ text: 'commit' })
        return value
      } catch (error) {
        await connection.rollback()
        throw error
      }
    })
  }

  /** Destroys the connections in use, unless a commit was sent, and refuses further work. */
  end(): void {
    this.waits.end()
    this.#uses.end()
  }

  async #use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.#checkOut()
    const forget = this.#uses.add(() => connection.abandon())
    try {
      return await work(connection)
    } catch (error) {
      throw statementContext().signal?.aborted ? new ClientGone() : error
    } finally {
      forget()
      connection.release()
    }
  }

  /** Waiting for a pool can't be aborted: after an abort, the connection is released as soon as it is available. */
  async #checkOut(): Promise<Connection> {
    this.waits.check()
    return new Promise((resolve, reject) => {
      const forget = this.waits.add(reject)
      const take = (client: pg.PoolClient) => {
        const connection = this.#connections.get(client)
        if (forget() && connection) resolve(connection.take())
        else client.release()
      }
      this.pool.connect().then(take, (error) => void (forget() && reject(error)))
    })
  }
}

/** A connection of the pool, which Drizzle's session takes for its client. */
class Connection {
  readonly #client: pg.PoolClient
  readonly #names: StatementNames
  #state: 'idle' | 'in use' | 'committing' = 'idle'
  /** The wait for a synchronous replica was cancelled: the write may be lost with the primary. */
  #isUnconfirmed = false

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client
    this.#names = names
    client.on('notice', ({ routine }) => {
      this.#isUnconfirmed ||= routine === 'SyncRepWaitForLSN'
    })
  }

  take(): Connection {
    this.#state = 'in use'
    return this
  }

  /** Gives it back to the pool, or destroys it with its running statement. */
  release(isDestroyed = false): void {
    if (this.#state !== 'idle') this.#client.release(isDestroyed)
    this.#state = 'idle'
  }

  abandon(): void {
    if (this.#state === 'in use') this.release(true)
  }

  async rollback(): Promise<void> {
    if (this.#state !== 'idle') await this.query({ text: 'rollback' }).catch(() => this.release(true))
  }

  /** Destroys the connection if anything but the server's refusal ended the statement. */
  async query({ name, ...config }: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    const isCommit = config.text === 'commit' && this.#state === 'in use'
    if (isCommit) this.#state = 'committing'
    const query_timeout = isCommit ? COMMIT_LIMIT : statementContext().limit + ABORT_GRACE
    const named = name !== undefined && this.#names.areUsed && { name }
    try {
      const result = await this.#client.query({ ...config, ...named, ...{ query_timeout } }, values)
      if (!this.#isUnconfirmed) return result
      throw new DatabaseError('No replica has confirmed the write in time')
    } catch (error) {
      const isRefused = error instanceof pg.DatabaseError && error.severity === 'ERROR'
      if (!isRefused) this.release(true)
      if (staleStatement(error)) this.#names.stop()
      throw isRefused || !isCommit ? error : new DatabaseError('A commit was not answered', { cause: error })
    }
  }
}

const dialect = new PgDialect()

/** Drizzle's session only calls its client's `query`; the drivers differ only in the types of their results. */
const transactionOn = (connection: Connection): Tx =>
  new NodePgTransaction(dialect, new NodePgSession(connection as never, dialect, undefined), undefined) as Tx
