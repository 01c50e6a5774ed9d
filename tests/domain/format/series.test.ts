import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sellsSince } from '../../../src/domain/credits/low-balance.ts'
import { dayAfter } from '../../../src/domain/format/dates.ts'
import {
  besideWeekBefore,
  changeInPercent,
  daysFrom,
  periodInWords,
  periodTick,
  ticksUpTo,
  weekdayTick,
} from '../../../src/domain/format/series.ts'

test('days follow one another across months, years and leap days', () => {
  expect(daysFrom('2028-02-27', 4)).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
})

test('each day of a week stands beside the same day of the week before, days without a value as 0', () => {
  const values = [
    { day: '2026-11-10', value: 7 },
    { day: '2026-11-16', value: 0.1 },
    { day: '2026-11-17', value: 0.2 },
    { day: '2026-11-09', value: 30 },
    { day: '2026-11-23', value: 0.1 },
    { day: '2026-11-24', value: 99 },
  ]
  const weeks = besideWeekBefore(values, '2026-11-23')
  expect(weeks.days.map(({ day, now, before }) => [day, now, before])).toEqual([
    ['2026-11-17', 0.2, 7],
    ['2026-11-18', 0, 0],
    ['2026-11-19', 0, 0],
    ['2026-11-20', 0, 0],
    ['2026-11-21', 0, 0],
    ['2026-11-22', 0, 0],
    ['2026-11-23', 0.1, 0.1],
  ])
  expect([weeks.now, weeks.before]).toEqual([0.3, 7.1])
})

test.each([
  [110, 100, 10],
  [100, 110, -9],
  [100.4, 100, 0],
  [99.6, 100, 0],
  [0, 50, -100],
  [50, 0, undefined],
  [0, 0, undefined],
])('%d after %d is a change of %s percent', (now, before, percent) => {
  expect(changeInPercent(now, before)).toBe(percent)
})

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [17, [0, 5, 10, 15, 20]],
  [99.99, [0, 50, 100]],
  [100, [0, 50, 100]],
  [2000, [0, 500, 1000, 1500, 2000]],
])('an axis up to %d has the ticks %j', (greatest, ticks) => {
  expect(ticksUpTo(greatest)).toEqual(ticks)
})

test('an axis is never shorter than its greatest value, nor much longer, and has few ticks', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e12, noNaN: true }), (greatest) => {
      const ticks = ticksUpTo(greatest)
      const end = ticks.at(-1) ?? 0
      expect(end).toBeGreaterThanOrEqual(greatest * (1 - 1e-9))
      expect(ticks.length).toBeLessThanOrEqual(6)
      expect(ticks.every(Number.isInteger)).toBe(true)
      if (greatest > 1) expect(end).toBeLessThan(greatest * 2.5 + 1)
    }),
  )
})

test('days and months are read in Spanish', () => {
  expect(periodInWords('2026-11-23')).toBe('lunes, 23 de noviembre de 2026')
  expect(periodInWords('2026-11')).toBe('noviembre de 2026')
  expect([periodTick('2026-11-03'), weekdayTick('2026-11-03')]).toEqual(['3 nov', 'mar 3'])
  expect(periodTick('2026-11')).toMatch(/^nov/)
})

test('resellers count as active from the first day of the month before', () => {
  expect(sellsSince('2026-11-23')).toBe('2026-10-01')
  expect(sellsSince('2027-01-31')).toBe('2026-12-01')
})
