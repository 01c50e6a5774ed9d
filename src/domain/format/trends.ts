import { dayAfter } from './dates.ts'
import { daysFrom } from './series.ts'

/** A week of days, each value beside that of the same day of the week before. */
interface Week {
  days: { day: string; now: number; before: number }[]
  /** Of the seven days. */
  sum: number
  /** The sums of seven complete days and of the seven before them (rule Q15). */
  trend: { now: number; before: number }
}

/** Sums are of whole cents, so that they equal those that the database makes of decimals. */
const sumOf = (values: readonly number[]): number =>
  Math.round(values.reduce((all, value) => all + value, 0) * 100) / 100

/** How many days before today the values of a week and its trend begin. */
export const TREND_DAYS = 14

/**
 * The seven days that end today beside the seven before, of the values of some days; the others count 0. Today has only just
 * begun: the trend compares the seven days that ended yesterday.
 */
export const besideWeekBefore = (values: readonly { day: string; value: number }[], today: string): Week => {
  const known = new Map(values.map(({ day, value }) => [day, value]))
  const on = (day: string): number => known.get(day) ?? 0
  const weekFrom = (first: string): number => sumOf(daysFrom(first, 7).map(on))
  const first = dayAfter(today, -6)
  return {
    days: daysFrom(first, 7).map((day) => ({ day, now: on(day), before: on(dayAfter(day, -7)) })),
    sum: weekFrom(first),
    trend: { now: weekFrom(dayAfter(today, -7)), before: weekFrom(dayAfter(today, -TREND_DAYS)) },
  }
}

/** Whether a day (YYYY-MM-DD) or month (YYYY-MM) has not ended: its value still grows. */
export const isUnderWay = (period: string, today: string): boolean => today.startsWith(period)

/** How much more than before, in whole percent; undefined where there was nothing to compare with. */
export const changeInPercent = (now: number, before: number): number | undefined => {
  if (before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return percent === 0 ? 0 : percent
}
