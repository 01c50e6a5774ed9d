import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter } from '../../../src/domain/format/dates.ts'
import {
  changeInPercent,
  compareWeeks,
  isIncomplete,
  TREND_DAYS,
  trendDays,
} from '../../../src/domain/format/trends.ts'

test('each day of a week is paired with the same day of the week before; days without a value count as 0', () => {
  const values = [
    { day: '2026-11-10', value: 7 },
    { day: '2026-11-16', value: 0.1 },
    { day: '2026-11-17', value: 0.2 },
    { day: '2026-11-09', value: 30 },
    { day: '2026-11-23', value: 0.1 },
    { day: '2026-11-24', value: 99 },
  ]
  const week = compareWeeks(values, '2026-11-23')
  expect(week.days.map(({ day, now, before }) => [day, now, before])).toEqual([
    ['2026-11-17', 0.2, 7],
    ['2026-11-18', 0, 0],
    ['2026-11-19', 0, 0],
    ['2026-11-20', 0, 0],
    ['2026-11-21', 0, 0],
    ['2026-11-22', 0, 0],
    ['2026-11-23', 0.1, 0.1],
  ])
})

test('a trend compares the seven days up to yesterday with the seven before', () => {
  const day = fc.integer({ min: -20, max: 3 }).map((days) => dayAfter('2026-11-23', days))
  const values = fc.uniqueArray(fc.record({ day, value: fc.integer({ min: 0, max: 1000 }) }), {
    selector: (each) => each.day,
  })
  fc.assert(
    fc.property(values, (all) => {
      const between = (from: string, to: string): number =>
        all.reduce((sum, each) => (each.day >= from && each.day <= to ? sum + each.value : sum), 0)
      const { trend } = compareWeeks(all, '2026-11-23')
      expect(trend).toEqual({
        now: between('2026-11-16', '2026-11-22'),
        before: between('2026-11-09', '2026-11-15'),
      })
      expect(trendDays('2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
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
])('on 23 November 2026, %s is incomplete: %s', (period, expected) => {
  expect(isIncomplete(period, '2026-11-23')).toBe(expected)
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
