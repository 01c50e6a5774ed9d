import { describe, expect, it } from 'vitest'
import { effectivePageSize } from '../../../src/domain/settings/public-settings.ts'
import {
  alertMessageSchema,
  firstSettings,
  settingsSchema,
  uniqueEmailSchema,
} from '../../../src/domain/settings/settings.ts'
import { validate } from '../../../src/domain/validation/errors.ts'

const messages = (change: object) =>
  Object.fromEntries(
    validate(settingsSchema, { ...firstSettings(), ...change }).map(({ field, message }) => [field, message]),
  )

describe('the settings', () => {
  it('of a first start are valid', () => {
    expect(messages({})).toEqual({})
    expect(firstSettings()).toMatchObject({ periods: ['MESES'], enableDemo: true, pageSize: 20, transMax: 0 })
    expect(firstSettings()).toMatchObject({
      demoHours: 2,
      demosPerDay: 0,
      demosMinBalance: 0,
      demoPerDevice: true,
    })
  })

  it('require at least one period of sale', () => {
    expect(messages({ periods: [] })).toEqual({ periods: 'Debe especificar al menos un período de venta' })
  })

  it('require valid, unique origin e-mails', () => {
    expect(messages({ mailsOrigin: [''] })).toEqual({ 'mailsOrigin.0': 'Debe especificar el email' })
    expect(messages({ mailsOrigin: ['x'] })).toEqual({ 'mailsOrigin.0': 'El email no es correcto' })
    expect(messages({ mailsOrigin: ['a@b.example', 'A@b.example'] })).toEqual({
      mailsOrigin: 'Ya está agreado el email especificado',
    })
  })

  it.each([-10, 15, 110, 1.5])('reject the page size %s', (pageSize) => {
    expect(Object.keys(messages({ pageSize }))).toEqual(['pageSize'])
  })

  it('read a page size of 0 as 20', () => {
    expect([0, 50].map((pageSize) => effectivePageSize({ pageSize }))).toEqual([20, 50])
  })

  it.each([-1, 100_000, 0.001])('reject the price %s', (creditPriceMonthly) => {
    expect(Object.keys(messages({ creditPriceMonthly }))).toEqual(['creditPriceMonthly'])
  })
})

describe('the version of the application', () => {
  it.each([null, 0, 10_000, 1.5])('rejects the code %s', (appVersionCode) => {
    expect(messages({ appVersionCode })).toEqual({
      appVersionCode: 'Debe especificar el número de version de la aplicación',
    })
  })

  it('needs a name', () => {
    expect(Object.keys(messages({ appVersionName: ' ' }))).toEqual(['appVersionName'])
  })
})

describe('the limits of the settings', () => {
  it.each([
    ['syncTimeToLogin', 0, 1440],
    ['syncTimeToContent', 0, 1440],
    ['agentTransMax', 0, 9999],
    ['transMax', 0, 9999],
    ['demoHours', 1, 72],
    ['demosPerDay', 0, 999],
    ['demosMinBalance', 0, 9999],
    ['creditPriceMonthly', 0, 99_999],
    ['creditPriceYearly', 0, 99_999],
    ['pageSize', 0, 100],
  ])('of %s are %d and %d', (field, min, max) => {
    expect(messages({ [field]: min })).toEqual({})
    expect(messages({ [field]: max })).toEqual({})
    for (const value of [min - 1, max + 1, null, '5', Number.NaN, Number.POSITIVE_INFINITY])
      expect(Object.keys(messages({ [field]: value }))).toEqual([field])
  })

  it.each(['1799-12-31', '3001-01-01', '', '2026-02-30'])('reject the control date %s', (dateControl) => {
    expect(Object.keys(messages({ dateControl }))).toEqual(['dateControl'])
  })

  it.each(['1800-01-01', '3000-12-31'])('accept the control date %s', (dateControl) => {
    expect(messages({ dateControl })).toEqual({})
  })

  it.each(['videoDefault', 'contentUrlBase', 'videoTutorialTv', 'videoTutorialMobile', 'tvUrlBase'])(
    'require a URL for %s',
    (field) => {
      for (const value of ['x', 'ftp://x.example', 'javascript:alert(1)'])
        expect(messages({ [field]: value })).toEqual({ [field]: 'URL invalido.' })
      for (const value of ['', 'https://x.example/a']) expect(messages({ [field]: value })).toEqual({})
    },
  )

  it.each([
    'videoDefaultProvider',
    'contentProvider',
    'videoTutorialTvProvider',
    'videoTutorialMobileProvider',
  ])('take only the five providers for %s', (field) => {
    for (const value of ['G', 'C', 'Y', 'B', 'D']) expect(messages({ [field]: value })).toEqual({})
    for (const value of ['O', '', null]) expect(Object.keys(messages({ [field]: value }))).toEqual([field])
  })
})

describe('an item of a list', () => {
  it('is a unique e-mail', () => {
    const said = (email: string) => validate(uniqueEmailSchema(['a@b.example']), { email })[0]?.message
    expect(said('')).toBe('Debe especificar el email')
    expect(said('x')).toBe('El email no es correcto')
    expect(said('A@B.example')).toBe('Ya está agreado el email especificado')
    expect(said('c@b.example')).toBeUndefined()
  })

  it('is an alert message of at most 150 characters', () => {
    const said = (message: string) => validate(alertMessageSchema, { message })[0]?.message
    expect(said(' ')).toBe('Debe especificar el mensaje de alerta')
    expect(said('x'.repeat(150))).toBeUndefined()
    expect(said('x'.repeat(151))).toBe('Debe tener como máximo 150 caracteres.')
  })
})
