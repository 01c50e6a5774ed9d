import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesBetween, MASK, partPersonal } from '../../../src/domain/audit/audit-event.ts'

describe('the changes of a record', () => {
  test('name each field with what it held before and since', () => {
    expect(changesBetween({ title: 'Uno', year: 2000 }, { title: 'Dos', year: 2000 })).toEqual([
      { field: 'title', before: 'Uno', after: 'Dos' },
    ])
  })

  test('tell all of a new record and of a deleted one, but for what is empty', () => {
    expect(changesBetween(undefined, { title: 'Uno', reference: '' })).toEqual([
      { field: 'title', before: null, after: 'Uno' },
    ])
    expect(changesBetween({ title: 'Uno' }, undefined)).toEqual([
      { field: 'title', before: 'Uno', after: null },
    ])
  })

  test('compare lists and dates by what they hold', () => {
    const before = { genres: ['Drama'], dateCreate: new Date('2026-01-01T00:00:00Z') }
    expect(changesBetween(before, { genres: ['Drama'], dateCreate: '2026-01-01T00:00:00.000Z' })).toEqual([])
  })

  test('mask a password and leave out what the server keeps for itself', () => {
    const before = { passwordHash: 'a', nameKey: 'a', search: ' a', dateUpdate: 1, views: 1 }
    expect(
      changesBetween(before, { passwordHash: 'b', nameKey: 'b', search: ' b', dateUpdate: 2, views: 2 }),
    ).toEqual([{ field: 'password', before: MASK, after: MASK }])
  })

  test('are none between a record and itself, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (row) => {
        expect(changesBetween(row, structuredClone(row))).toEqual([])
      }),
    )
  })

  test('never show a secret, whatever it was', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (before, after) => {
        const told = JSON.stringify(changesBetween({ passwordHash: before }, { passwordHash: after }))
        expect(told).not.toContain(before)
        expect(told).not.toContain(after)
      }),
    )
  })
})

test("a user's contact data stand apart from the rest of its changes", () => {
  const change = (field: string) => ({ field, before: null, after: 'x' })
  const parts = partPersonal('users', [change('email'), change('status')])
  expect(parts).toEqual({ lasting: [change('status')], personal: [change('email')] })
  expect(partPersonal('movies', [change('address')]).personal).toEqual([])
})
