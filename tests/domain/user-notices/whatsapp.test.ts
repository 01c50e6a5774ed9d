import { describe, expect, it } from 'vitest'
import { firstSettings, settingsSchema } from '../../../src/domain/settings/settings.ts'
import { internationalDigits, whatsAppUrl } from '../../../src/domain/user-notices/whatsapp.ts'

describe('the number of a chat (rule N1)', () => {
  it.each([
    ['(829) 555-0185', '1', '18295550185'],
    ['1 829 555 0185', '1', '18295550185'],
    ['+1 849 555 0155', '58', '18495550155'],
    ['0034 612 345 678', '1', '34612345678'],
    ['0414-123.45.67', '58', '584141234567'],
    ['58 414 123 4567', '58', '584141234567'],
    ['612 345 678', '34', '34612345678'],
    ['555 1234', '1', '15551234'],
  ])('of %j with the prefix %s is %s', (phone, prefix, digits) => {
    expect(internationalDigits(phone, prefix)).toBe(digits)
  })

  it.each([
    ['', '1'],
    ['0000', '1'],
    ['+12', '1'],
    ['+1234567890123456', '1'],
    ['829 555 0185', ''],
    ['+1 829 555 0185', ''],
  ])('of %j with the prefix %j is missing', (phone, prefix) => {
    expect(internationalDigits(phone, prefix)).toBeUndefined()
  })

  it('is part of a URL that carries the text unchanged', () => {
    const text = 'Hola, Ana & Luis:\n¿50 % más? #1 +2'
    const address = new URL(whatsAppUrl('18295550185', text))
    expect([address.origin, address.pathname, address.hash]).toEqual(['https://wa.me', '/18295550185', ''])
    expect(address.searchParams.get('text')).toBe(text)
  })

  it.each(['', '1', '58', '1809'])('accepts the prefix %j', (phonePrefix) => {
    expect(settingsSchema.safeParse({ ...firstSettings(), phonePrefix }).success).toBe(true)
  })

  it.each(['+1', '0', '058', '12345', 'a', ' 1', null, 1])('rejects the prefix %j', (phonePrefix) => {
    expect(settingsSchema.safeParse({ ...firstSettings(), phonePrefix }).success).toBe(false)
  })
})
