/** A clock that stands still until a test moves it. */
export interface Clock {
  now(): Date
  /** Moves on by so many milliseconds. */
  advance(milliseconds: number): void
  set(date: Date): void
}

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE

/** Gives a clock that shows `start`. */
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
