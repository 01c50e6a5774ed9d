import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sellsSince } from '../../../src/domain/credits/low-balance.ts'
import { dayAfter } from '../../../src/domain/format/dates.ts'
import { daysFrom, periodInWords, periodTick, weekdayTick } from '../../../src/domain/format/period-labels.ts'
import { ticksUpTo } from '../../../src/domain/format/ticks.ts'

test('days follow one another across months, years and leap days', () => {
  expect(daysFrom('2028-02-27', 4)).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
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

test('an axis ends at or shortly above its greatest value, and has few ticks', () => {
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

test('days and months are named in Spanish', () => {
  expect(periodInWords('2026-11-23')).toBe('lunes, 23 de noviembre de 2026')
  expect(periodInWords('2026-11')).toBe('noviembre de 2026')
  expect([periodTick('2026-11-03'), weekdayTick('2026-11-03')]).toEqual(['3 nov', 'mar 3'])
  expect(periodTick('2026-11')).toMatch(/^nov/)
})

test('resellers count as active from the first day of the month before', () => {
  expect(sellsSince('2026-11-23')).toBe('2026-10-01')
  expect(sellsSince('2027-01-31')).toBe('2026-12-01')
})
