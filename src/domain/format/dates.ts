export const FIRST_DATE = '1800-01-01'
export const LAST_DATE = '3000-12-31'

const two = (number: number): string => String(number).padStart(2, '0')

/** Hour of a 12-hour clock, with am or pm. */
const twelveHours = (hour: number): { hour: number; round: string } => ({
  hour: hour % 12 || 12,
  round: hour < 12 ? 'am' : 'pm',
})

/** The day of an instant in a time zone, as DD/MM/YYYY. */
export const formatDay = (date: Date, timeZone: string): string => {
  const { day, month, year } = dateParts(date, timeZone)
  return `${two(day)}/${two(month)}/${year}`
}

/** The time of an instant in a time zone, as hh:mm am/pm. */
export const formatTime = (date: Date, timeZone: string): string => {
  const parts = dateParts(date, timeZone)
  const { hour, round } = twelveHours(parts.hour)
  return `${two(hour)}:${two(parts.minute)} ${round}`
}

/** An instant in a time zone, as DD/MM/YYYY hh:mm:ss am/pm. */
export const formatMoment = (date: Date, timeZone: string): string => {
  const parts = dateParts(date, timeZone)
  const { hour, round } = twelveHours(parts.hour)
  const time = `${two(hour)}:${two(parts.minute)}:${two(parts.second)} ${round}`
  return `${formatDay(date, timeZone)} ${time}`
}

/** Zones change their clocks at whole quarters of an hour; before 1972 some kept offsets of odd seconds. */
const QUARTER = 900_000
const MAX_OFFSETS = 50_000

/**
 * `formatMoment` for many ISO instants: caches the zone's offset per quarter of an hour, which takes a tenth of the
 * time.
 */
export const momentFormatter = (timeZone: string): ((instant: string) => string) => {
  const offsets = new Map<number, number>()
  return (instant) => {
    const time = Date.parse(instant)
    if (Number.isNaN(time)) return ''
    if (time < 2 * 365 * dayLength) return formatMoment(new Date(time), timeZone)
    const quarter = Math.floor(time / QUARTER)
    const known = offsets.get(quarter)
    const offset = known ?? offsetAt(quarter * QUARTER, timeZone)
    if (known === undefined) {
      if (offsets.size >= MAX_OFFSETS) offsets.clear()
      offsets.set(quarter, offset)
    }
    const [date = '', clock = ''] = new Date(time + offset).toISOString().split('T')
    const { hour, round } = twelveHours(Number(clock.slice(0, 2)))
    const [year, month, day] = date.split('-')
    return `${day}/${month}/${year} ${two(hour)}${clock.slice(2, 8)} ${round}`
  }
}

/** Date and 24-hour time of day. */
export interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/**
 * A process uses the service's zone and UTC; the cache is bounded anyway. Not an `lru-cache`, as the domain only imports
 * zod.
 */
const MAX_FORMATS = 16
const formats = new Map<string, Intl.DateTimeFormat>()

/** Building a formatter costs 65 µs, using one 4 µs: cached by time zone. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  })
  const [oldest] = formats.keys()
  if (oldest !== undefined && formats.size >= MAX_FORMATS) formats.delete(oldest)
  formats.set(timeZone, format)
  return format
}

/**
 * Local date and time of an instant in a time zone. `@date-fns/tz` 1.5 takes as long (3.2 µs), but gives offsets
 * between 0 and -1 hour the wrong sign: 29 minutes too much for Madrid before 1901, which users may enter.
 */
export function dateParts(date: Date, timeZone: string): DateParts {
  const parts = formatFor(timeZone).formatToParts(date)
  const of = (name: keyof DateParts) => Number(parts.find(({ type }) => type === name)?.value)
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  }
}

/** The hour (0 to 23) of an instant in a time zone. */
export const hourOf = (instant: Date, timeZone: string): number => dateParts(instant, timeZone).hour

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
export const FIRST_DAY = '1000-01-01'
/** Leaves room for the end of a range in any time zone within four-digit years. */
export const LAST_DAY = '9998-12-31'
const dayLength = 86_400_000

/** A half-open range of instants [start, end); an absent side is open. */
export interface DayRange {
  start?: Date
  end?: Date
}

/**
 * The instants of the days `from` to `to` (YYYY-MM-DD, both included) in a time zone; throws a RangeError on a day that
 * does not exist.
 */
export function dayRange(from: string | undefined, to: string | undefined, timeZone: string): DayRange {
  return {
    ...(from !== undefined && { start: startOfDay(from, timeZone) }),
    ...(to !== undefined && { end: dayStart(utcMidnight(to) + dayLength, timeZone) }),
  }
}

/** The instant at which a day (YYYY-MM-DD) begins in a time zone: not always midnight where clocks change. */
export function startOfDay(day: string, timeZone: string): Date {
  return dayStart(utcMidnight(day), timeZone)
}

