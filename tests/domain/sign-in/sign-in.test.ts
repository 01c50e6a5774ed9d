import { describe, expect, it } from 'vitest'
import {
  APP_ACCESS_MESSAGES,
  appError,
  deviceKey,
  identifiesDevice,
} from '../../../src/domain/sign-in/sign-in.ts'

const now = new Date('2026-03-15T12:00:00Z')
const viewer = {
  hasLicence: true,
  accessApp: true,
  dateValidate: true,
  dateExpire: new Date('2026-04-01'),
} as const

describe('the use of a viewer app', () => {
  it.each([
    ['is open while the licence lasts', {}, undefined],
    ['needs a profile that allows it', { accessApp: false }, APP_ACCESS_MESSAGES.noAccess],
    ['ends with the licence', { dateExpire: now }, APP_ACCESS_MESSAGES.expired],
    ['treats a missing expiry as expired', { dateExpire: null }, APP_ACCESS_MESSAGES.expired],
    ['ignores the expiry unless the profile checks it', { dateValidate: false, dateExpire: null }, undefined],
    ['checks the expiry of viewers only', { hasLicence: false, dateExpire: null }, undefined],
  ])('%s', (_name, changes, expected) => {
    expect(appError({ ...viewer, ...changes }, now)).toBe(expected)
  })

  it('recognises a device by its MAC address in any notation', () => {
    expect(deviceKey('AA:BB:0c-1D.2e')).toBe(deviceKey('aabb0c1d2e'))
  })

  it('does not tell devices by what apps send instead of an address', () => {
    const addresses = ['02:00:00:00:00:00', '00-00-00-00-00-00', 'FFFFFFFFFFFF', '02:00:00:00:00:01']
    expect(addresses.map(identifiesDevice)).toEqual([false, false, false, true])
  })
})
