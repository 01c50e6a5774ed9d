import { describe, expect, test } from 'vitest'
import { isInOrder, publicationObstacle, statusAt } from '../../../src/domain/contents/publication.ts'
import { radioSchema } from '../../../src/domain/contents/radio.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const RADIO = {
  number: 99,
  title: 'La emisora',
  category: 'Bachata',
  link: 'https://radio.example/uno',
  image: '/pictures/logo/emisora.svg',
}

const errorsOf = (dates: object) => validate(radioSchema, { ...RADIO, ...dates })

describe('publication dates (rule L1)', () => {
  test('are optional, and null without a value', () => {
    expect(radioSchema.parse(RADIO)).toMatchObject({ datePublish: null, dateUnpublish: null })
    expect(errorsOf({ datePublish: null, dateUnpublish: '2026-01-01T00:00:00Z' })).toEqual([])
  })

  test('are compared as instants, not as texts', () => {
    const dates = { datePublish: '2026-03-29T01:30:00+02:00', dateUnpublish: '2026-03-29T00:00:00Z' }
    expect(errorsOf(dates)).toEqual([])
    expect(errorsOf({ datePublish: dates.dateUnpublish, dateUnpublish: dates.datePublish })).toEqual([
      { field: 'dateUnpublish', message: 'Debe ser posterior a «Publicar desde».' },
    ])
  })

  test('are limited to a century, in UTC', () => {
    const range = 'La fecha debe estar entre los años 2000 y 2100.'
    for (const date of ['2000-01-01T00:00:00Z', '1999-12-31T20:00:00-04:00', '2100-12-31T23:59:59.999Z'])
      expect(errorsOf({ datePublish: date }), date).toEqual([])
    for (const date of ['2000-01-01T01:00:00+02:00', '2101-01-01T00:00:00Z', '0001-01-01T00:00:00Z'])
      expect(errorsOf({ datePublish: date }), date).toEqual([{ field: 'datePublish', message: range }])
  })

  test('are refused unless they are instants', () => {
    for (const date of ['', 'mañana', '2026-05-01', '2026-05-01T10:00', '2026-13-01T10:00:00Z', 0, {}])
      expect(errorsOf({ datePublish: date }), String(date)).toEqual([
        { field: 'datePublish', message: 'La fecha es inválida.' },
      ])
  })

  test('are in order if one is missing or unreadable', () => {
    expect(isInOrder({})).toBe(true)
    expect(isInOrder({ datePublish: '? 13/45', dateUnpublish: '2026-01-01T00:00:00Z' })).toBe(true)
  })
})

describe('the status given by dates (rule L2)', () => {
  const dates = { datePublish: '2026-05-01T10:00:00.000Z', dateUnpublish: '2026-05-02T10:00:00.000Z' }

  test.each([
    ['2026-05-01T09:59:59.999Z', undefined],
    ['2026-05-01T10:00:00.000Z', true],
    ['2026-05-02T09:59:59.999Z', true],
    ['2026-05-02T10:00:00.000Z', false],
  ])('is at %s %s', (now, status) => {
    expect(statusAt(dates, new Date(now))).toBe(status)
  })

  test('is undefined without dates', () => {
    expect(statusAt({ datePublish: null, dateUnpublish: null }, new Date())).toBeUndefined()
  })
})

test('a link is needed before a category (rule L4)', () => {
  expect(publicationObstacle({ hasActiveLink: true, isCategoryOff: false })).toBeNull()
  expect(publicationObstacle({ hasActiveLink: true, isCategoryOff: true })).toBe('category')
  expect(publicationObstacle({ hasActiveLink: false, isCategoryOff: true })).toBe('link')
})
