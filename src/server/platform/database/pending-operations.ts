import { DatabaseError } from './errors.ts'
import { ClientGone, statementContext } from './statement-context.ts'

type Abort = (reason: Error) => void

/** Operations to abort when their client disconnects or the server stops. */
export class PendingOperations {
  /** Oldest first, with its start on the `performance` clock. */
  readonly #all = new Map<Abort, number>()
  #hasEnded = false

  /** Age of the oldest operation, in milliseconds. */
  get longest(): number {
    const [since] = this.#all.values()
    return since === undefined ? 0 : performance.now() - since
  }

  /** Throws if the client has disconnected or the server stops. */
  check(): void {
    if (statementContext().signal?.aborted) throw new ClientGone()
    if (this.#hasEnded) throw stopping()
  }

  /** Registers an operation. The returned function removes it, and returns false if it was aborted. */
  add(stop: Abort): () => boolean {
    const { signal } = statementContext()
    const remove = () => {
      signal?.removeEventListener('abort', abandon)
      return this.#all.delete(stop)
    }
    const abandon = () => void (remove() && stop(new ClientGone()))
    signal?.addEventListener('abort', abandon)
    this.#all.set(stop, performance.now())
    return remove
  }

  end(): void {
    this.#hasEnded = true
    const all = [...this.#all.keys()]
    this.#all.clear()
    for (const stop of all) stop(stopping())
  }
}

const stopping = (): DatabaseError => new DatabaseError('The server stops')
