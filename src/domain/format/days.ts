import { partsOf } from './date-parts.ts'

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
export const FIRST_DAY = '1000-01-01'
/** A year of four digits is left after it, for the end of a range in any time zone. */
export const LAST_DAY = '9998-12-31'
const dayLength = 86_400_000

/** The instants of whole days: from `start` on, before `end`; an absent side is open. */
export interface DayRange {
  start?: Date
  end?: Date
}

/** Gives the instants of the days `from` to `to` (YYYY-MM-DD, both included) in a time zone; throws a RangeError on a day that does not exist. */
export function dayRange(from: string | undefined, to: string | undefined, timeZone: string): DayRange {
  return {
    ...(from !== undefined && { start: startOfDay(from, timeZone) }),
    ...(to !== undefined && { end: beginningOf(utcMidnight(to) + dayLength, timeZone) }),
  }
}

/** Gives the instant at which a day (YYYY-MM-DD) begins in a time zone: not always midnight where clocks change. */
export function startOfDay(day: string, timeZone: string): Date {
  return beginningOf(utcMidnight(day), timeZone)
}

/** The same of the day whose midnight in UTC is given. */
function beginningOf(midnight: number, timeZone: string): Date {
  const day = new Date(midnight).toISOString().slice(0, 10)
  const isBefore = (time: number) => dayOf(new Date(time), timeZone) < day
  const guess = midnight - offsetAt(midnight, timeZone)
  if (!isBefore(guess) && isBefore(guess - 1)) return new Date(guess)
  // Zones lie within 26 hours of UTC, and clocks change at most once in that time: halve until the day begins.
  let before = midnight - 26 * 3_600_000
  let after = midnight + 26 * 3_600_000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isBefore(middle)) before = middle
    else after = middle
  }
  return new Date(after)
}

/** Milliseconds that the clocks of a time zone are ahead of UTC at a whole second. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(new Date(time), timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - time
}

/** Gives the day (YYYY-MM-DD) of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const { year, month, day } = partsOf(instant, timeZone)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** Whether a text is a day that exists, written YYYY-MM-DD, from FIRST_DAY to LAST_DAY. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text) || text < FIRST_DAY || text > LAST_DAY) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function utcMidnight(day: string): number {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  return Date.parse(`${day}T00:00:00Z`)
}

const pad = (number: number, length: number): string => String(number).padStart(length, '0')
