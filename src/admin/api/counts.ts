const FRESH_FOR_MS = 15_000

export interface Count {
  total: number
  /** The database would have needed too long to be exact (histories alone). */
  approximate?: boolean
}

interface Kept {
  count: Promise<Count>
  at: number
}

const numberIn = (json: object): unknown => {
  if ('count' in json) return json.count
  if ('size' in json) return json.size
  return 'total' in json ? json.total : undefined
}

/** Reads a count as `{count}`, `{size}`, `{total}` or a bare number, for existing backends too. */
export const countOf = (json: unknown): Count => {
  const found = typeof json === 'object' && json !== null ? numberIn(json) : json
  const total = Number(found)
  if (found === undefined || found === null || found === '' || !Number.isFinite(total))
    throw new Error('El servidor no entregó el total de registros.')
  const approximate =
    typeof json === 'object' && json !== null && 'approximate' in json && json.approximate === true
  return approximate ? { total, approximate } : { total }
}

/** Counts by address and filter: turning pages asks once, any write asks again. */
export class Counts {
  readonly #kept = new Map<string, Kept>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  /** The count kept under a key, or the one that `ask` gives. */
  get(key: string, ask: () => Promise<Count>): Promise<Count> {
    const kept = this.#kept.get(key)
    if (kept !== undefined && this.#now() - kept.at < FRESH_FOR_MS) return kept.count
    const count = ask()
    this.#kept.set(key, { count, at: this.#now() })
    // An aborted or failed question must not be the answer to the next one.
    count.catch(() => {
      if (this.#kept.get(key)?.count === count) this.#kept.delete(key)
    })
    return count
  }

  forget(key: string): void {
    this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}
