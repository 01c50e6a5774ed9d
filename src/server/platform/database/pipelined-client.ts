// Tried instead (docs/design/failures.md, 'A client of our own'): postgres.js 3.4.9, whose late cancellations hit commits, and
// stock pg 8.23.1, whose `query_timeout` leaves the statement running. Server time of a sale against the bare server: ours
// 1.49×, postgres.js 1.77×, pg 1.72× (each statement named 1.55×); these had neither limits nor cancellation.

import { createHash } from 'node:crypto'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import pg from 'pg'
import { DatabaseError, staleStatement } from './errors.ts'
import type { StatementResult } from './executor.ts'
import { StatementWatch, stopping } from './statement-watch.ts'
import { ClientGone, currentWork, type Work } from './work.ts'

/** Connection settings besides the driver's. */
export interface ClientSettings extends pg.ClientConfig {
  watch: StatementWatch
  onFailure?: (error: unknown) => void
  /** Names for prepared statements; without it, none is prepared. */
  names?: StatementNames | undefined
  /** Also prepares unnamed statements, unless their plan depends on their values. */
  preparesAll?: boolean
}

/** Each takes memory in every connection. */
const MOST_NAMES = 300
/** Longer ones insert many rows, rarely the same number twice. */
const LONGEST_TEXT = 5_000
/** Prepared, these would share a plan for rare and common words, small and large pages: docs/design/list-queries.md. */
const plannedByValue = /\blike\b|\blimit (?!\d)/
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/

