import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  creditTone,
  extendedExpiry,
  monthsLeft,
  reducedExpiry,
} from '../../../src/domain/credits/transaction.ts'

const at = (text: string) => new Date(`${text}T10:30:00.000Z`)

describe('adding months', () => {
  it.each([
    ['2025-01-31', 1, '2025-02-28'],
    ['2024-01-31', 1, '2024-02-29'],
    ['2024-02-29', 12, '2025-02-28'],
    ['2025-12-15', 1, '2026-01-15'],
    ['2025-03-31', -1, '2025-02-28'],
    ['2025-10-31', 4, '2026-02-28'],
    ['2025-05-10', 0, '2025-05-10'],
  ])('takes %s by %i months to %s', (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to))
  })

  it('is undone by subtracting as many, up to the 28th', () => {
    const day = fc.record({
      year: fc.integer({ min: 1970, max: 2900 }),
      month: fc.integer({ min: 0, max: 11 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 600 }), ({ year, month, day }, months) => {
        const date = new Date(Date.UTC(year, month, day, 5))
        expect(addMonths(addMonths(date, months), -months)).toEqual(date)
      }),
    )
  })
})

describe('the months left', () => {
  it.each([
    ['2025-06-10', null, 0],
    ['2025-06-10', '2025-06-09', 0],
    ['2025-06-10', '2025-06-10', 0],
    ['2025-06-10', '2025-06-11', 1],
    ['2025-06-10', '2025-07-10', 1],
    ['2025-06-10', '2025-07-11', 2],
    ['2025-01-31', '2025-02-28', 1],
    ['2025-06-10', '2026-06-10', 12],
  ])('on %s until %s are %s', (now, expiry, months) => {
    expect(monthsLeft(expiry === null ? null : at(expiry), at(now))).toBe(months)
  })

  it('equal the months sold', () => {
    fc.assert(
      fc.property(
        fc.date({ min: at('1970-01-01'), max: at('2900-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 9999 }),
        (now, months) => monthsLeft(addMonths(now, months), now) === months,
      ),
    )
  })
})

it('colours a credit red at 0 or less and yellow at 1', () => {
  expect([-1, 0, 1, 2].map(creditTone)).toEqual(['red', 'red', 'yellow', 'plain'])
})

describe('moving an expiry', () => {
  const now = at('2026-03-10')

  it.each([
    ['2026-05-31', 1, '2026-06-30'],
    ['2026-03-09', 2, '2026-05-10'],
    ['2026-03-10', 2, '2026-05-10'],
  ])('adds to %s %i months while it lasts, else from now: %s', (expiry, months, result) => {
    expect(extendedExpiry(at(expiry), months, now)).toEqual(at(result))
  })

  it('starts a first term now', () => {
    expect(extendedExpiry(null, 12, now)).toEqual(at('2027-03-10'))
  })

  it.each([
    ['2026-08-15', 2, '2026-06-15'],
    ['2026-04-09', 1, '2026-03-10'],
    ['2025-01-01', 1, '2026-03-10'],
  ])('takes from %s %i months, never before now: %s', (expiry, months, result) => {
    expect(reducedExpiry(at(expiry), months, now)).toEqual(at(result))
  })
})
