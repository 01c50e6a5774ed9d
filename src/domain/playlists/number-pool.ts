const FIRST = 1
const LAST = 999_999

/** Allocates channel numbers. */
export class NumberPool {
  readonly #taken = new Set<number>()
  /** Starts after the highest number, to keep an import's channels together. */
  #next = FIRST

  constructor(taken: Iterable<number>) {
    for (const number of taken) this.take(number)
  }

  /** Reserves a number; false if it is already taken. */
  take(number: number): boolean {
    if (this.#taken.has(number)) return false
    this.#taken.add(number)
    if (number >= this.#next) this.#next = number + 1
    return true
  }

  /** Reserves the next free number, wrapping around after the last one; undefined if none is left. */
  takeNext(): number | undefined {
    if (this.#taken.size > LAST) return undefined
    for (let tries = FIRST; tries <= LAST; tries++) {
      if (this.#next > LAST) this.#next = FIRST
      const number = this.#next
      if (this.take(number)) return number
      this.#next++
    }
    return undefined
  }
}
