import { expect, it } from 'vitest'
import { formatDay, formatMoment, formatTime } from '../../../src/domain/format/dates.ts'
import { formatCompact, formatCount, formatMoney } from '../../../src/domain/format/text.ts'

const noon = new Date('2026-04-03T02:05:09.000Z')

it('writes days as DD/MM/YYYY in the time zone', () => {
  expect(formatDay(noon, 'America/Santo_Domingo')).toBe('02/04/2026')
  expect(formatDay(noon, 'UTC')).toBe('03/04/2026')
})

it('writes moments with hh:mm:ss am/pm', () => {
  expect(formatMoment(noon, 'America/Santo_Domingo')).toBe('02/04/2026 10:05:09 pm')
  expect(formatMoment(new Date('2026-04-03T04:00:00.000Z'), 'America/Santo_Domingo')).toBe(
    '03/04/2026 12:00:00 am',
  )
})

it('writes times with am/pm', () => {
  expect(formatTime(noon, 'America/Santo_Domingo')).toBe('10:05 pm')
})

it('writes counts without decimals and money with two', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567')
  expect(formatMoney(1250)).toBe('1,250.00')
  expect(formatMoney(1250.5, 'DOP')).toBe('RD$1,250.50')
  expect(formatMoney(-3, 'EUR')).toBe('-EUR\u00a03.00')
})

it('shortens the numbers of an axis, each with the same sign', () => {
  const shown = [0, 500, 5_000, 10_000, 1_500_000].map((value) => formatCompact(value).replace(/\s/g, ' '))
  expect(shown).toEqual(['0', '500', '5 k', '10 k', '1.5 M'])
})
