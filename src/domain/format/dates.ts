const two = (number: number): string => String(number).padStart(2, '0')

/** The hour of a clock with two rounds a day, and which of them it is in. */
const twelveHours = (hour: number): { hour: number; round: string } => ({
  hour: hour % 12 || 12,
  round: hour < 12 ? 'am' : 'pm',
})

/** The day of an instant in a time zone, as DD/MM/YYYY. */
export const formatDay = (date: Date, timeZone: string): string => {
  const { day, month, year } = partsOf(date, timeZone)
  return `${two(day)}/${two(month)}/${year}`
}

/** The time of an instant in a time zone, as hh:mm am/pm. */
export const formatTime = (date: Date, timeZone: string): string => {
  const parts = partsOf(date, timeZone)
  const { hour, round } = twelveHours(parts.hour)
  return `${two(hour)}:${two(parts.minute)} ${round}`
}

/** An instant in a time zone, as DD/MM/YYYY hh:mm:ss am/pm. */
export const formatMoment = (date: Date, timeZone: string): string => {
  const parts = partsOf(date, timeZone)
  const { hour, round } = twelveHours(parts.hour)
  const time = `${two(hour)}:${two(parts.minute)}:${two(parts.second)} ${round}`
  return `${formatDay(date, timeZone)} ${time}`
}

/** Zones change their clocks at whole quarters of an hour; before 1972 some kept offsets of odd seconds. */
const QUARTER = 900_000
const MAX_OFFSETS = 50_000

/**
 * `formatMoment` for many instants, written as ISO texts: the offset of the zone is found once for each quarter of an
 * hour, which takes a tenth of the time.
 */
export const momentWriter = (timeZone: string): ((instant: string) => string) => {
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

/** What a calendar and a clock of 24 hours show. */
export interface DateParts {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

/** A process works with one zone and UTC; more are never kept. Not an `lru-cache`, as the domain imports zod alone. */
const MAX_FORMATS = 16
const formats = new Map<string, Intl.DateTimeFormat>()

/** Building a formatter costs 65 µs, using one 4 µs: one is kept for each time zone. */
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
 * What a clock in a time zone shows. `@date-fns/tz` 1.5 takes as long (3.2 µs), but gives offsets between 0 and -1 hour
 * the wrong sign: 29 minutes too much for Madrid before 1901, which users may enter.
 */
export function partsOf(date: Date, timeZone: string): DateParts {
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

/** The day so many days after one (YYYY-MM-DD). */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

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

/**
 * What a typed date says: nothing, a day (YYYY-MM-DD), or no day of the format. `suggestion` is the day that the
 * text names in another common order; it is offered, never applied by itself.
 */
export type TypedDay =
  | { state: 'empty' }
  | { state: 'day'; day: string }
  | { state: 'unreadable'; suggestion?: string }

/** Two-digit years lie at most this far ahead; the others belong to the century before. */
const YEARS_AHEAD = 20

/** Longer texts are no date in any order; patterns never see them. */
const MAX_LENGTH = 40

const separated = /^(\d{1,2})([/.\- ])(\d{1,2})\2(\d{4}|\d{2})$/
const yearFirst = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/
const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/
const yearFirstDigits = /^(\d{4})(\d{2})(\d{2})$/

/** Years that a suggestion may have: a text that names an earlier one was meant otherwise. */
const FIRST_SUGGESTED = '1800-01-01'

/**
 * Reads a date as it is typed or pasted: mm/dd/yyyy with or without leading zeros, with `/`, `-`, `.` or blanks
 * between, as digits alone, and year first. `thisYear` completes years of two digits.
 */
export function readDay(text: string, thisYear: number): TypedDay {
  const typed = text.trim()
  if (typed === '') return { state: 'empty' }
  if (typed.length > MAX_LENGTH) return { state: 'unreadable' }
  const day = readings(typed, thisYear).find(isDay)
  if (day !== undefined) return { state: 'day', day }
  const suggestion = otherReadings(typed, thisYear).find((each) => isDay(each) && each >= FIRST_SUGGESTED)
  return suggestion === undefined ? { state: 'unreadable' } : { state: 'unreadable', suggestion }
}

/** Writes a day (YYYY-MM-DD) as inputs show it: mm/dd/yyyy. */
export function writeDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

function readings(typed: string, thisYear: number): string[] {
  const [, first, , second, year] = separated.exec(typed) ?? []
  if (first && second && year) return [dayOfParts(fullYear(year, thisYear), first, second)]
  const [, begin, , month, date] = yearFirst.exec(typed) ?? []
  if (begin && month && date) return [dayOfParts(begin, month, date)]
  const [, one, two, end] = digits.exec(typed) ?? []
  return one && two && end ? [dayOfParts(fullYear(end, thisYear), one, two)] : []
}

function otherReadings(typed: string, thisYear: number): string[] {
  const [, first, , second, year] = separated.exec(typed) ?? []
  if (first && second && year) return [dayOfParts(fullYear(year, thisYear), second, first)]
  const found: string[] = []
  const [, one, two, end] = digits.exec(typed) ?? []
  if (one && two && end) found.push(dayOfParts(fullYear(end, thisYear), two, one))
  const [, begin, month, date] = yearFirstDigits.exec(typed) ?? []
  if (begin && month && date) found.push(dayOfParts(begin, month, date))
  return found
}

function dayOfParts(year: string, month: string, date: string): string {
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

function fullYear(year: string, thisYear: number): string {
  if (year.length === 4) return year
  const earliest = thisYear + YEARS_AHEAD - 99
  return String(earliest + ((Number(year) - (earliest % 100) + 100) % 100))
}
