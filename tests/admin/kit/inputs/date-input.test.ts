import { describe, expect, it } from 'vitest'
import {
  completeDate,
  inWords,
  parseTyped,
  toDay,
  toTypedText,
} from '../../../../src/admin/kit/inputs/DateInput.tsx'
import { releaseFields, updateFields } from '../../../../src/domain/contents/film-fields.ts'

describe('toDay', () => {
  it('returns the day of the service in any time zone of the browser', () => {
    expect(toDay('2026-01-01T03:59:59.000Z')).toBe('2025-12-31')
    expect(toDay('2026-01-01T04:00:00.000Z')).toBe('2026-01-01')
    expect(toDay('2014-09-26')).toBe('2014-09-26')
    expect(toDay(null)).toBe('')
    expect(toDay('x')).toBe('')
  })
})

describe('toTypedText', () => {
  it('formats days and instants as mm/dd/yyyy, and keeps invalid input', () => {
    expect(toTypedText('1999-12-25')).toBe('12/25/1999')
    expect(toTypedText('2026-01-01T03:59:59.000Z')).toBe('12/31/2025')
    expect(toTypedText('')).toBe('')
    expect(toTypedText(parseTyped('/01/1987', 'day'))).toBe('/01/1987')
  })
})

describe('parseTyped', () => {
  it('returns a day, or the instant at which it starts for the service', () => {
    expect(parseTyped('01/05/2026', 'day')).toBe('2026-01-05')
    expect(parseTyped('01/05/2026', 'instant')).toBe('2026-01-05T04:00:00.000Z')
    expect(parseTyped(' ', 'day')).toBe('')
  })

  it('keeps the stored instant if its day is typed again', () => {
    const stored = '2026-01-05T15:30:00.000Z'
    expect(parseTyped('1/5/2026', 'instant', stored)).toBe(stored)
    expect(parseTyped('1/6/2026', 'instant', stored)).toBe('2026-01-06T04:00:00.000Z')
  })

  it.each(['/01/1987', '02/30/2020', '25/12/1999', 'x', '2026-01-05T15:30:00.000Z'])(
    'returns an invalid value for %j',
    (text) => {
      const [issue] = releaseFields.released.safeParse(parseTyped(text, 'day')).error?.issues ?? []
      expect(issue?.message).toBe('La fecha es inválida.')
      expect(updateFields.dateCreate.safeParse(parseTyped(text, 'instant')).success).toBe(false)
    },
  )
})

describe('completeDate', () => {
  it('completes a date, and keeps other input', () => {
    expect(completeDate('3/4/99')).toBe('03/04/1999')
    expect(completeDate('01052020')).toBe('01/05/2020')
    expect(completeDate('25/12/1999')).toBe('25/12/1999')
    expect(completeDate('/01/1987')).toBe('/01/1987')
  })
})

describe('inWords', () => {
  it('writes any day in words', () => {
    expect(inWords('2026-04-03')).toBe('3 de abril de 2026')
    expect(inWords('1800-01-01')).toBe('1 de enero de 1800')
    expect(inWords('3000-12-31')).toBe('31 de diciembre de 3000')
  })
})
