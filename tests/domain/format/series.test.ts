import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sellsSince } from '../../../src/domain/credits/low-balance.ts'
import { dayAfter } from '../../../src/domain/format/dates.ts'
import {
  besideWeekBefore,
  changeInPercent,
  daysFrom,
  isUnderWay,
  periodInWords,
  periodTick,
  TREND_DAYS,
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
  const week = besideWeekBefore(values, '2026-11-23')
  expect(week.days.map(({ day, now, before }) => [day, now, before])).toEqual([
    ['2026-11-17', 0.2, 7],
    ['2026-11-18', 0, 0],
    ['2026-11-19', 0, 0],
    ['2026-11-20', 0, 0],
    ['2026-11-21', 0, 0],
    ['2026-11-22', 0, 0],
    ['2026-11-23', 0.1, 0.1],
  ])
  expect(week.sum).toBe(0.3)
})

test('a trend compares the seven days that ended yesterday with the seven before them', () => {
  const day = fc.integer({ min: -20, max: 3 }).map((days) => dayAfter('2026-11-23', days))
  const values = fc.uniqueArray(fc.record({ day, value: fc.integer({ min: 0, max: 1000 }) }), {
    selector: (each) => each.day,
  })
  fc.assert(
    fc.property(values, (all) => {
      const between = (from: string, to: string): number =>
        all.reduce((sum, each) => (each.day >= from && each.day <= to ? sum + each.value : sum), 0)
      const { trend } = besideWeekBefore(all, '2026-11-23')
      expect(trend).toEqual({
        now: between('2026-11-16', '2026-11-22'),
        before: between('2026-11-09', '2026-11-15'),
      })
    }),
  )
  expect(dayAfter('2026-11-23', -TREND_DAYS)).toBe('2026-11-09')
})

test.each([
  ['2026-11-23', true],
  ['2026-11-22', false],
  ['2026-11', true],
  ['2026-12', false],
  ['2026-10', false],
])('on 23 November 2026, %s is under way: %s', (period, expected) => {
  expect(isUnderWay(period, '2026-11-23')).toBe(expected)
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
