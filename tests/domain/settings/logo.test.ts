import { describe, expect, it } from 'vitest'
import { inspectLogo, LOGO_MESSAGES, MAX_LOGO } from '../../../src/domain/settings/logo.ts'
import { pngOf } from '../../support/png.ts'

/** Size of a file without padding that has a padding chunk. */
const framed = pngOf({ padding: 1 }).length - 1

describe('a logo (rule S12)', () => {
  it('is a PNG with sides of 1 to 2000 pixels', () => {
    expect(inspectLogo(pngOf({ width: 40, height: 20 }))).toEqual({ width: 40, height: 20 })
    expect(inspectLogo(pngOf({ width: 2000, height: 1 }))).toEqual({ width: 2000, height: 1 })
    expect(inspectLogo(pngOf({ width: 2001 }))).toBe(LOGO_MESSAGES.sides)
    expect(inspectLogo(pngOf({ height: 2001 }))).toBe(LOGO_MESSAGES.sides)
    expect(inspectLogo(pngOf({ width: 0 }))).toBe(LOGO_MESSAGES.sides)
  })

  it('has at most 200,000 bytes', () => {
    expect(inspectLogo(pngOf({ padding: MAX_LOGO - framed }))).toEqual({ width: 40, height: 20 })
    expect(inspectLogo(pngOf({ padding: MAX_LOGO - framed + 1 }))).toBe(LOGO_MESSAGES.tooBig)
    expect(inspectLogo(Buffer.alloc(0))).toBe(LOGO_MESSAGES.empty)
  })

  it.each([
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['half of a signature', pngOf().subarray(0, 5)],
  ])('is not %s, whatever its name', (_, bytes) => {
    expect(inspectLogo(bytes)).toBe(LOGO_MESSAGES.notPng)
  })

  it('is whole: no cut is one, nor is anything behind the image', () => {
    const whole = pngOf()
    for (let length = 8; length < whole.length; length++)
      expect([length, inspectLogo(whole.subarray(0, length))]).toEqual([length, LOGO_MESSAGES.damaged])
    expect(inspectLogo(Buffer.concat([whole, Buffer.from('<script>')]))).toBe(LOGO_MESSAGES.damaged)
    expect(inspectLogo(Buffer.concat([whole, whole.subarray(8)]))).toBe(LOGO_MESSAGES.damaged)
  })

  it('is rejected without pixels, and with a length beyond the file', () => {
    const whole = pngOf()
    const [header, end] = [whole.subarray(0, 33), whole.subarray(-12)]
    expect(inspectLogo(Buffer.concat([header, end]))).toBe(LOGO_MESSAGES.damaged)
    const endless = Buffer.from(whole)
    endless.writeUInt32BE(0xffffffff, 33)
    expect(inspectLogo(endless)).toBe(LOGO_MESSAGES.damaged)
  })
})
