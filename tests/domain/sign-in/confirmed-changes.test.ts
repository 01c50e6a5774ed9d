import { describe, expect, test } from 'vitest'
import { firstSettings } from '../../../src/domain/settings/settings.ts'
import {
  batchConfirmation,
  isConfirmed,
  MAX_UNCONFIRMED,
  mustConfirmEdit,
  mustConfirmImport,
  mustConfirmSettings,
} from '../../../src/domain/sign-in/confirmed-changes.ts'

const AT = new Date('2026-03-15T12:00:00.000Z')
const after = (minutes: number): Date => new Date(AT.getTime() + minutes * 60_000)

describe('a confirmation', () => {
  test.each<[minutes: number, passed: number, counts: boolean]>([
    [120, 119.99, true],
    [120, 120, false],
    [1, 0.99, true],
    [1, 1, false],
    [0, 1_000_000, true],
  ])('valid for %d minutes counts after %d: %s', (confirmMinutes, passed, counts) => {
    expect(isConfirmed(AT, after(passed), { confirmMinutes })).toBe(counts)
  })
})

describe('an edit of a user', () => {
  const ANYONE = [
    { isSelf: false, accessWeb: false },
    { isSelf: false, accessWeb: true },
    { isSelf: true, accessWeb: true },
  ]
  test.each(['password', 'profile'])('needs a confirmation for the %s of any user', (field) => {
    expect(ANYONE.map((edited) => mustConfirmEdit(edited, [field]))).toEqual([true, true, true])
  })
  test('needs a confirmation for the status of users with web access', () => {
    expect(ANYONE.map((edited) => mustConfirmEdit(edited, ['status']))).toEqual([false, true, true])
  })
  test('needs a confirmation for one’s own e-mail', () => {
    expect(ANYONE.map((edited) => mustConfirmEdit(edited, ['email']))).toEqual([false, false, true])
  })
  test('needs no confirmation for other fields', () => {
    const others = ['name', 'fullName', 'address', 'telePhone', 'celPhone', 'comment', 'platform', 'device']
    expect(ANYONE.map((edited) => mustConfirmEdit(edited, others))).toEqual([false, false, false])
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['delete', {}, 'any'],
  ['import', {}, 'any'],
  ['update', { profile: 'uno' }, 'any'],
  ['update', { profile: 'uno', status: 'enable' }, 'any'],
  ['update', { status: 'enable' }, 'web'],
  ['update', { platform: 'com.cartelera.tv' }, 'none'],
  ['update', { seller: 'uno' }, 'none'],
])(
  'a batch with the action %s and the changes %o needs a confirmation for these users: %s',
  (action, changes, expected) => {
    expect(batchConfirmation(action, changes)).toBe(expected)
  },
)

test('an import needs a confirmation from one user with web access on, and from 21 without', () => {
  expect(mustConfirmImport({ chosen: 1, web: 1 })).toBe(true)
  expect(mustConfirmImport({ chosen: MAX_UNCONFIRMED, web: 0 })).toBe(false)
  expect(mustConfirmImport({ chosen: MAX_UNCONFIRMED + 1, web: 0 })).toBe(true)
})

test('settings need a confirmation for the fields of sa', () => {
  const stored = firstSettings()
  expect(mustConfirmSettings(stored, { ...stored, pageSize: 50 })).toBe(false)
  expect(mustConfirmSettings(stored, { ...stored, confirmMinutes: 0 })).toBe(true)
})
