import { DatabaseError } from './errors.ts'
import { ClientGone, statementContext } from './statement-context.ts'

type Abort = (reason: Error) => void

/** Work under way that must end when its client disconnects, or when the server stops. */
export class PendingOperations {
  /** Oldest first, with its start on the `performance` clock. */
  readonly #all = new Map<Abort, number>()
  #hasEnded = false

  /** The longest time that anything has been under way, in milliseconds. */
  get longest(): number {
    const [since] = this.#all.values()
    return since === undefined ? 0 : performance.now() - since
  }

  /** Throws if nothing may begin any more. */
  check(): void {
    if (statementContext().signal?.aborted) throw new ClientGone()
    if (this.#hasEnded) throw stopping()
  }

  /** Adds what can be stopped; the result removes it, and is false if it was stopped. */
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
