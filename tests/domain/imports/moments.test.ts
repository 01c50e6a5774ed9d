import { describe, expect, test } from 'vitest'
import { localInstant } from '../../../src/domain/format/dates.ts'
import { dayReading } from '../../../src/domain/imports/days.ts'
import { readMoment } from '../../../src/domain/imports/moments.ts'

const MADRID = 'Europe/Madrid'

describe('a local time', () => {
  test.each([
    ['2026-01-15', 8 * 60, '2026-01-15T07:00:00.000Z'],
    ['2026-07-15', 8 * 60, '2026-07-15T06:00:00.000Z'],
    // Clocks go from 2:00 to 3:00.
    ['2026-03-29', 60 + 59, '2026-03-29T00:59:00.000Z'],
    ['2026-03-29', 2 * 60 + 30, '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', 3 * 60, '2026-03-29T01:00:00.000Z'],
    ['2026-03-29', 23 * 60 + 59, '2026-03-29T21:59:00.000Z'],
    // Clocks go from 3:00 back to 2:00.
    ['2026-10-25', 60 + 59, '2026-10-24T23:59:00.000Z'],
    ['2026-10-25', 2 * 60 + 30, '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', 3 * 60, '2026-10-25T02:00:00.000Z'],
  ])('of %s at minute %i in Madrid is %s', (day, minutes, instant) => {
    expect(localInstant(day, minutes, MADRID).toISOString()).toBe(instant)
  })

  test('is computed for the first and last supported days and in unusual time zones', () => {
    expect(localInstant('1000-01-01', 0, 'UTC').toISOString()).toBe('1000-01-01T00:00:00.000Z')
    expect(localInstant('9998-12-31', 1439, 'Pacific/Kiritimati').toISOString()).toBe(
      '9998-12-31T09:59:00.000Z',
    )
    // Lord Howe changes by half an hour.
    expect(localInstant('2026-10-04', 3 * 60, 'Australia/Lord_Howe').toISOString()).toBe(
      '2026-10-03T16:00:00.000Z',
    )
  })
})

describe('a date of a file', () => {
  const read = (text: string) => readMoment(text, MADRID, dayReading([]))

  test.each([
    ['31/12/2026 08:00:00 pm', '2026-12-31T19:00:00.000Z'],
    ['31/12/2026 20:00', '2026-12-31T19:00:00.000Z'],
    ['31/12/2026, 8:00 p. m.', '2026-12-31T19:00:00.000Z'],
    ['2026-12-31T20:00:00Z', '2026-12-31T20:00:00.000Z'],
    ['2026-12-31 20:00:15+02:00', '2026-12-31T18:00:15.000Z'],
    ['29/03/2026 02:30', '2026-03-29T01:30:00.000Z'],
    ['2027-03-31 23:59:59+00', '2027-03-31T23:59:59.000Z'],
    ['2027-03-31 23:59:59-04', '2027-04-01T03:59:59.000Z'],
    ['202703312359', '2027-03-31T21:59:00.000Z'],
    ['20270331235959', '2027-03-31T21:59:59.000Z'],
    ['1806537599', '2027-03-31T23:59:59.000Z'],
    ['1806537599.0', '2027-03-31T23:59:59.000Z'],
    ['1806537599000', '2027-03-31T23:59:59.000Z'],
    ['31-mar-27 23:59', '2027-03-31T21:59:00.000Z'],
    ['31/03/2027 11:59:59 p.\u00a0m.', '2027-03-31T21:59:59.000Z'],
    ['46477,5', '2027-03-31T10:00:00.000Z'],
  ])('%s is an instant', (text, instant) => {
    expect(read(text)?.at?.toISOString()).toBe(instant)
  })

  test('has a day only without a time', () => {
    expect(read('31/12/2026')).toEqual({ day: '2026-12-31', at: undefined })
    expect(read('2026-12-31')).toEqual({ day: '2026-12-31', at: undefined })
    for (const text of ['31/03/27', '31-mar-27', '31/mar/2027', '20270331', '46477', '46477.0'])
      expect(read(text), text).toEqual({ day: '2027-03-31', at: undefined })
  })

  test.each([
    '',
    'mañana',
    '31/31/2026',
    '31/12/2026 25:00',
    '31/12/2026 8',
    '2026-02-30',
    '1'.repeat(50),
    '202713312359',
    '123456789012',
    '12345',
    '46477.x',
    '20271331',
  ])("'%s' is unreadable", (text) => {
    expect(read(text)).toBeUndefined()
  })
})