/** The last millisecond of a day (YYYY-MM-DD) in a time zone. */
export const endOfDay = (day: string, timeZone: string): Date =>
  new Date(dayStart(utcMidnight(day) + dayLength, timeZone).getTime() - 1)

/** `startOfDay` of a day given as its midnight in UTC. */
function dayStart(midnight: number, timeZone: string): Date {
  const day = new Date(midnight).toISOString().slice(0, 10)
  const isBefore = (time: number) => dayOf(new Date(time), timeZone) < day
  const guess = midnight - offsetAt(midnight, timeZone)
  if (!isBefore(guess) && isBefore(guess - 1)) return new Date(guess)
  // Binary search: zones lie within 26 hours of UTC, and clocks change at most once in that time.
  let before = midnight - 26 * 3_600_000
  let after = midnight + 26 * 3_600_000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (isBefore(middle)) before = middle
    else after = middle
  }
  return new Date(after)
}

/** Offset of a time zone from UTC in milliseconds, at a whole second. */
function offsetAt(time: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = dateParts(new Date(time), timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - time
}

/**
 * The instant of a local time, given as its minutes since midnight. DST: ambiguous times resolve to the first, skipped
 * times to the offset before the change.
 */
export function localInstant(day: string, minutes: number, timeZone: string): Date {
  const local = utcMidnight(day) + minutes * 60_000
  // Clocks change at most once in two days: the time is that of the offset before, or after the change.
  const before = local - offsetAt(local - dayLength, timeZone)
  const after = local - offsetAt(local + dayLength, timeZone)
  const isOfAfter =
    offsetAt(before, timeZone) !== local - before && offsetAt(after, timeZone) === local - after
  return new Date(isOfAfter ? after : before)
}

/** The day (YYYY-MM-DD) of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const { year, month, day } = dateParts(instant, timeZone)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** The day (YYYY-MM-DD) a number of days after another. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** True if a text is an existing day, written YYYY-MM-DD, from FIRST_DAY to LAST_DAY. */
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

/**
 * Result of parsing a typed date: empty, a day (YYYY-MM-DD), or invalid. `suggestion`: the day it means in another
 * common order, offered but never applied by itself.
 */
export type TypedDay =
  | { state: 'empty' }
  | { state: 'day'; day: string }
  | { state: 'unreadable'; suggestion?: string }

/** Two-digit years are at most this far ahead; later ones belong to the previous century. */
const YEARS_AHEAD = 20

/** Longer texts are rejected before any pattern runs. */
const MAX_LENGTH = 40

const separated = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const yearFirstDigits = /^(\d{4})(\d{2})(\d{2})$/

/** Earliest day offered as a suggestion; an earlier reading is surely wrong. */
const FIRST_SUGGESTED = '1800-01-01'

/**
 * Parses a typed or pasted date: mm/dd/yyyy with or without leading zeros, separated by `/`, `-`, `.` or blanks, digits
 * only, or year first. `thisYear` completes two-digit years.
 */
export function parseTypedDay(text: string, thisYear: number): TypedDay {
  const typed = text.trim()
  if (typed === '') return { state: 'empty' }
  if (typed.length > MAX_LENGTH) return { state: 'unreadable' }
  const day = readings(typed, thisYear).find(isDay)
  if (day !== undefined) return { state: 'day', day }
  const suggestion = alternativeReadings(typed, thisYear).find(
    (each) => isDay(each) && each >= FIRST_SUGGESTED,
  )
  return suggestion === undefined ? { state: 'unreadable' } : { state: 'unreadable', suggestion }
}

/** Formats a day (YYYY-MM-DD) for inputs: mm/dd/yyyy. */
export function formatTypedDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

function readings(typed: string, thisYear: number): string[] {
  const [, first, , second, year] = separated.exec(typed) ?? []
  if (first && second && year) return [composeDay(fullYear(year, thisYear), first, second)]
  const [, begin, , month, date] = yearFirst.exec(typed) ?? []
  if (begin && month && date) return [composeDay(begin, month, date)]
  const [, one, two, end] = digits.exec(typed) ?? []
  return one && two && end ? [composeDay(fullYear(end, thisYear), one, two)] : []
}

function alternativeReadings(typed: string, thisYear: number): string[] {
  const [, first, , second, year] = separated.exec(typed) ?? []
  if (first && second && year) return [composeDay(fullYear(year, thisYear), second, first)]
  const found: string[] = []
  const [, one, two, end] = digits.exec(typed) ?? []
  if (one && two && end) found.push(composeDay(fullYear(end, thisYear), two, one))
  const [, begin, month, date] = yearFirstDigits.exec(typed) ?? []
  if (begin && month && date) found.push(composeDay(begin, month, date))
  return found
}

function composeDay(year: string, month: string, date: string): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function fullYear(year: string, thisYear: number): string {
  if (year.length === 4) return year
  const earliest = thisYear + YEARS_AHEAD - 99
  return String(earliest + ((Number(year) - (earliest % 100) + 100) % 100))
}
