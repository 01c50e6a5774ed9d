/** What a chart tells apart: days, or months where there are too many of them to be seen. */
export type Period = 'day' | 'month'

/** What a column of periods is called. */
export const PERIOD_NAMES: Readonly<Record<Period, string>> = { day: 'Día', month: 'Mes' }

/** Days from the first to the last that a chart still shows one by one: a quarter. */
const MOST_DAYS = 92
const DAY = 86_400_000

/** The period that figures of some days (YYYY-MM-DD, the earliest first) are shown by. */
export function periodOf(days: readonly string[]): Period {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return Date.parse(last) - Date.parse(first) >= MOST_DAYS * DAY ? 'month' : 'day'
}

/** Figures of days as they are shown, in their order: of months (YYYY-MM as their `day`), each summed, where days are too many. */
export function gatherDays<Row extends { day: string }>(
  rows: readonly Row[],
  sum: (one: Row, other: Row) => Row,
): { period: Period; rows: Row[] } {
  const period = periodOf(rows.map(({ day }) => day))
  if (period === 'day') return { period, rows: [...rows] }
  const months = new Map<string, Row>()
  for (const row of rows) {
    const month = row.day.slice(0, 7)
    const before = months.get(month)
    months.set(month, { ...(before ? sum(before, row) : row), day: month })
  }
  return { period, rows: [...months.values()] }
}

/** A day (YYYY-MM-DD) as DD/MM/YYYY, a month (YYYY-MM) as MM/YYYY. */
export const formatPeriod = (text: string): string => text.split('-').reverse().join('/')
