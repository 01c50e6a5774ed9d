import { describe, expect, it } from 'vitest'
import { firstSettings, SETTINGS_MESSAGES, settingsSchema } from '../../../src/domain/settings/settings.ts'
import {
  CHAT_NOTICE_NAMES,
  customerValues,
  exampleValues,
  fillPlaceholders,
  NOTICE_PLACEHOLDERS,
  USER_NOTICES,
  unknownPlaceholder,
} from '../../../src/domain/user-notices/notice.ts'

const timeZone = 'America/Santo_Domingo'
const sender = {
  fullName: 'Wendy Polanco',
  now: new Date('2026-11-26T15:00:00Z'),
  timeZone,
  price: 'RD$350.00',
  businessName: 'Streaming del Caribe',
}
const customer = { fullName: 'Ana Castillo', name: 'acastillo', dateExpire: '2026-11-29T03:00:00.000Z' }

describe('the texts of notices (rule N2)', () => {
  it('fills in the customer, the days of the service, the price and the sender', () => {
    const text = '{nombre} ({usuario}) {plazo}, {dias}, {vence}: {precio}. {vendedor}, {negocio}'
    expect(fillPlaceholders(text, customerValues(customer, sender))).toBe(
      'Ana Castillo (acastillo) vence en 2 días, 2, 28/11/2026: RD$350.00. Wendy Polanco, Streaming del Caribe',
    )
  })

  it.each([
    ['2026-11-27T03:59:59.999Z', 'vence hoy', '0'],
    ['2026-11-26T04:00:00.000Z', 'venció hoy', '0'],
    ['2026-11-27T04:00:00.000Z', 'vence mañana', '1'],
    ['2026-11-26T03:59:59.999Z', 'venció hace 1 día', '-1'],
    ['2026-11-24T12:00:00.000Z', 'venció hace 2 días', '-2'],
    ['2026-12-26T12:00:00.000Z', 'vence en 30 días', '30'],
  ])('a licence until %s: %s', (dateExpire, term, days) => {
    expect(customerValues({ ...customer, dateExpire }, sender)).toMatchObject({ plazo: term, dias: days })
  })

  it('leaves placeholders without a value empty, and ignores placeholders within values', () => {
    const values = customerValues({ ...customer, fullName: '{precio}', dateExpire: null }, sender)
    expect(fillPlaceholders('Hola, {nombre}: {plazo}{vence}', values)).toBe('Hola, {precio}:')
  })

  it.each([
    ['{Nombre}', '{Nombre}'],
    ['Hola {apellido}, {precio}', '{apellido}'],
    ['{}', '{}'],
    ['{nombre', '{nombre'],
    ['{{nombre}}', '{'],
    ['{recibo}', '{recibo}'],
    ['{constructor}', '{constructor}'],
  ])('%j has the unknown placeholder %j', (text, written) => {
    expect(unknownPlaceholder('expiry', text)).toBe(written)
    const result = settingsSchema.safeParse({ ...firstSettings(), expiryNotice: text })
    expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['expiryNotice', SETTINGS_MESSAGES.placeholder(written)],
    ])
  })

  it.each(CHAT_NOTICE_NAMES)('the example and the first text of %s use known placeholders', (notice) => {
    const example = exampleValues(sender)
    for (const name of NOTICE_PLACEHOLDERS[notice]) expect([name, example[name]]).not.toContain(undefined)
    const text = firstSettings()[USER_NOTICES[notice].setting]
    expect(unknownPlaceholder(notice, text)).toBeUndefined()
    expect(fillPlaceholders(text, example)).toContain('Ana Castillo')
  })

  it.each(CHAT_NOTICE_NAMES)(
    'the first text of %s ends with the business, or reads well without one',
    (notice) => {
      const fill = (businessName: string) =>
        fillPlaceholders(
          firstSettings()[USER_NOTICES[notice].setting],
          exampleValues({ ...sender, businessName }),
        )
      expect(fill('Streaming del Caribe')).toContain('Streaming del Caribe')
      expect(fill('')).not.toMatch(/\s$|\n{3}|Streaming/)
    },
  )

  it('rejects an empty text and one that is too long', () => {
    for (const expiryNotice of ['', '  ', 'x'.repeat(1_001), null])
      expect(settingsSchema.safeParse({ ...firstSettings(), expiryNotice }).success).toBe(false)
  })
})
