import { Overloaded } from '../../platform/http/errors.ts'

interface Limits {
  /** Hashes that run at once. */
  atOnce: number
  /** Sign-ins that wait; more are refused. */
  mostSignIns: number
  /** Further hashes of one user that wait; more are refused. */
  mostOfUser: number
}

const RETRY_AFTER_SECONDS = 5

/**
 * Queue of password hashes: sign-ins first, then signed-in users round-robin, one hash at a time for each user, then the
 * background's, for which nobody waits.
 */
export class HashQueue {
  readonly #limits: Limits
  readonly #signIns: (() => void)[] = []
  /** In the order of their turns. */
  readonly #users = new Map<string, (() => void)[]>()
  readonly #busy = new Set<string>()
  readonly #background: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return [...this.#users.values()].reduce(
      (sum, queue) => sum + queue.length,
      this.#signIns.length + this.#background.length,
    )
  }

  /** Throws Overloaded if too many wait, as does `ofUser`. */
  async signIn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#signIns.length >= this.#limits.mostSignIns) throw new Overloaded(RETRY_AFTER_SECONDS)
    return this.#run(work, (start) => this.#signIns.push(start))
  }

  async ofUser<T>(user: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#users.get(user) ?? []
    if (queue.length >= this.#limits.mostOfUser) throw new Overloaded(RETRY_AFTER_SECONDS)
    const release = () => this.#busy.delete(user)
    return this.#run(
      () => work().finally(release),
      (start) => {
        queue.push(() => {
          this.#busy.add(user)
          start()
        })
        this.#users.set(user, queue)
      },
    )
  }

  /** Runs when nothing else waits; never in all places at once, unless there is only one. */
  background<T>(work: () => Promise<T>): Promise<T> {
    return this.#run(work, (start) => this.#background.push(start))
  }

  #run<T>(work: () => Promise<T>, wait: (start: () => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      wait(() => {
        this.#running++
        work()
          .then(resolve, reject)
          .finally(() => {
            this.#running--
            this.#startNext()
          })
      })
      this.#startNext()
    })
  }

  #startNext(): void {
    if (this.#running >= this.#limits.atOnce) return
    const start = this.#signIns.shift() ?? this.#nextOfUsers() ?? this.#nextOfBackground()
    start?.()
  }

  #nextOfUsers(): (() => void) | undefined {
    for (const [user, queue] of this.#users) {
      if (this.#busy.has(user)) continue
      const next = queue.shift()
      this.#users.delete(user)
      if (queue.length > 0) this.#users.set(user, queue)
      return next
    }
    return undefined
  }

  #nextOfBackground(): (() => void) | undefined {
    return this.#running < Math.max(1, this.#limits.atOnce - 1) ? this.#background.shift() : undefined
  }
}
