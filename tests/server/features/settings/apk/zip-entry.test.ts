import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Archive, readZipEntry } from '../../../../../src/server/features/settings/apk/zip-entry.ts'
import { zipOf } from '../../../../support/apk.ts'

const NAME = 'AndroidManifest.xml'
const LIMIT = 10_000

const archiveOf = (bytes: Buffer): Archive => ({
  size: bytes.length,
  async read(from, length) {
    if (from < 0 || from + length > bytes.length) throw new RangeError('outside')
    return bytes.subarray(from, from + length)
  },
})

const content = Buffer.from('contenido '.repeat(100))
const other = { name: 'res/x.png', content: Buffer.from('x') }
const read = (bytes: Buffer, limit = LIMIT) => readZipEntry(archiveOf(bytes), NAME, limit)

describe('an entry of an archive', () => {
  test.each([true, false])('is read, stored: %s', async (isStored) => {
    expect(await read(zipOf([other, { name: NAME, content, isStored }, other]))).toEqual(content)
  })

  test('is found before a comment of the archive', async () => {
    expect(await read(zipOf([{ name: NAME, content }], 'firmado PK\u0005\u0006 '.repeat(50)))).toEqual(
      content,
    )
  })

  test('is found after an entry with a wrong size and an encrypted one', async () => {
    const bytes = zipOf([
      { ...other, isStored: true, claimed: 5 },
      { name: NAME, content },
    ])
    expect(await read(bytes)).toEqual(content)
    const directory = bytes.indexOf('PK\u0001\u0002')
    bytes.writeUInt16LE(0x41, directory + 8)
    expect(await read(bytes)).toEqual(content)
  })

  test('may be missing', async () => {
    expect(await read(zipOf([other]))).toBeUndefined()
    expect(await read(Buffer.from('PK\u0003\u0004 y nada más'))).toBeUndefined()
    expect(await read(Buffer.alloc(0))).toBeUndefined()
  })

  test('is rejected beyond the limit, whatever size it declares', async () => {
    const bomb = Buffer.alloc(5_000_000)
    expect(await read(zipOf([{ name: NAME, content: bomb }]))).toBeUndefined()
    await expect(read(zipOf([{ name: NAME, content: bomb, claimed: 100 }]))).rejects.toThrow(RangeError)
  })

  test('is rejected if its checksum is wrong', async () => {
    const bytes = zipOf([{ name: NAME, content, isStored: true }])
    bytes.writeUInt8(0x21, 60)
    expect(await read(bytes)).toBeUndefined()
  })

  test('is read or rejected with any damage of the archive', async () => {
    const whole = zipOf([other, { name: NAME, content }])
    const harmless = (error: unknown) => {
      const isHarmless = error instanceof RangeError || /^Z_/.test(String(Object(error).code))
      if (!isHarmless) throw error
    }
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }), async (at, byte) => {
        const bytes = Buffer.from(whole)
        bytes[at] = byte
        await read(bytes).catch(harmless)
      }),
      { numRuns: 300 },
    )
  })
})
