/** A seeded random generator: the same seed always gives the same demo. */
export interface Random {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  /** An integer, both ends included. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** Distinct items of a list, in random order. */
  sample<T>(items: readonly T[], count: number): T[]
}

/** Each part of the demo has its own generator, so that changing one does not affect the others. */
export function createRandom(seed: string): Random {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const integer = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new RangeError('Nothing to pick from')
    return item
  }
  return {
    next,
    integer,
    chance: (probability) => next() < probability,
    pick,
    sample: (items, count) =>
      items
        .map((item) => ({ item, position: next() }))
        .sort((a, b) => a.position - b.position)
        .slice(0, count)
        .map(({ item }) => item),
  }
}

/** A UUIDv7 for an instant, with seeded random bits. */
export function idAt(date: Date, random: Random): string {
  const time = date.getTime().toString(16).padStart(12, '0')
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => random.integer(0, 15).toString(16)).join('')
  const variant = random.pick(['8', '9', 'a', 'b'])
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(12)}`
}
