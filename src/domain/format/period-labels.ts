import { dayAfter } from './dates.ts'

/** `count` consecutive days, starting at `first`. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => dayAfter(first, index))

const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('es', { timeZone: 'UTC', ...options })
const long = inUtc({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const short = inUtc({ day: 'numeric', month: 'short' })
const weekday = inUtc({ weekday: 'short' })
const longMonth = inUtc({ month: 'long', year: 'numeric' })
const shortMonth = inUtc({ month: 'short', year: '2-digit' })

const periodStart = (period: string): Date =>
  new Date(`${period.length === 7 ? `${period}-01` : period}T00:00:00Z`)

/** A day (YYYY-MM-DD) as 'lunes, 23 de noviembre de 2026', a month (YYYY-MM) as 'noviembre de 2026'. */
export const periodInWords = (period: string): string =>
  (period.length === 7 ? longMonth : long).format(periodStart(period))

/** Axis label of a day or month: '23 nov', 'nov 26'. */
export const periodTick = (period: string): string =>
  (period.length === 7 ? shortMonth : short).format(periodStart(period))

/** Axis label of a day within a week: 'lun 23'. */
export const weekdayTick = (day: string): string =>
  `${weekday.format(periodStart(day))} ${Number(day.slice(8))}`
