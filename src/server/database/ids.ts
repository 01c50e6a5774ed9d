import { randomBytes } from 'node:crypto'

let lastTime = 0
let counter = 0

/** Gives a new UUIDv7: ordered by time within a process, so that indexes on it grow at their end. */
export function newId(now: number = Date.now()): string {
  if (now > lastTime) {
    lastTime = now
    counter = randomBytes(2).readUInt16BE() & 0x7ff
  } else if (++counter > 0xfff) {
    // More than a counter's worth within one millisecond: borrow the next one.
    lastTime++
    counter = 0
  }
  const time = lastTime.toString(16).padStart(12, '0')
  const random = randomBytes(8)
  random.writeUInt8((random.readUInt8(0) & 0x3f) | 0x80, 0)
  const tail = random.toString('hex')
  const head = `7${counter.toString(16).padStart(3, '0')}`
  return `${time.slice(0, 8)}-${time.slice(8)}-${head}-${tail.slice(0, 4)}-${tail.slice(4)}`
}
