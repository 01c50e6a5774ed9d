import { describe, expect, it } from 'vitest'
import { dateOfDay, dayOfDate, dayOfWire, instantOfDay, inWords } from '../../../src/admin/inputs/days.ts'

describe('days', () => {
  it('go to the calendar and back unchanged, from 1800 to 3000', () => {
    for (const day of ['1800-01-01', '1999-12-31', '2024-02-29', '3000-12-31'])
      expect(dayOfDate(dateOfDay(day))).toBe(day)
    expect(dayOfDate(null)).toBe('')
  })

  it('of an instant are those of the service, wherever the browser is', () => {
    expect(dayOfWire('2026-01-01T03:59:59.000Z')).toBe('2025-12-31')
    expect(dayOfWire('2026-01-01T04:00:00.000Z')).toBe('2026-01-01')
    expect(dayOfWire('2014-09-26')).toBe('2014-09-26')
    expect(dayOfWire(null)).toBe('')
    expect(dayOfWire('x')).toBe('')
  })

  it('begin at the midnight of the service', () => {
    expect(instantOfDay('2026-01-01')).toBe('2026-01-01T04:00:00.000Z')
    expect(dayOfWire(instantOfDay('2026-07-15'))).toBe('2026-07-15')
  })

  it('that cannot be read stay something that the shape refuses', () => {
    expect(dayOfDate(new Date(Number.NaN))).not.toBe('')
    expect(instantOfDay(dayOfDate(new Date(Number.NaN)))).toBe(dayOfDate(new Date(Number.NaN)))
  })

  it('are said in words', () => {
    expect(inWords(dateOfDay('2026-04-03'))).toBe('3 de abril de 2026')
    expect(inWords(null)).toBeUndefined()
    expect(inWords(new Date(Number.NaN))).toBeUndefined()
  })
})
