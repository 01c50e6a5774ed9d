import { describe, expect, it } from 'vitest'
import { validate } from '../../../src/domain/validation/errors.ts'
import { DATE_MESSAGES, optionalDay, requiredDate } from '../../../src/domain/validation/fields.ts'

const schema = requiredDate('Debe especificar la fecha.')
const said = (value: unknown) => validate(schema, value).map(({ message }) => message)

describe('a date', () => {
  it.each([
    ['2026-03-15T14:30:00.000Z', '2026-03-15T14:30:00.000Z'],
    ['2026-03-15T14:30:00Z', '2026-03-15T14:30:00.000Z'],
    ['2026-03-15T22:30:00-04:00', '2026-03-16T02:30:00.000Z'],
    ['2026-01-01T01:00:00+05:45', '2025-12-31T19:15:00.000Z'],
    ['2026-03-15T14:30:00.123456789Z', '2026-03-15T14:30:00.123Z'],
    ['3001-01-01T01:00:00+14:00', '3000-12-31T11:00:00.000Z'],
  ])('is stored as an instant in UTC, for any offset: %s', (sent, stored) => {
    expect(schema.parse(sent)).toBe(stored)
    expect(optionalDay().parse(sent)).toBe(stored)
    expect(schema.parse(stored)).toBe(stored)
  })

  it('without a time remains a day', () => {
    expect(schema.parse('2026-03-15')).toBe('2026-03-15')
    expect(optionalDay().parse('2026-03-15')).toBe('2026-03-15')
    expect(optionalDay().parse(undefined)).toBe('')
  })

  it.each([
    '1799-12-31',
    '3001-01-01',
    '0000-01-01',
    '9999-12-31',
    '3000-12-31T23:00:00-10:00',
    '1800-01-01T01:00:00+02:00',
    '3001-01-01T00:00:00.000Z',
  ])('is rejected outside of the years 1800–3000: %s', (value) => {
    expect(said(value)).toEqual([DATE_MESSAGES.range])
    expect(validate(optionalDay(), value)).toEqual([{ field: '', message: DATE_MESSAGES.range }])
  })

  it.each([
    'ayer',
    '2026-02-29',
    '2026-02-29T00:00:00Z',
    '2026-13-01',
    '15/03/2026',
    '2016-12-31T23:59:60Z',
    '2026-03-15T24:00:00Z',
    '2026-03-15T10:00:00+25:00',
    '2026-03-15T10:00:00+10:60',
    '2026-03-15T10:00:00',
    '-000044-03-15',
    '-000044-03-15T10:00:00Z',
    '+012026-03-15T10:00:00Z',
    '2026-W11-1',
    `2026-03-15T10:00:00.${'9'.repeat(1_000)}Z`,
  ])('that does not exist or is ambiguous is rejected: %.40s', (value) => {
    expect(said(value)[0]).toBe(DATE_MESSAGES.invalid)
    expect(validate(optionalDay(), value)[0]?.message).toBe(DATE_MESSAGES.invalid)
  })

  it.each([undefined, null, 0, 20260315, '', '  '])('is reported as missing: %j', (value) => {
    expect(said(value)[0]).toBe('Debe especificar la fecha.')
  })
})
