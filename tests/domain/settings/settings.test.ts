import { describe, expect, it } from 'vitest'
import { pageSizeOf } from '../../../src/domain/settings/public-settings.ts'
import { firstSettings, settingsShape } from '../../../src/domain/settings/settings.ts'
import { check } from '../../../src/domain/validation/problems.ts'

const messages = (change: object) =>
  Object.fromEntries(
    check(settingsShape, { ...firstSettings(), ...change }).map(({ field, message }) => [field, message]),
  )

describe('the settings', () => {
  it('of a first start pass their own rules', () => {
    expect(messages({})).toEqual({})
    expect(firstSettings()).toMatchObject({ periods: ['MESES'], enableDemo: true, pageSize: 20, transMax: 0 })
  })

  it('keep at least one period of sale', () => {
    expect(messages({ periods: [] })).toEqual({ periods: 'Debe especificar al menos un período de venta' })
  })

  it('keep origin e-mails that are valid and not repeated', () => {
    expect(messages({ mailsOrigin: [''] })).toEqual({ 'mailsOrigin.0': 'Debe especificar el email' })
    expect(messages({ mailsOrigin: ['x'] })).toEqual({ 'mailsOrigin.0': 'El email no es correcto' })
    expect(messages({ mailsOrigin: ['a@b.example', 'A@b.example'] })).toEqual({
      mailsOrigin: 'Ya está agreado el email especificado',
    })
  })

  it.each([-10, 15, 110, 1.5])('refuse the page size %s', (pageSize) => {
    expect(Object.keys(messages({ pageSize }))).toEqual(['pageSize'])
  })

  it('read a page size of 0 as 20', () => {
    expect([0, 50].map((pageSize) => pageSizeOf({ pageSize }))).toEqual([20, 50])
  })

  it.each([-1, 100_000, 0.001])('refuse the price %s', (creditPriceMonthly) => {
    expect(Object.keys(messages({ creditPriceMonthly }))).toEqual(['creditPriceMonthly'])
  })
})
