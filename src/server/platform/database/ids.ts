import { randomUUID } from 'node:crypto'

let lastTime = 0
let counter = 0

/** Gives a new UUIDv7: ordered by time within a process, so that indexes on it grow at their end. */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now
    counter = Number.parseInt(randomUUID().slice(0, 3), 16) & 0x7ff
  } else if (++counter > 0xfff) {
    // More than a counter's worth within one millisecond: borrow the next one.
    lastTime++
    counter = 0
  }
  const time = lastTime.toString(16).padStart(12, '0')
  const head = `7${counter.toString(16).padStart(3, '0')}`
  // Variant and random bits stand in the same place in every version; these come out of a pool.
  return `${time.slice(0, 8)}-${time.slice(8)}-${head}-${randomUUID().slice(19)}`
}
