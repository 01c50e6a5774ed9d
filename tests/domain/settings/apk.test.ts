import { describe, expect, it } from 'vitest'
import { apkFileName, MAX_APK, sizeError, versionOffer } from '../../../src/domain/settings/apk.ts'

describe('the application file', () => {
  it('may have up to 300 MiB', () => {
    expect(MAX_APK).toBe(314_572_800)
    expect([0, 1, MAX_APK, MAX_APK + 1].map(sizeError)).toEqual([
      'El archivo está vacío.',
      undefined,
      undefined,
      'El archivo no puede tener más de 300 MiB.',
    ])
  })

  it('offers its version if the settings can hold it', () => {
    expect(versionOffer({ versionCode: 34, versionName: '3.4.0' })).toEqual({
      appVersionCode: 34,
      appVersionName: '3.4.0',
    })
    for (const version of [
      { versionCode: 10_000, versionName: '1' },
      { versionCode: 0, versionName: '1' },
      { versionCode: 1, versionName: '' },
    ])
      expect(versionOffer(version)).toBeUndefined()
  })

  it.each([
    ['3.4.0', 'cartelera-3.4.0.apk'],
    ['', 'cartelera.apk'],
    ['../../etc/passwd', 'cartelera-etc-passwd.apk'],
    ['1.0 "beta"\r\nX: y', 'cartelera-1.0-beta-X-y.apk'],
  ])('of the version %j is saved as %s', (versionName, name) => {
    expect(apkFileName(versionName)).toBe(name)
  })
})
