import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../../../../../src/server/features/settings/apk/binary-manifest.ts'
import { manifestOf } from '../../../../support/apk.ts'

describe('a binary manifest', () => {
  test.each(['utf8', 'utf16'] as const)('contains its version in %s', (encoding) => {
    const bytes = manifestOf({ versionCode: 34, versionName: '3.4.0-ñandú', encoding })
    expect(readManifest(bytes)).toEqual({
      packageName: 'com.cartelera.tv',
      versionCode: 34,
      versionName: '3.4.0-ñandú',
    })
  })

  test('identifies attributes by resource id if their names are stripped', () => {
    expect(readManifest(manifestOf({ versionCode: 7, isShortened: true }))).toMatchObject({ versionCode: 7 })
  })

  test('is cleaned of unstorable characters', () => {
    expect(readManifest(manifestOf({ versionName: '1\u0000.\n2' }))).toMatchObject({ versionName: '1.2' })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('<?xml version="1.0"?><manifest/>')],
    ['zeros', Buffer.alloc(4096)],
    [
      'another element',
      Buffer.from(manifestOf().toString('latin1').replace('manifest', 'menifast'), 'latin1'),
    ],
  ])('is not %s', (_what, bytes) => {
    expect(readManifest(bytes)).toBeUndefined()
  })

  test('is read or rejected with any damage', () => {
    const whole = manifestOf()
    fc.assert(
      fc.property(
        fc.nat(whole.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(whole.length),
        (at, byte, end) => {
          const bytes = Buffer.from(whole)
          bytes[at] = byte
          expect(() => readManifest(bytes.subarray(0, end))).not.toThrow()
        },
      ),
      { numRuns: 500 },
    )
  })
})
