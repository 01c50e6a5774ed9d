import { describe, expect, it } from 'vitest'
import { formatPeriod, gatherDays, granularityFor } from '../../../src/domain/format/periods.ts'

interface Row {
  day: string
  sales: number
}
const sum = (one: Row, other: Row): Row => ({ ...one, sales: one.sales + other.sales })

describe('the data of a chart', () => {
  it.each([
    [[], 'day'],
    [['2026-02-01'], 'day'],
    [['2026-01-01', '2026-04-02'], 'day'],
    [['2026-01-01', '2026-04-03'], 'month'],
    [['2024-12-31', '2026-01-01'], 'month'],
  ] as const)('of %j are shown by %s', (days, period) => {
    expect(granularityFor(days)).toBe(period)
  })

  it('are by day within a quarter', () => {
    const rows = [
      { day: '2026-01-31', sales: 1 },
      { day: '2026-02-01', sales: 2 },
    ]
    expect(gatherDays(rows, sum)).toEqual({ period: 'day', rows })
  })

  it('are summed by month beyond a quarter, in order and with the same total', () => {
    const rows = [
      { day: '2025-11-30', sales: 1 },
      { day: '2025-12-01', sales: 2 },
      { day: '2025-12-31', sales: 3 },
      { day: '2026-04-01', sales: 4 },
    ]
    expect(gatherDays(rows, sum)).toEqual({
      period: 'month',
      rows: [
        { day: '2025-11', sales: 1 },
        { day: '2025-12', sales: 5 },
        { day: '2026-04', sales: 4 },
      ],
    })
  })

  it('are labelled like dates', () => {
    expect(formatPeriod('2026-11-05')).toBe('05/11/2026')
    expect(formatPeriod('2026-11')).toBe('11/2026')
  })
})
