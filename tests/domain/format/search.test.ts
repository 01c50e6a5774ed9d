import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold } from '../../../src/domain/format/text.ts'

describe('fold', () => {
  it('ignores case, accents and extra white space', () => {
    expect(fold('  Ñandú   É\tGÜE\n')).toBe('nandu e gue')
  })

  it('treats composed and decomposed letters alike', () => {
    expect(fold('Canción')).toBe(fold('Canción'))
  })

  it('keeps characters that searches must find', () => {
    expect(fold('100% a_b c\\d 日本')).toBe('100% a_b c\\d 日本')
  })

  it('is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)))
  })
})
