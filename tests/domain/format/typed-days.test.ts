import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatTypedDay, isDay, parseTypedDay } from '../../../src/domain/format/dates.ts'

const read = (text: string) => parseTypedDay(text, 2026)

const days = fc
  .date({ min: new Date('1800-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

/** Formats a day as dd/mm/yyyy. */
const dayFirst = (day: string): string => day.split('-').reverse().join('/')

describe('parseTypedDay', () => {
  it.each([
    ['12/25/1999', '1999-12-25'],
    ['03/04/2026', '2026-03-04'],
    ['3/4/2026', '2026-03-04'],
    ['3-4-2026', '2026-03-04'],
    ['3.4.2026', '2026-03-04'],
    ['3 4 2026', '2026-03-04'],
    ['  03/04/2026 ', '2026-03-04'],
    ['01052020', '2020-01-05'],
    ['010520', '2020-01-05'],
    ['2020-01-05', '2020-01-05'],
    ['2020/1/5', '2020-01-05'],
    ['02/29/2024', '2024-02-29'],
    ['3/4/99', '1999-03-04'],
    ['3/4/00', '2000-03-04'],
    ['3/4/46', '2046-03-04'],
    ['3/4/47', '1947-03-04'],
  ])('reads %j as %s', (text, day) => {
    expect(read(text)).toEqual({ state: 'day', day })
  })

  it.each([
    ['25/12/1999', '1999-12-25'],
    ['25-12-99', '1999-12-25'],
    ['13012020', '2020-01-13'],
    ['20200131', '2020-01-31'],
    ['20101010', '2010-10-10'],
  ])('rejects %j as a day of the format, and suggests %s', (text, suggestion) => {
    expect(read(text)).toEqual({ state: 'unreadable', suggestion })
  })

  it.each([
    '/01/1987',
    '05//1987',
    '05/01/',
    '05/01/198',
    '05/01/19877',
    '5',
    '0501',
    '02/30/2020',
    '02/29/2023',
    '13/13/2020',
    '00/10/2020',
    '01/01/0099',
    '2020-13-01',
    '2020-01-05T00:00:00.000Z',
    '01/02-2020',
    'mañana',
    '١٢/٢٥/١٩٩٩',
    '1'.repeat(100_000),
    `${' '.repeat(50)}x${'/'.repeat(100_000)}`,
  ])('cannot read %j', (text) => {
    expect(read(text)).toEqual({ state: 'unreadable' })
  })

  it('returns nothing for an empty text', () => {
    expect(read('')).toEqual({ state: 'empty' })
    expect(read('  ')).toEqual({ state: 'empty' })
  })

  it('reads back every formatted day', () => {
    fc.assert(
      fc.property(days, (day) => {
        expect(read(formatTypedDay(day))).toEqual({ state: 'day', day })
      }),
    )
  })

  it('reads dd/mm/yyyy as a suggestion of the same day, or as mm/dd/yyyy where that is valid', () => {
    fc.assert(
      fc.property(days, (day) => {
        const [year, month, date] = day.split('-')
        const mirrored = `${year}-${date}-${month}`
        const expected = isDay(mirrored)
          ? { state: 'day', day: mirrored }
          : { state: 'unreadable', suggestion: day }
        expect(read(dayFirst(day))).toEqual(expected)
      }),
    )
  })

  it('returns only existing days for any text', () => {
    const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d/. -]{0,12}$/))
    fc.assert(
      fc.property(typed, (text) => {
        const found = read(text)
        if (found.state === 'day') expect(isDay(found.day)).toBe(true)
        if (found.state === 'unreadable' && found.suggestion) expect(isDay(found.suggestion)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  it('completes two digits to a year between 79 years ago and 20 years ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2999 }), fc.integer({ min: 0, max: 99 }), (thisYear, two) => {
        const found = parseTypedDay(`1/1/${String(two).padStart(2, '0')}`, thisYear)
        const year = found.state === 'day' ? Number(found.day.slice(0, 4)) : Number.NaN
        expect(year % 100).toBe(two)
        expect(year).toBeGreaterThan(thisYear - 80)
        expect(year).toBeLessThanOrEqual(thisYear + 20)
      }),
    )
  })
})
