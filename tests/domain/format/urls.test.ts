import { describe, expect, test } from 'vitest'
import { joinUrl, withoutTrailingSlashes } from '../../../src/domain/format/text.ts'

describe('a URL under a base URL', () => {
  test.each([
    ['https://tv.example', 'uno.m3u8'],
    ['https://tv.example/', '/uno.m3u8'],
    ['https://tv.example///', '//uno.m3u8'],
  ])('has one slash between %j and %j', (base, path) =>
    expect(joinUrl(base, path)).toBe('https://tv.example/uno.m3u8'),
  )

  test('keeps the slashes inside', () => expect(withoutTrailingSlashes('a//b//')).toBe('a//b'))

  test('may consist of slashes only', () => expect(withoutTrailingSlashes('///')).toBe(''))
})
