interface Entry<Value> {
  value: Value
  until: number
}

/** Keeps the answers that were asked for last, each for its own time, and never more than `size` of them. */
export class AnswerCache<Value> {
  readonly #size: number
  readonly #entries = new Map<string, Entry<Value>>()

  constructor(size: number) {
    this.#size = size
  }

  get(key: string, now: number): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    if (entry.until <= now) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  /** Keeps a value until an instant, in milliseconds. */
  set(key: string, value: Value, until: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, until })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#size && oldest !== undefined) this.#entries.delete(oldest)
  }
}
