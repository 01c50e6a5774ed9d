import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, MASK, splitPersonal } from '../../../src/domain/audit/audit-event.ts'

describe('the changes of a record', () => {
  test('list each changed field with its value before and after', () => {
    expect(changesBetween({ title: 'Uno', year: 2000 }, { title: 'Dos', year: 2000 })).toEqual([
      { field: 'title', before: 'Uno', after: 'Dos' },
    ])
  })

  test('list all non-empty fields of a new or deleted record', () => {
    expect(changesBetween(undefined, { title: 'Uno', reference: '' })).toEqual([
      { field: 'title', before: null, after: 'Uno' },
    ])
    expect(changesBetween({ title: 'Uno' }, undefined)).toEqual([
      { field: 'title', before: 'Uno', after: null },
    ])
  })

  test('compare lists and dates by value', () => {
    const before = { genres: ['Drama'], dateCreate: new Date('2026-01-01T00:00:00Z') }
    expect(changesBetween(before, { genres: ['Drama'], dateCreate: '2026-01-01T00:00:00.000Z' })).toEqual([])
  })

  test('mask passwords and omit internal fields of the server', () => {
    const before = { passwordHash: 'a', nameKey: 'a', search: ' a', dateUpdate: 1, views: 1 }
    expect(
      changesBetween(before, { passwordHash: 'b', nameKey: 'b', search: ' b', dateUpdate: 2, views: 2 }),
    ).toEqual([{ field: 'password', before: MASK, after: MASK }])
  })

  test('are empty between a record and its copy', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
        expect(changesBetween(row, structuredClone(row))).toEqual([])
      }),
    )
  })

  test('never show a secret', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (before, after) => {
        const told = JSON.stringify(changesBetween({ passwordHash: before }, { passwordHash: after }))
        expect(told).not.toContain(before)
        expect(told).not.toContain(after)
      }),
    )
  })
})

test("a user's contact data are separated from its other changes", () => {
  const change = (field: string) => ({ field, before: null, after: 'x' })
  const parts = splitPersonal('users', [change('email'), change('status')])
  expect(parts).toEqual({ lasting: [change('status')], personal: [change('email')] })
  expect(splitPersonal('movies', [change('address')]).personal).toEqual([])
})
