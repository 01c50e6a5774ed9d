import { expect, test } from 'vitest'
import { parseUrl } from '../../../../src/server/platform/outbound/parse-url.ts'

test('parses accents, alone and on a base, and nothing that is no URL', () => {
  expect(parseUrl('https://ñandú.example/1')?.host).toBe('xn--and-6ma2c.example')
  expect(parseUrl('película.ts', new URL('https://cdn.example/a/b.m3u8'))?.href).toBe(
    'https://cdn.example/a/pel%C3%ADcula.ts',
  )
  expect(parseUrl('película.ts')).toBeUndefined()
})
