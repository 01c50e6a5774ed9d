const FIRST = 1
const LAST = 999_999

/** The numbers that channels have, and those that are still free. */
export class NumberPool {
  readonly #taken = new Set<number>()
  /** After the highest one: what is imported together stays together. */
  #next = FIRST

  constructor(taken: Iterable<number>) {
    for (const number of taken) this.take(number)
  }

  /** Takes a number; false when it is another channel's already. */
  take(number: number): boolean {
    if (this.#taken.has(number)) return false
    this.#taken.add(number)
    if (number >= this.#next) this.#next = number + 1
    return true
  }

  /** Takes the next free number, from the lowest again after the last one; undefined when none is left. */
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
