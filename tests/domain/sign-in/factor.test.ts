import { describe, expect, it } from 'vitest'
import {
  factorNeed,
  formatRecoveryCode,
  normalCode,
  normalRecoveryCode,
  RECOVERY_SYMBOLS,
} from '../../../src/domain/sign-in/factor.ts'
import { FACTOR_ENDPOINTS } from '../../../src/domain/sign-in/factor-endpoints.ts'

describe('a correct password', () => {
  it.each([
    [{ hasFactor: false, isDemanded: false }, undefined],
    [{ hasFactor: true, isDemanded: false }, 'answer'],
    [{ hasFactor: true, isDemanded: true }, 'answer'],
    [{ hasFactor: false, isDemanded: true }, 'enrol'],
  ] as const)('with %j needs %s (rules P11, P15)', (user, need) => {
    expect(factorNeed(user)).toBe(need)
  })
})

describe('a recovery code (rule P14)', () => {
  const numbers = Array.from({ length: RECOVERY_SYMBOLS }, (_, index) => index * 11)

  it('has six groups of four symbols without look-alikes', () => {
    expect(formatRecoveryCode(numbers)).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(formatRecoveryCode([0, 31, 32, 255])).toBe('0Z0Z')
  })

  it('is compared ignoring case, separators and look-alikes', () => {
    const code = formatRecoveryCode(numbers)
    expect(normalRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')}\n`)).toBe(normalRecoveryCode(code))
    expect(normalRecoveryCode('oO-iI-lL')).toBe('001111')
    expect(normalRecoveryCode(code)).toHaveLength(RECOVERY_SYMBOLS)
  })
})

it('a TOTP code may contain the space that authenticator apps show', () => {
  expect(normalCode(' 123 456 ')).toBe('123456')
})

describe('an answer to a challenge', () => {
  const parse = (body: object) => FACTOR_ENDPOINTS.answer.body.safeParse(body).success

  it('has exactly one of code, recovery code and assertion', () => {
    expect(parse({ challenge: 'x', code: '123 456' })).toBe(true)
    expect(parse({ challenge: 'x', recoveryCode: 'a'.repeat(24) })).toBe(true)
    expect(parse({ challenge: 'x' })).toBe(false)
    expect(parse({ challenge: 'x', code: '123456', recoveryCode: 'a'.repeat(24) })).toBe(false)
  })

  it.each(['', '12345', '1234567', '12345a', '１２３４５６'])('rejects the code %j', (code) => {
    expect(parse({ challenge: 'x', code })).toBe(false)
  })
})
