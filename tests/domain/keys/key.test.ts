import { describe, expect, it } from 'vitest'
import { buildGrants } from '../../../src/domain/access/permissions.ts'
import { expiryError, KEY_MESSAGES, KEY_PATTERN, keySchema } from '../../../src/domain/keys/key.ts'
import { toValidationErrors } from '../../../src/domain/validation/errors.ts'

const now = new Date('2026-03-15T14:30:00.000Z')
const at = (text: string) => expiryError(new Date(text), now)

describe('the expiry of a key (rule A17)', () => {
  it('is later than now, and within a year', () => {
    expect(at('2026-03-15T14:30:00.000Z')).toBe(KEY_MESSAGES.past)
    expect(at('1800-01-01T00:00:00.000Z')).toBe(KEY_MESSAGES.past)
    expect(at('2026-03-15T14:30:00.001Z')).toBeUndefined()
    expect(at('2027-03-15T14:30:00.000Z')).toBeUndefined()
    expect(at('2027-03-16T14:30:00.000Z')).toBe(KEY_MESSAGES.tooLate)
    expect(at('3000-12-31T00:00:00.000Z')).toBe(KEY_MESSAGES.tooLate)
  })

  it('tolerates a client whose clock is five minutes ahead', () => {
    expect(at('2027-03-15T14:35:00.000Z')).toBeUndefined()
    expect(at('2027-03-15T14:35:00.001Z')).toBe(KEY_MESSAGES.tooLate)
  })
})

describe('a new key', () => {
  const valid = {
    name: 'Facturación',
    routeAccess: buildGrants({ 'user-list': [] }),
    dateExpire: '2026-04-01T00:00:00.000Z',
  }
  const errorsOf = (changes: object) => {
    const { error } = keySchema.safeParse({ ...valid, ...changes })
    return error ? toValidationErrors(error).map(({ field }) => field) : []
  }

  it('needs a name, a permission and an expiry', () => {
    expect(errorsOf({})).toEqual([])
    expect(errorsOf({ name: ' ' })).toEqual(['name'])
    expect(errorsOf({ name: 'a\u202eb' })).toEqual(['name'])
    expect(errorsOf({ name: 'x'.repeat(61) })).toEqual(['name'])
    expect(errorsOf({ routeAccess: [] })).toEqual(['routeAccess'])
    expect(errorsOf({ routeAccess: [{ onMenu: 'admin', access: [] }] })).toEqual(['routeAccess'])
    expect(errorsOf({ routeAccess: undefined })).toEqual(['routeAccess'])
    expect(errorsOf({ dateExpire: undefined })).toEqual(['dateExpire'])
    expect(errorsOf({ dateExpire: 'mañana' })).toEqual(['dateExpire'])
    expect(errorsOf({ role: 'sa' })).toHaveLength(1)
  })
})

it('no session token looks like a key', () => {
  expect(KEY_PATTERN.test(`ck_${'a'.repeat(43)}`)).toBe(true)
  expect(KEY_PATTERN.test(`ck_${'a'.repeat(40)}`)).toBe(false)
})
