import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import pg from 'pg'
import { ClientGone, currentWork } from './work.ts'

/** Settings of the pool's connections besides the driver's own. */
export interface ClientSettings extends pg.ClientConfig {
  /** Called for every failed statement. */
  onFailure?: (error: unknown) => void
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
  #isInterrupted = false
  #isCommitting = false

  constructor({ onFailure, ...config }: ClientSettings = {}) {
    super({ ...config, pipeline: true })
    this.#onFailure = onFailure
    const query = (...parameters: QueryParameters): unknown => {
      const text = textOf(parameters[0])
      const { signal, limit } = currentWork()
      const isEnding = /^(commit|rollback)\b/.test(text)
      if (signal?.aborted && !isEnding && !isBegin(text)) return Promise.reject(new ClientGone())
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => stream.uncork())
      const answer: Promise<unknown> = Reflect.apply(pg.Client.prototype.query, this, parameters)
      if (isBegin(text)) {
        answer.catch(() => undefined)
        return Promise.resolve()
      }
      if (text === 'commit') this.#commit(answer)
      return this.#watch(answer, limit, isEnding ? undefined : signal)
    }
    this.query = query as typeof this.query
  }

  /** Whether a statement on it was cancelled. */
  get isInterrupted(): boolean {
    return this.#isInterrupted
  }

  #commit(answer: Promise<unknown>): void {
    const end = () => {
      this.#isCommitting = false
    }
    this.#isCommitting = true
    answer.then(end, end)
  }

  async #watch(answer: Promise<unknown>, limit: number, signal: AbortSignal | undefined): Promise<unknown> {
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
 * `pg_cancel_backend`: behind a pooler the process id is not the server's. There is no answer to wait for.
 */
function requestCancel({ host, port, ssl, processID, secretKey }: Cancellable): void {
  if (processID === null || secretKey === null) return
  const packet = integers(CANCEL_CODE, processID, secretKey)
  const socket = host.startsWith('/') ? connectPlain(`${host}/.s.PGSQL.${port}`) : connectPlain(port, host)
  guard(socket)
  socket.once('connect', () => {
    if (!ssl) return void socket.end(packet)
    socket.write(integers(TLS_CODE))
    socket.once('data', (answer) => {
      if (String(answer) !== 'S') return void socket.destroy()
      const name = isIP(host) === 0 ? { servername: host } : {}
      const secure = connectTls({ host, ...name, ...(typeof ssl === 'object' ? ssl : {}), socket })
      guard(secure)
      secure.once('secureConnect', () => secure.end(packet))
    })
  })
}

/** A cancellation that cannot be delivered changes nothing: the statement ends at its time limit. */
const guard = (socket: Socket): void => {
  socket.setTimeout(TIME_LIMIT, () => socket.destroy())
  socket.on('error', () => socket.destroy()).unref()
}
