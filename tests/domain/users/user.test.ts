import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { demoRecipientSchema, editedUserSchema, newUserSchema } from '../../../src/domain/users/user.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const user = {
  name: 'apena',
  fullName: 'Ana Peña',
  address: 'Calle El Conde 12',
  profile: 'p1',
  platform: 'com.cartelera.tv',
  password: 'abc',
}
const fields = (change: object, schema: z.ZodType = newUserSchema) =>
  validate(schema, { ...user, ...change }).map(({ field }) => field)

describe('a user', () => {
  it('is valid with its required fields only', () => {
    expect(fields({})).toEqual([])
    expect(
      validate(newUserSchema, {})
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['address', 'fullName', 'name', 'password', 'platform', 'profile'].sort())
  })

  it.each([
    ['  apena ', 'apena'],
    ['ａｐｅｎａ', 'apena'],
    ['pen\u0303a', 'pe\u00f1a'],
    ['\ufeffapena\u00a0', 'apena'],
  ])('stores the name %j as %j', (typed, name) => {
    expect(newUserSchema.parse({ ...user, name: typed }).name).toBe(name)
  })
  it.each([
    ['a zero-width space', 'ape\u200bna'],
    ['a zero-width joiner', 'ape\u200dna'],
    ['a right-to-left override', 'ape\u202ena'],
    ['an isolate', 'ape\u2066na'],
    ['a left-to-right mark', 'apena\u200e'],
    ['a soft hyphen', 'ape\u00adna'],
    ['a control character', 'ape\u0007na'],
    ['a line feed', 'ape\nna'],
    ['a Hangul filler', 'ape\u3164na'],
    ['a variation selector', 'ape\ufe0fna'],
  ])('rejects %s in a name', (_what, name) => {
    expect(fields({ name })).toEqual(['name'])
  })
  it.each(['   ', '\u200b', '\ufeff'])('rejects an invisible name: %j', (name) => {
    expect(fields({ name })).toEqual(['name'])
  })

  it.each([
    ['a control character', 'Ana\u0007'],
    ['a line break', 'Ana\nPeña'],
    ['a tab', 'Ana\tPeña'],
    ['a line separator', 'Ana\u2028Peña'],
    ['a right-to-left override', 'Ana\u202e'],
    ['an isolate', 'Ana\u2066'],
    ['an Arabic letter mark', 'Ana\u061c'],
  ])('rejects %s in the full name and the address', (_what, value) => {
    expect(fields({ fullName: value, address: value }).sort()).toEqual(['address', 'fullName'])
  })
  it('stores full names, addresses and comments as typed', () => {
    const typed = 'Ａｎａ ﬁna ½ 👩‍👩‍👧 Nu\u0301ñez'
    const comment = `${typed}\n\tdos\r\n`
    const parsed = newUserSchema.parse({ ...user, fullName: typed, address: typed, comment })
    expect(parsed).toMatchObject({ fullName: typed, address: typed, comment })
  })
  it.each(['uno\u0007', 'uno\u000bdos', 'uno\u0085dos', 'uno\u202edos', '\u200euno'])(
    'rejects the comment %j',
    (comment) => expect(fields({ comment })).toEqual(['comment']),
  )

  it.each(['ana@correo.example', 'ana.peña@correo.example', ''])('accepts the e-mail %j', (email) => {
    expect(fields({ email })).toEqual([])
  })
  it.each([
    'ana',
    'ana@',
    '@correo.example',
    'ana@correo',
    'a b@correo.example',
    'ana@correo..example',
    'ana@[127.0.0.1]',
    'ana[1]@correo.example',
    'ana@correo.(es)',
    '(ana)@correo.example',
    'ana@correo.example]',
  ])('rejects the e-mail %j', (email) => expect(fields({ email })).toEqual(['email']))

  it.each(['809-555-0101', '+1 (809) 555 0101', ''])('accepts the phone %j', (celPhone) => {
    expect(fields({ celPhone })).toEqual([])
  })
  it.each(['12345', 'abc', '809-555-0101 ext 2', '1234567890123456', '++18095550101'])(
    'rejects the phone %j',
    (celPhone) => expect(fields({ celPhone })).toEqual(['celPhone']),
  )

  it('may omit the password in update mode', () => {
    expect(fields({ password: '' }, editedUserSchema)).toEqual([])
    expect(fields({ password: 'ab' }, editedUserSchema)).toEqual(['password'])
    expect(fields({ password: '' })).toEqual(['password'])
  })

  it.each(['role', 'creditToResell', 'dateExpire', 'views', 'device', '_id', '__proto__x'])(
    'rejects the field %s',
    (field) => {
      expect(fields({ [field]: 1 })).toEqual([field])
    },
  )
})

describe('whom a generated demo is for', () => {
  it.each([
    [{}, []],
    [{ fullName: '', celPhone: '' }, []],
    [{ fullName: 'Ana Peña', celPhone: '(809) 555-0123' }, []],
    [{ fullName: '   ' }, ['fullName']],
    [{ fullName: 'a'.repeat(151) }, ['fullName']],
    [{ fullName: 'Ana\nPeña' }, ['fullName']],
    [{ celPhone: 'sin número' }, ['celPhone']],
    [{ profile: 'p1' }, ['profile']],
  ])('has with %j errors at %j', (recipient, errors) => {
    expect(validate(demoRecipientSchema, recipient).map(({ field }) => field)).toEqual(errors)
  })
})
