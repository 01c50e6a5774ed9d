/** A clock that only moves when a test advances it. */
export interface Clock {
  now(): Date
  /** Advances by milliseconds. Sessions end after 12 idle hours: sign in again after a longer step. */
  advance(milliseconds: number): void
  set(date: Date): void
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

export function createClock(start: Date): Clock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance(milliseconds) {
      time += milliseconds
    },
    set(date) {
      time = date.getTime()
    },
  }
}
