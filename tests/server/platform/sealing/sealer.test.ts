import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  challengeSeed,
  factorSeed,
  oldWebhookSecret,
  Sealer,
  sealingKeyId,
  webhookSecret,
} from '../../../../src/server/platform/sealing/sealer.ts'

const NEW = Buffer.alloc(32, 1)
const OLD = Buffer.alloc(32, 2)
const idOf = (key: Buffer) => hash('sha256', key, 'hex').slice(0, 8)
const sealerOf = (...factorKeys: Buffer[]) => new Sealer({ factorKeys })
const place = factorSeed('uno')
const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

describe('a sealed text', () => {
  test('names its key, and holds 12 bytes of nonce, the text and 16 of tag', () => {
    const [version, id, content = ''] = sealerOf(NEW).seal(SEED, place).split('.')
    expect([version, id]).toEqual(['v1', idOf(NEW)])
    expect(content).toMatch(/^[\w-]+$/)
    expect(Buffer.from(content, 'base64url')).toHaveLength(12 + SEED.length + 16)
  })

  test('is different each time, and opens to the same text', () => {
    const sealer = sealerOf(NEW)
    const [one, other] = [sealer.seal('clave ñ €', place), sealer.seal('clave ñ €', place)]
    expect(one).not.toBe(other)
    expect([sealer.open(one, place), sealer.open(other, place)]).toEqual(['clave ñ €', 'clave ñ €'])
  })

  test.each([factorSeed('dos'), challengeSeed('uno'), webhookSecret('uno'), oldWebhookSecret('uno')])(
    'does not open in another row or column: %o',
    (other) => {
      const sealer = sealerOf(NEW)
      expect(() => sealer.open(sealer.seal(SEED, place), other)).toThrow()
    },
  )

  test('does not open if any of its bytes was changed or cut off', () => {
    const sealer = sealerOf(NEW)
    const stored = sealer.seal('ab', place)
    const at = stored.lastIndexOf('.') + 1
    const content = Buffer.from(stored.slice(at), 'base64url')
    for (let index = 0; index < content.length; index++) {
      const changed = Buffer.from(content)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => sealer.open(`${stored.slice(0, at)}${changed.toString('base64url')}`, place)).toThrow()
    }
    for (const length of [0, 1, 27, content.length - 1])
      expect(() =>
        sealer.open(`${stored.slice(0, at)}${content.subarray(0, length).toString('base64url')}`, place),
      ).toThrow()
  })

  test('opens with the old key too, and is renewed with the new one', () => {
    const stored = sealerOf(OLD).seal(SEED, place)
    const both = sealerOf(NEW, OLD)
    expect([both.opens(stored), both.isCurrent(stored)]).toEqual([true, false])
    const renewed = both.renew(stored, place)
    expect([sealingKeyId(renewed), both.isCurrent(renewed)]).toEqual([idOf(NEW), true])
    expect(sealerOf(NEW).open(renewed, place)).toBe(SEED)
    expect(sealerOf(NEW).opens(stored)).toBe(false)
    expect(() => sealerOf(NEW).open(stored, place)).toThrow(/FACTOR_KEY/)
  })
})

test.each([SEED, `whsec_${'c2VjcmV0bw=='}`, ''])('the plain text %j is read as it is', (stored) => {
  expect(sealerOf(NEW).open(stored, place)).toBe(stored)
  expect([sealerOf(NEW).isCurrent(stored), sealerOf().isCurrent(stored)]).toEqual([false, true])
  expect(sealingKeyId(stored)).toBeUndefined()
})

test('without a key nothing is sealed', () => {
  expect(sealerOf().seal(SEED, place)).toBe(SEED)
})