/**
 * Names of prepared statements: hashes of their text, so that a pooler that mixes up connections can cause an error but
 * never run another statement.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #onLost: () => void
  #generation = 0
  #isLost = false

  /** `onLost` is called when a pooler turns out to keep no prepared statements; none is named from then on. */
  constructor(onLost: () => void) {
    this.#onLost = onLost
  }

  /** Changes whenever statements must be prepared again. */
  get generation(): number {
    return this.#generation
  }

  of(text: string, isGiven: boolean): string | undefined {
    if (this.#isLost) return undefined
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_NAMES || text.length > LONGEST_TEXT || !preparable.test(text))
      return undefined
    if (!isGiven && plannedByValue.test(text)) return undefined
    const hash = createHash('sha1').update(text).digest('base64url').slice(0, 20)
    const name = `c${this.#generation}_${hash}`
    this.#names.set(text, name)
    return name
  }

  /** Call after a prepared statement of a generation could not be used. */
  renew(reason: 'changed' | 'lost', generation: number): void {
    if (generation !== this.#generation) return
    this.#generation++
    this.#names.clear()
    if (reason === 'changed' || this.#isLost) return
    this.#isLost = true
    this.#onLost()
  }
}

export interface Query {
  text: string
  values: readonly unknown[]
  /** Prepare it even if its plan seems to depend on its values. */
  isPrepared: boolean
  /** Rows as arrays in column order instead of objects. */
  asArrays: boolean
}

/** Only for the pool's types, which permit creating a client without settings. */
const UNWATCHED = { watch: new StatementWatch(async () => false) }

/** Milliseconds for the server to confirm a cancellation before the connection is closed. */
const LAST_WAIT = 1_000

/**
 * A connection that pipelines `begin` with the first statement of a transaction and `commit` with the last, and cancels
 * statements at their limit or when the client disconnects: docs/design/failures.md.
 */
export class PipelinedClient extends pg.Client {
  readonly #watch: StatementWatch
  readonly #onFailure: ClientSettings['onFailure']
  readonly #names: StatementNames | undefined
  readonly #preparesAll: boolean
  readonly #columns: KnownColumns = new Map()
  #isBroken = false
  /** A cancellation ended the wait for synchronous replication: the commit may be lost with the primary. */
  #isUnconfirmed = false
  #isInTransaction = false
  #isCommitting = false

  constructor({ watch, onFailure, names, preparesAll = false, ...config }: ClientSettings = UNWATCHED) {
    super({ ...config, pipeline: true })
    this.#watch = watch
    this.#onFailure = onFailure
    this.#names = names
    this.#preparesAll = preparesAll
    this.on('error', () => {
      this.#isBroken = true
    })
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') this.#isUnconfirmed = true
    })
  }

  /** Whether the connection was lost, had a statement cancelled, or has unusable prepared statements. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /**
   * Called by the driver. Poolers in transaction mode refuse most start-up parameters, but preserve the time zone per
   * client.
   */
  getStartupConf(): object {
    return { ...startupOf(this), TimeZone: 'UTC' }
  }

  /** Sends a statement, unless its client has disconnected. */
  run(query: Query): Promise<StatementResult<unknown>> {
    const { limit, signal } = currentWork()
    if (signal?.aborted) return Promise.reject(new ClientGone())
    if (this.#watch.hasEnded) return Promise.reject(stopping())
    return this.#send(query, limit, signal)
  }

  /** Not awaited: it can only fail with the connection, as the first statement would too. */
  begin(text: string): void {
    this.#isInTransaction = true
    this.#send(plain(text), currentWork().limit).catch(() => undefined)
  }

  async commit(): Promise<void> {
    this.#isCommitting = true
    try {
      await this.#send(plain('commit'), currentWork().limit)
      this.#isInTransaction = false
    } finally {
      this.#isCommitting = false
    }
  }

  /** A connection that cannot roll back must not be reused. */
  async rollback(): Promise<void> {
    const { limit, signal } = currentWork()
    try {
      await this.#send(plain('rollback'), signal?.aborted ? 0 : limit)
      this.#isInTransaction = false
    } catch {
      this.#isBroken = true
    }
  }

  /**
   * Cancels the running statement, except a commit, whose outcome would be unknown; the connection is discarded either
   * way.
   */
  interrupt(): void {
    this.#isBroken = true
    if (!this.#isCommitting) requestCancel(cancellable(this))
  }

  #send(query: Query, longest: number, signal?: Work['signal']): Promise<StatementResult<unknown>> {
    const limit = this.#watch.hasEnded ? 0 : longest
    if (this.#isInTransaction) this.#waitForOthers()
    const isNamed = this.#preparesAll || query.isPrepared
    const name = isNamed ? this.#names?.of(query.text, query.isPrepared) : undefined
    const generation = this.#names?.generation ?? 0
    return new Promise((resolve, reject) => {
      const sent = new Sent(query, { name, limit, client: this, known: this.#columns }, (error, result) => {
        this.#watch.delete(sent)
        signal?.removeEventListener('abort', abandon)
        if (!error && !this.#isUnconfirmed) return resolve(result)
        const failure = error ?? new DatabaseError('No replica has confirmed the write in time')
        this.#note(failure, generation)
        reject(failure)
      })
      const abandon = () => {
        if (!this.#isCommitting) sent.limitTo(0)
      }
      signal?.addEventListener('abort', abandon)
      this.#watch.add(sent)
      super.query(sent)
    })
  }

  /** Corks the socket until the next tick, to send statements in one packet. */
  #waitForOthers(): void {
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }

  #note(error: Error, generation: number): void {
    this.#onFailure?.(error)
    const stale = staleStatement(error)
    if (!stale) return
    this.#isBroken = true
    this.#names?.renew(stale, generation)
  }
}

/** The driver's types omit the start-up parameters. */
const startupOf = (client: pg.Client): object =>
  Reflect.apply(Reflect.get(pg.Client.prototype, 'getStartupConf'), client, [])

const plain = (text: string): Query => ({ text, values: [], isPrepared: false, asArrays: false })

interface ResultColumn {
  name: string
  read: (text: string) => unknown
}

/** Columns of a connection's prepared statements by name, as the server describes them only once. */
type KnownColumns = Map<string, readonly ResultColumn[]>

type OnAnswer = (error: Error | null, result: StatementResult<unknown>) => void

/** The driver's query, including members that its types omit. */
interface DriverQuery extends pg.Submittable {
  name: string | undefined
  prepare(connection: pg.Connection): void
  handleError(error: Error): void
}
type DriverQueryClass = new (text: string, values: Written[], onAnswer: OnAnswer) => DriverQuery

/** Holds for the pinned version: the driver itself calls these members, also those of queries that extend its class. */
const driverQuery = (): DriverQueryClass => pg.Query as typeof pg.Query & DriverQueryClass

type Written = string | Buffer | null

/** How the driver serialises values, which its types omit. */
interface DriverUtils {
  prepareValue(value: unknown): Written
}

/** Holds for the pinned version: the driver's export has its utilities, also where its types don't say so. */
const driverUtils = (): DriverUtils => (pg as typeof pg & { utils: DriverUtils }).utils

const { prepareValue } = driverUtils()

/** A statement in progress. Parses rows like the driver, but without an event for each. */
class Sent extends driverQuery() {
  readonly #values: Written[]
  readonly #asArrays: boolean
  readonly #client: PipelinedClient
  readonly #known: KnownColumns
  readonly #onAnswer: OnAnswer
  readonly #result: StatementResult<unknown> = { rows: [], rowCount: null }
  #columns: readonly ResultColumn[] | undefined
  #failure: Error | null = null
  readonly since = performance.now()
  #until: number

  constructor(
    { text, values, asArrays }: Query,
    on: { name: string | undefined; limit: number; client: PipelinedClient; known: KnownColumns },
    onAnswer: OnAnswer,
  ) {
    const written = values.map(prepareValue)
    super(text, written, onAnswer)
    this.name = on.name
    this.#values = written
    this.#asArrays = asArrays
    this.#client = on.client
    this.#known = on.known
    this.#onAnswer = onAnswer
    this.#columns = on.name === undefined ? undefined : on.known.get(on.name)
    this.#until = this.since + on.limit
  }

  /** Cancels the statement past its limit; if the server doesn't react, closes the connection. */
  check(now: number): void {
    if (now < this.#until) return
    this.#client.interrupt()
    if (now >= this.#until + LAST_WAIT) this.#client.connection.stream.destroy()
  }

  /** Shortens the limit to `limit` milliseconds after sending; cancels at once if that has passed. */
  limitTo(limit: number): void {
    const now = performance.now()
    this.#until = Math.min(this.#until, Math.max(this.since + limit, now))
    this.check(now)
  }

  /** Called by the driver, like the following methods. */
  override prepare(connection: pg.Connection): void {
    if (this.#columns) {
      connection.bind({ statement: this.name, values: this.#values }, true)
      connection.execute(null, true)
      connection.sync()
    } else {
      super.prepare(connection)
    }
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#result.rows = []
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
    if (this.name !== undefined) this.#known.set(this.name, this.#columns)
  }

  handleDataRow({ fields }: { fields: Fields }): void {
    try {
      const columns = this.#columns ?? []
      this.#result.rows.push(this.#asArrays ? valuesOf(columns, fields) : recordOf(columns, fields))
    } catch (error) {
      this.#failure ??= error instanceof Error ? error : new Error(String(error))
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    // `INSERT 0 5`, `UPDATE 5`, or no number, as in `BEGIN`.
    const count = Number(text.slice(text.lastIndexOf(' ') + 1))
    this.#result.rowCount = Number.isInteger(count) ? count : null
  }

  handleReadyForQuery(): void {
    this.#onAnswer(this.#failure, this.#result)
  }
}

type Fields = readonly (string | null | undefined)[]

const valuesOf = (columns: readonly ResultColumn[], fields: Fields): unknown[] =>
  columns.map(({ read }, index) => {
    const text = fields[index]
    return text == null ? null : read(text)
  })

const recordOf = (columns: readonly ResultColumn[], fields: Fields): object => {
  const values = valuesOf(columns, fields)
  return Object.fromEntries(columns.map(({ name }, index) => [name, values[index]]))
}

const { builtins, getTypeParser } = pg.types

const asText = (text: string): string => text

/** Types that Drizzle parses from text, arrays of these, which have no named constants, and text types. */
const readAsText: ReadonlySet<number> = new Set([
  builtins.TEXT,
  builtins.VARCHAR,
  builtins.TIMESTAMPTZ,
  builtins.TIMESTAMP,
  builtins.DATE,
  builtins.INTERVAL,
  1115,
  1182,
  1185,
  1187,
  1231,
])

const readerOf = (type: number): ResultColumn['read'] =>
  readAsText.has(type) ? asText : getTypeParser(type, 'text')

/** The driver's types omit the data that the server sent at the start. */
const cancellable = (client: unknown): Cancellable => client as Cancellable

const CANCEL_CODE = 80_877_102
const TLS_CODE = 80_877_103
const TIME_LIMIT = 5_000

/** A connection with its cancellation key. */
interface Cancellable {
  host: string
  port: number
  ssl: boolean | object
  processID: number | null
  secretKey: number | null
}

const integers = (...values: number[]): Buffer => {
  const packet = Buffer.alloc(4 * (values.length + 1))
  packet.writeInt32BE(packet.length)
  for (const [index, value] of values.entries()) packet.writeInt32BE(value, 4 * (index + 1))
  return packet
}

/**
 * Cancels another connection's statement over a new connection. Uses the key, not `pg_cancel_backend`: behind a pooler
 * the process id is not the server's. The other side closes the connection: a pooler drops pending data when the client
 * does.
 */
function requestCancel({ host, port, ssl, processID, secretKey }: Cancellable): void {
  if (processID === null || secretKey === null) return
  const packet = integers(CANCEL_CODE, processID, secretKey)
  const socket = host.startsWith('/') ? connectPlain(`${host}/.s.PGSQL.${port}`) : connectPlain(port, host)
  guard(socket)
  socket.once('connect', () => {
    if (!ssl) return void socket.resume().write(packet)
    socket.write(integers(TLS_CODE))
    socket.once('data', (answer) => {
      if (String(answer) !== 'S') return void socket.destroy()
      const name = isIP(host) === 0 ? { servername: host } : {}
      const secure = connectTls({ host, ...name, ...(typeof ssl === 'object' ? ssl : {}), socket })
      guard(secure)
      secure.once('secureConnect', () => secure.resume().write(packet))
    })
  })
}

/** Closes a connection and cancels its statement. */
export const cutOff = (client: pg.Client): void => {
  requestCancel(cancellable(client))
  client.connection.stream.destroy()
}

/** Ignores failed cancellations: the statement ends at its time limit. */
const guard = (socket: Socket): void => {
  socket.setTimeout(TIME_LIMIT, () => socket.destroy())
  socket.on('error', () => socket.destroy()).unref()
}
