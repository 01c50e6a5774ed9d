import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { hostForms, isHost, linkHostField } from '../../../src/domain/contents/link-hosts.ts'
import {
  checkReplacement,
  REPLACEMENT_MESSAGES,
  replaceInAddress,
  replaceInRecord,
  replacementFields,
} from '../../../src/domain/contents/link-replacement.ts'

const HOSTS = { from: 'cdn.viejo.example', to: 'cdn.nuevo.example' }

describe('a host in an address', () => {
  test.each([
    ['http://cdn.viejo.example/a.m3u8', 'http://cdn.nuevo.example/a.m3u8'],
    ['HTTPS://CDN.Viejo.example', 'HTTPS://cdn.nuevo.example'],
    ['http://ana:x@cdn.viejo.example:8080/a?b#c', 'http://ana:x@cdn.nuevo.example:8080/a?b#c'],
    ['rtmp://cdn.viejo.example/vivo', 'rtmp://cdn.nuevo.example/vivo'],
  ])('is replaced in %s', (before, after) => {
    expect(replaceInAddress(before, HOSTS)).toBe(after)
  })

  test.each([
    'http://otro.cdn.viejo.example/a',
    'http://cdn.viejo.example.org/a',
    'http://otro.example/?u=http://cdn.viejo.example/a',
    'http://cdn.viejo.example@otro.example/a',
    'cdn.viejo.example/a',
    '/cdn.viejo.example/a',
    'dQw4w9WgXcQ',
    '',
  ])('is not replaced in %s', (address) => {
    expect(replaceInAddress(address, HOSTS)).toBe(address)
  })

  test('is replaced with its port alone if one is given', () => {
    const replacement = { from: 'a.example:8080', to: 'b.example' }
    expect(replaceInAddress('http://a.example:8080/x', replacement)).toBe('http://b.example/x')
    expect(replaceInAddress('http://a.example/x', replacement)).toBe('http://a.example/x')
  })

  test('is the same in punycode', () => {
    const replacement = { from: 'ñandú.example', to: 'b.example' }
    expect(replaceInAddress('http://xn--and-6ma2c.example/x', replacement)).toBe('http://b.example/x')
    expect(replaceInAddress('http://ÑANDÚ.example/x', replacement)).toBe('http://b.example/x')
  })
})

describe('the beginning of an address', () => {
  const replacement = { from: 'http://a.example/vod', to: 'https://b.example/cine' }

  test('is replaced, and the rest stays', () => {
    expect(replaceInAddress('http://a.example/vod/1.mp4?x=1', replacement)).toBe(
      'https://b.example/cine/1.mp4?x=1',
    )
    expect(replaceInAddress('HTTP://A.example/vod', replacement)).toBe('https://b.example/cine')
  })

  test.each([
    'https://a.example/vod/1.mp4',
    'http://a.example:81/vod/1.mp4',
    'http://a.example/VOD/1.mp4',
    'http://a.example.org/vod/1.mp4',
  ])('is not replaced in %s', (address) => {
    expect(replaceInAddress(address, replacement)).toBe(address)
  })

  test('ends with its host', () => {
    const whole = { from: 'http://a.example', to: 'http://b.example' }
    expect(replaceInAddress('http://a.example.org/1', whole)).toBe('http://a.example.org/1')
    expect(replaceInAddress('http://a.example?1', whole)).toBe('http://b.example?1')
  })
})

describe('a replacement', () => {
  const schema = z.strictObject(replacementFields).check(checkReplacement)
  const errors = (from: string, to: string) =>
    schema.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path.join('.'), message])

  test.each([
    ['a.example', 'b.example'],
    ['a.example:8080', 'b.example:443'],
    ['http://a.example', 'https://b.example/x'],
    ['[2001:db8::1]', 'b.example'],
  ])('of %s by %s is accepted', (from, to) => {
    expect(errors(from, to)).toBeUndefined()
  })

  test.each([
    ['', 'from', REPLACEMENT_MESSAGES.from],
    ['a', 'from', REPLACEMENT_MESSAGES.from],
    ['a.example/x', 'from', REPLACEMENT_MESSAGES.from],
    ['http://', 'from', REPLACEMENT_MESSAGES.from],
    ['a b.example', 'from', REPLACEMENT_MESSAGES.from],
    ['a.example:99999', 'from', REPLACEMENT_MESSAGES.from],
    ['javascript://a.example', 'from', REPLACEMENT_MESSAGES.from],
    ['B.example', 'to', REPLACEMENT_MESSAGES.same],
    ['http://a.example', 'to', REPLACEMENT_MESSAGES.to],
  ])('of %s is refused at %s', (from, field, message) => {
    expect(errors(from, 'b.example')).toEqual([[field, message]])
  })
})

describe('a record', () => {
  const film = (...links: string[]) => ({
    title: 'Alfa',
    content: links.map((link) => ({ link, linkType: 'E', status: true })),
  })

  test('keeps its other links and their fields', () => {
    const stored = film('http://cdn.viejo.example/1', 'http://otro.example/1', 'alfa/1.mp4')
    expect(replaceInRecord('movies', stored, HOSTS)).toEqual({
      fields: { content: film('http://cdn.nuevo.example/1', 'http://otro.example/1', 'alfa/1.mp4').content },
      links: [{ before: 'http://cdn.viejo.example/1', after: 'http://cdn.nuevo.example/1' }],
    })
  })

  test('without such a link has nothing to change', () => {
    expect(replaceInRecord('movies', film('http://otro.example/1'), HOSTS)).toEqual({ fields: {}, links: [] })
  })

  test('is left as it is if a link would be there twice', () => {
    const stored = film('http://cdn.viejo.example/1', 'http://cdn.nuevo.example/1')
    expect(replaceInRecord('movies', stored, HOSTS)).toEqual({
      message: 'Quedaría repetido: http://cdn.nuevo.example/1',
    })
  })

  test('keeps links that were equal before', () => {
    const stored = film('http://cdn.viejo.example/1', 'http://cdn.viejo.example/1')
    expect(replaceInRecord('movies', stored, HOSTS)).toMatchObject({
      links: [{ after: 'http://cdn.nuevo.example/1' }, { after: 'http://cdn.nuevo.example/1' }],
    })
  })

  test('of channel lists has the address of its guide too', () => {
    const stored = { link: 'http://cdn.viejo.example/l', guideLink: 'http://cdn.viejo.example/g' }
    expect(replaceInRecord('channel_lists', stored, HOSTS)).toMatchObject({
      fields: { link: 'http://cdn.nuevo.example/l', guideLink: 'http://cdn.nuevo.example/g' },
    })
  })
})

describe('the filter by host', () => {
  test.each(['cdn.viejo.example', '*.viejo.example', 'localhost', '10.0.0.1', '[::1]', 'ñandú.example'])(
    'accepts %s',
    (host) => {
      expect(linkHostField.safeParse(host).success).toBe(true)
    },
  )

  test.each([
    '',
    'a',
    '*',
    '*.',
    'a..b',
    'http://a.example',
    'a.example/x',
    'a.example:80',
    'x@y.example',
    '*.*.a',
  ])('refuses %s', (host) => {
    expect(linkHostField.safeParse(host).success).toBe(false)
  })

  test('looks for both forms of a name', () => {
    expect(hostForms('*.Ñandú.example')).toEqual(['*.ñandú.example', '*.xn--and-6ma2c.example'])
    expect(isHost('[2001:db8::1]')).toBe(true)
  })
})
