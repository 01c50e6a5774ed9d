import { expect, test } from 'vitest'
import {
  isPosterPath,
  posterPath,
  renamePoster,
  SUBJECT_KINDS,
} from '../../../../src/domain/contents/pictures.ts'
import { isUrlOrPath } from '../../../../src/domain/validation/fields.ts'
import { drawPicture, wrapTitle } from '../../../../src/server/features/pictures/draw-picture.ts'
import naughty from '../../../data/blns.json' with { type: 'json' }
import { testCatalogue } from '../../../support/catalogue.ts'

const catalogue = testCatalogue({ keep: true })

const TITLES = [
  'La isla mínima',
  '千と千尋の神隠し',
  'AC/DC: 50% & <más>',
  '..',
  '../..',
  'a?b#c',
  '\\',
  'O\'Hara "x"',
]

test.each(['cover', 'background', 'logo'] as const)(
  'a %s is generated for every title without a session',
  async (kind) => {
    for (const title of TITLES) {
      const answer = await catalogue.anonymous.get(posterPath(kind, title))
      expect(answer.status, title).toBe(200)
      expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
      expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
      expect(answer.headers['cache-control']).toContain('immutable')
      expect(answer.text).toBe(drawPicture(kind, title))
    }
  },
)

test('a title always has the same picture, and others differ', () => {
  expect(drawPicture('cover', 'Moon')).toBe(drawPicture('cover', 'Moon'))
  expect(drawPicture('cover', 'Moon')).not.toBe(drawPicture('cover', 'Luna'))
})

test('pictures differ by kind and genre, and their paths say both', async () => {
  const paths = SUBJECT_KINDS.flatMap((kind) =>
    ['Terror', 'Infantil', undefined].map((genre) => posterPath('cover', 'Moon', { kind, genre })),
  )
  const pictures = new Set<string>()
  for (const path of [...paths, posterPath('cover', 'Moon')])
    pictures.add((await catalogue.anonymous.get(path)).text)
  expect(pictures.size).toBe(paths.length + 1)
})

test('an unknown kind or genre changes nothing', async () => {
  const plain = drawPicture('cover', 'Moon')
  for (const query of ['kind=x', 'genre=x', 'kind=movies&kind=series', 'genre=</svg>'])
    expect((await catalogue.anonymous.get(`/pictures/cover/Moon.svg?${query}`)).text, query).toBe(plain)
})

test('the picture of another title keeps kind and genre', () => {
  const path = posterPath('logo', 'Uno', { kind: 'channels', genre: 'Música' })
  expect(isPosterPath(path, 'logo', 'Uno')).toBe(true)
  expect(isPosterPath(path, 'logo', 'Un')).toBe(false)
  expect(renamePoster(path, 'logo', 'Dos')).toBe(
    posterPath('logo', 'Dos', { kind: 'channels', genre: 'Música' }),
  )
  expect(renamePoster(posterPath('logo', 'Uno'), 'logo', 'Dos')).toBe(posterPath('logo', 'Dos'))
})

test('a picture of any text is one well-formed document of text and shapes', () => {
  const known = /<\/?(svg|title|defs|linearGradient|stop|rect|circle|ellipse|path|text|tspan)\b[^<>]*>/g
  for (const title of [...naughty, ...TITLES, '\ud800', 'x'.repeat(5000), '\u0007\ufffe']) {
    const picture = drawPicture('cover', title, { kind: 'series', genre: 'Infantil' })
    expect(picture.replace(known, '')).not.toMatch(/[<>]|&(?!amp;|lt;|gt;|quot;|#39;)/)
    expect(picture).not.toMatch(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u)
    expect(picture.length).toBeLessThan(10_000)
  }
})

test('paths of pictures fit an image field for any title', () => {
  for (const title of [...naughty, ...TITLES, '\ud800', '💥'.repeat(300)]) {
    const path = posterPath('cover', title)
    expect(isUrlOrPath(path), path).toBe(true)
    expect(path.length).toBeLessThan(2048)
  }
})

test('answers 404 for other paths', async () => {
  for (const path of [
    '/pictures/otro/x.svg',
    '/pictures/cover/x.png',
    '/pictures/cover/.svg',
    '/pictures/cover',
  ])
    expect((await catalogue.anonymous.get(path)).status, path).toBe(404)
})

test('a title is smaller if its longest word needs it, and never smaller than legible', () => {
  const sizeOf = (title: string) => Number(/font-size="(\d+)"/.exec(drawPicture('cover', title))?.[1])
  expect(sizeOf('La isla mínima')).toBe(44)
  expect(sizeOf('Arachnophobia')).toBe(39)
  expect(drawPicture('cover', 'Arachnophobia')).toContain('>Arachnophobia</tspan>')
  expect(sizeOf('x'.repeat(100))).toBe(26)
})

test('titles are wrapped between words if possible', () => {
  expect(wrapTitle('El bueno, el feo y el malo', 12, 4)).toEqual(['El bueno, el', 'feo y el', 'malo'])
  expect(wrapTitle('Supercalifragilístico', 10, 4)).toEqual(['Supercalif', 'ragilístic', 'o'])
  expect(wrapTitle('uno dos tres cuatro', 6, 2)).toEqual(['uno', 'dos…'])
  expect(wrapTitle('   ', 10, 2)).toEqual([])
})
