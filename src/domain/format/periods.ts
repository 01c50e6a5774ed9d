/** Granularity of a chart: days, or months if there are too many days to distinguish. */
export type Granularity = 'day' | 'month'

/** Column headers of periods. */
export const PERIOD_NAMES: Readonly<Record<Granularity, string>> = { day: 'Día', month: 'Mes' }

/** Longest span, in days, that a chart shows by day: a quarter. */
const MAX_DAYS = 92
const DAY = 86_400_000

/** The granularity for figures of some days (YYYY-MM-DD, in ascending order). */
export function granularityFor(days: readonly string[]): Granularity {
  const [first = '', last = first] = [days[0], days.at(-1)]
  return Date.parse(last) - Date.parse(first) >= MAX_DAYS * DAY ? 'month' : 'day'
}

/** Groups daily figures by the chart's granularity: long spans are summed by month (`day` is then YYYY-MM). */
export function gatherDays<Row extends { day: string }>(
  rows: readonly Row[],
  sum: (one: Row, other: Row) => Row,
): { period: Granularity; rows: Row[] } {
  const period = granularityFor(rows.map(({ day }) => day))
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
