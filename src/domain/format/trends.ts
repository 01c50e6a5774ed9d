import { dayAfter } from './dates.ts'
import { daysFrom } from './period-labels.ts'

/** Seven days, each with the value of the same weekday of the week before. */
interface Week {
  days: { day: string; now: number; before: number }[]
  /** Totals of seven complete days and of the seven before them (rule Q15). */
  trend: { now: number; before: number }
}

/** Rounded to cents, so that sums equal the database's decimal sums. */
const sumToCents = (values: readonly number[]): number =>
  Math.round(values.reduce((all, value) => all + value, 0) * 100) / 100

/** Days before today from which values are needed for a week and its trend. */
export const TREND_DAYS = 14

/**
 * Compares the seven days up to today with the seven before; missing days count 0. Today is incomplete, so the trend
 * uses the seven days up to yesterday.
 */
export const compareWeeks = (values: readonly { day: string; value: number }[], today: string): Week => {
  const known = new Map(values.map(({ day, value }) => [day, value]))
  const on = (day: string): number => known.get(day) ?? 0
  const weekFrom = (first: string): number => sumToCents(daysFrom(first, 7).map(on))
  const first = dayAfter(today, -6)
  return {
    days: daysFrom(first, 7).map((day) => ({ day, now: on(day), before: on(dayAfter(day, -7)) })),
    trend: { now: weekFrom(dayAfter(today, -7)), before: weekFrom(dayAfter(today, -TREND_DAYS)) },
  }
}

/** The seven complete days of a trend: both ends included. */
export const trendDays = (today: string): { from: string; to: string } => ({
  from: dayAfter(today, -7),
  to: dayAfter(today, -1),
})

/** True if a day (YYYY-MM-DD) or month (YYYY-MM) is still incomplete. */
export const isIncomplete = (period: string, today: string): boolean => today.startsWith(period)

/** Growth in whole percent; undefined if the earlier value is 0. */
export const changeInPercent = (now: number, before: number): number | undefined => {
  if (before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? 0 : percent
}
