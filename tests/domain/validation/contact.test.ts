import { describe, expect, test } from 'vitest'
import { internationalDigits } from '../../../src/domain/user-notices/whatsapp.ts'
import { userSchema } from '../../../src/domain/users/user.ts'
import { USER_MESSAGES } from '../../../src/domain/users/user-messages.ts'
import { cleanPhone, isEmail } from '../../../src/domain/validation/contact.ts'
import { email, requiredEmail } from '../../../src/domain/validation/fields.ts'

describe('an e-mail address', () => {
  test.each([
    'ana@example.com',
    'a.b+c@sub.example.com.do',
    'josé@correo.españa',
    "o'hara@example.org",
    'a@xn--d1acj3b.xn--p1ai',
  ])('can be %j', (text) => expect(isEmail(text)).toBe(true))

  test.each([
    ...[
      'ana@example.com;',
      'ana@example.com,',
      'ana@example.com>',
      '<ana@example.com>',
      'mailto:ana@example.com',
    ],
    ...[
      'ana@example.com;otra',
      'Ana <ana@example.com>',
      'ana@[127.0.0.1]',
      'ana@127.0.0.1',
      'ana@example',
      'ana@.com',
    ],
    ...[
      'ana@exa mple.com',
      'ana@@example.com',
      '@example.com',
      'ana@example.com\u200bx',
      `${'a'.repeat(65)}@example.com`,
    ],
  ])('cannot be %j', (text) => expect(isEmail(text)).toBe(false))

  test.each([
    'ana@example.com\u200b',
    '\u2060 ana@example.com',
    '\u00a0ana@example.com\t',
    '\u202aana@example.com\u202c',
  ])('is trimmed of spaces and invisible characters: %j', (text) => {
    expect(email().parse(text)).toBe('ana@example.com')
    expect(requiredEmail('falta', 'mal').parse(text)).toBe('ana@example.com')
  })
})

describe('a telephone number', () => {
  const read = (text: string) => userSchema.shape.celPhone.safeParse(text)

  test.each([
    ['18095550101.0', '18095550101'],
    ['18095550102,0', '18095550102'],
    ['\u202a+1 809-555-0104\u202c', '+1 809-555-0104'],
    ['+1 809\u2011555\u20110105', '+1 809-555-0105'],
    ['+1\u00a0809\u00a0555\u00a00106', '+1 809 555 0106'],
    ['809.555.0101', '809.555.0101'],
    ['', ''],
  ])('%j is stored as %j', (text, meant) => {
    expect(read(text).data).toBe(meant)
  })

  test.each([
    ['1,8096E+10', 'La hoja de cálculo perdió dígitos de este teléfono: escríbalo de nuevo.'],
    ['1.80956E10', 'La hoja de cálculo perdió dígitos de este teléfono: escríbalo de nuevo.'],
    ['809-555-0107 / 829-555-0107', USER_MESSAGES.phone],
    ['123456', USER_MESSAGES.phone],
    ['1234567890123456', USER_MESSAGES.phone],
  ])('%j is rejected with the reason', (text, message) =>
    expect(read(text).error?.issues.map((issue) => issue.message)).toEqual([message]),
  )

  test('with the decimals of a spreadsheet keeps its digits', () => {
    expect(internationalDigits('18095550101.0', '1')).toBe('18095550101')
    expect(cleanPhone(cleanPhone('18095550101.0'))).toBe('18095550101')
  })
})
