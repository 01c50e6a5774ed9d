import pg from 'pg'
import { type Cancellable, requestCancel } from './cancel-request.ts'
import { ClientGone, currentWork } from './work.ts'

/** What the pool tells its connections besides the driver's own settings. */
export interface ClientSettings extends pg.ClientConfig {
  /** Hears of every statement that failed. */
  onFailure?: (error: unknown) => void
}

type QueryParameters = [query: unknown, values?: unknown, callback?: unknown]

/** After a statement was told to end, how long the server may take to say so before the connection is cut. */
const LAST_WAIT = 1_000

/**
 * A connection that sends `begin` with the first statement of its transaction and `commit` with the last one, and that
 * cancels statements at their limit or when their client is gone: docs/design/failures.md. Nobody waits for `begin`:
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

  /** Whether a statement on it was cut short. */
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
    const interrupt = () => {
      this.#interrupt()
      cut ??= setTimeout(() => this.connection.stream.destroy(), LAST_WAIT)
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
      signal?.removeEventListener('abort', abandon)
    }
  }

  #interrupt(): void {
    if (this.#isInterrupted) return
    this.#isInterrupted = true
    if (!this.#isCommitting) requestCancel(cancellable(this))
  }
}

const isBegin = (text: string): boolean => /^begin\b/.test(text)

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query)

/** The driver's types leave out what the server told the connection at its start. */
const cancellable = (client: unknown): Cancellable => client as Cancellable
