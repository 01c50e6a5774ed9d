const dayPattern = /^[1-9]\d{3}-\d{2}-\d{2}$/
const lastDay = '9999-12-30'
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
    ...(to !== undefined && { end: startOfDay(nextDay(to), timeZone) }),
  }
}

/** Gives the instant at which a day (YYYY-MM-DD) begins in a time zone: not always midnight where clocks change. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = utcMidnight(day)
  // Zones lie within 26 hours of UTC, and clocks change at most once in that time: halve until the day begins.
  let before = midnight - 26 * 3_600_000
  let after = midnight + 26 * 3_600_000
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (dayOf(new Date(middle), timeZone) < day) before = middle
    else after = middle
  }
  return new Date(after)
}

/** Gives the day (YYYY-MM-DD) of an instant in a time zone. */
export function dayOf(instant: Date, timeZone: string): string {
  const parts = formatFor(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** Whether a text is a day that exists, written YYYY-MM-DD, from the year 1000 on. */
export function isDay(text: string): boolean {
  if (!dayPattern.test(text) || text > lastDay) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function nextDay(day: string): string {
  return new Date(utcMidnight(day) + dayLength).toISOString().slice(0, 10)
}

function utcMidnight(day: string): number {
  if (!isDay(day)) throw new RangeError(`Not a day: ${day}`)
  return Date.parse(`${day}T00:00:00Z`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}
