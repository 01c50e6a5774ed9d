export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** An instant moved by some milliseconds. */
export const shift = (date: Date, milliseconds: number): Date => new Date(date.getTime() + milliseconds)

/** The earlier of two instants. */
export const earlier = (a: Date, b: Date): Date => (a < b ? a : b)

/** The later of two instants. */
export const later = (a: Date, b: Date): Date => (a > b ? a : b)

/** The last midnight of a time zone before an instant. */
export function startOfDay(now: Date, timeZone: string): Date {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now)
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0)
  return shift(
    now,
    -(of('hour') * HOUR + of('minute') * MINUTE + of('second') * 1000 + now.getUTCMilliseconds()),
  )
}
