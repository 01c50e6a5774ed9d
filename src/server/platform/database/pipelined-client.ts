import { createHash } from 'node:crypto'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import pg from 'pg'
import { staleStatement } from './errors.ts'
import { ClientGone, currentWork } from './work.ts'

/** Settings of the pool's connections besides the driver's own. */
export interface ClientSettings extends pg.ClientConfig {
  /** Called for every failed statement. */
  onFailure?: (error: unknown) => void
  /** Names of the statements that are prepared; without, none is. */
  names?: StatementNames | undefined
  /** Whether statements that bring no name are prepared as well, unless their plan depends on their values. */
  preparesAll?: boolean
}

/** Each takes memory of every connection. */
const MOST_NAMES = 300
/** Longer ones insert many rows, seldom twice the same number. */
const LONGEST_TEXT = 5_000
/** Prepared, these would get one plan for rare and common words, small and large pages: docs/design/list-queries.md. */
const plannedByValue = /\blike\b|\blimit (?!\d)/
const preparable = /^\s*(select|insert|update|delete|with)\b[^;]*$/

/**
 * The names of prepared statements: hashes of their texts, so that a pooler that mixes up connections can cause a
 * failure but never run another statement.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #onLost: () => void
  #generation = 0
  #isLost = false

  /** `onLost` is told that a pooler keeps no prepared statements; none is named from then on. */
  constructor(onLost: () => void) {
    this.#onLost = onLost
  }

  /** Changes whenever statements have to be prepared anew. */
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

  /** After a prepared statement of a generation could not be used. */
  renew(reason: 'changed' | 'lost', generation: number): void {
    if (generation !== this.#generation) return
    this.#generation++
    this.#names.clear()
    if (reason === 'changed' || this.#isLost) return
    this.#isLost = true
    this.#onLost()
  }
}

type QueryParameters = [query: unknown, values?: unknown, callback?: unknown]

/** How long the server can take to confirm a cancellation before the connection is closed. */
const LAST_WAIT = 1_000
/** A cancellation that arrives before its statement has begun is lost: it is sent again until the statement ends. */
const CANCEL_AGAIN = 200

/**
 * A connection that sends `begin` with the first statement of its transaction and `commit` with the last one, and that
 * cancels statements at their limit or when their client is gone: docs/design/failures.md. `begin` is not awaited:
 * its one failure, a lost connection, is the statement's as well.
 */
export class PipelinedClient extends pg.Client {
  readonly #onFailure: ClientSettings['onFailure']
  readonly #names: StatementNames | undefined
  readonly #preparesAll: boolean
  #isInterrupted = false
  #isCommitting = false

  constructor({ onFailure, names, preparesAll = false, ...config }: ClientSettings = {}) {
    super({ ...config, pipeline: true })
    this.#onFailure = onFailure
    this.#names = names
    this.#preparesAll = preparesAll
    const query = (...parameters: QueryParameters): unknown => {
      const text = textOf(parameters[0])
      const { signal, limit } = currentWork()
      const isEnding = /^(commit|rollback)\b/.test(text)
      if (signal?.aborted && !isEnding && !isBegin(text)) return Promise.reject(new ClientGone())
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => stream.uncork())
      const [query, ...others] = parameters
      const generation = names?.generation ?? 0
      const sent = [this.#named(query, text), ...others]
      const answer: Promise<unknown> = Reflect.apply(pg.Client.prototype.query, this, sent)
      if (isBegin(text)) {
        answer.catch(() => undefined)
        return Promise.resolve()
      }
      if (text === 'commit') this.#commit(answer)
      return this.#watch(answer, { limit, signal: isEnding ? undefined : signal, generation })
    }
    this.query = query as typeof this.query
  }

  /** Whether a statement on it was cancelled, or its prepared statements are of no use any more. */
  get isInterrupted(): boolean {
    return this.#isInterrupted
  }

  /** Called by the driver. Poolers in transaction mode refuse most parameters, but keep the time zone for each client. */
  getStartupConf(): object {
    return { ...startupOf(this), TimeZone: 'UTC' }
  }

  #named(query: unknown, text: string): unknown {
    if (typeof query !== 'object' || query === null || 'submit' in query) return query
    const isGiven = 'name' in query && query.name !== undefined
    if (!isGiven && !this.#preparesAll) return query
    return { ...query, name: this.#names?.of(text, isGiven) }
  }

  #commit(answer: Promise<unknown>): void {
    const end = () => {
      this.#isCommitting = false
    }
    this.#isCommitting = true
    answer.then(end, end)
  }

  async #watch(
    answer: Promise<unknown>,
    { limit, signal, generation }: { limit: number; signal: AbortSignal | undefined; generation: number },
  ): Promise<unknown> {
    let cut: NodeJS.Timeout | undefined
    let again: NodeJS.Timeout | undefined
    const interrupt = () => {
      if (cut !== undefined) return
      this.#interrupt()
      again = setInterval(() => this.#interrupt(), CANCEL_AGAIN)
      cut = setTimeout(() => this.connection.stream.destroy(), LAST_WAIT)
    }
    const abandon = () => {
      if (!this.#isCommitting) interrupt()
    }
    const timer = setTimeout(interrupt, limit)
    signal?.addEventListener('abort', abandon)
    try {
      return await answer
    } catch (error) {
      this.#onFailure?.(error)
      const stale = staleStatement(error)
      if (stale) {
        this.#isInterrupted = true
        this.#names?.renew(stale, generation)
      }
      throw error
    } finally {
      clearTimeout(timer)
      clearTimeout(cut)
      clearInterval(again)
      signal?.removeEventListener('abort', abandon)
    }
  }

  #interrupt(): void {
    this.#isInterrupted = true
    if (!this.#isCommitting) requestCancel(cancellable(this))
  }
}

/** The driver's types leave out what it sends at the start of a connection. */
const startupOf = (client: pg.Client): object =>
  Reflect.apply(Reflect.get(pg.Client.prototype, 'getStartupConf'), client, [])

const isBegin = (text: string): boolean => /^begin\b/.test(text)

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)

/** The driver's types leave out what the server told the connection at its start. */
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
 * Cancels the statement of another connection over a new one. The key is sent, not
 * `pg_cancel_backend`: behind a pooler the process id is not the server's. The other side ends the connection: a pooler
 * drops what it has not passed on when the client does.
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

/** A cancellation that cannot be delivered changes nothing: the statement ends at its time limit. */
const guard = (socket: Socket): void => {
  socket.setTimeout(TIME_LIMIT, () => socket.destroy())
  socket.on('error', () => socket.destroy()).unref()
}
