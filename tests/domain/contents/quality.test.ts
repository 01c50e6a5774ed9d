import { expect, test } from 'vitest'
import { mergedFields, mergeErrors } from '../../../src/domain/contents/merge.ts'
import { duplicateKey, shareText } from '../../../src/domain/contents/quality.ts'
import { linkOf } from '../../support/films.ts'

test('titles are equal ignoring case, accents, punctuation and articles on either end, with the same year', () => {
  const same = [
    ['The Matrix', 'matrix', 'MÁTRIX', 'Matrix, The', '¡The  Matrix!', 'The-Matrix'],
    ['La isla mínima', 'Isla Minima, La', 'isla mínima'],
    ['L’avventura', "L'Avventura", 'Avventura'],
    ['千と千尋の神隠し'],
    ['The', 'the!'],
    ['...', '…'],
  ]
  const keys = same.map((titles) => new Set(titles.map((title) => duplicateKey(title, 1999))))
  expect(keys.slice(0, 5).map(({ size }) => size)).toEqual([1, 1, 1, 1, 1])
  expect(new Set(keys.flatMap((key) => [...key])).size).toBe(7)
  expect(duplicateKey('The Matrix', 1999)).not.toBe(duplicateKey('The Matrix', 2003))
  expect(duplicateKey('The Matrix', null)).toBe('matrix|')
})

test('a share is only shown as 0 % or 100 % if it is exact', () => {
  const shown = [
    [0, 0],
    [0, 9],
    [1, 1000],
    [1, 3],
    [999, 1000],
    [1000, 1000],
  ] as const
  expect(shown.map(([count, total]) => shareText(count, total))).toEqual([
    '0 %',
    '0 %',
    'menos de 1 %',
    '33 %',
    '99 %',
    '100 %',
  ])
})

const FIELDS = [
  'title',
  'year',
  'synopsis',
  'rating',
  'children',
  'trailer',
  'trailerProvider',
  'genres',
  'categories',
  'content',
  'seasons',
]

test('a merged record keeps its values, takes missing ones from the other, and has the lists of both without repeats', () => {
  const [own, shared, other] = ['uno', 'dos', 'tres'].map((link) => linkOf({ link: `${link}.mp4` }))
  const kept = {
    title: 'Uno',
    year: null,
    synopsis: '',
    rating: 7,
    children: false,
    trailer: '',
    trailerProvider: 'Y',
    genres: ['Drama'],
    categories: ['a', 'b'],
    content: [own, shared],
  }
  const merged = {
    title: 'Dos',
    year: 1999,
    synopsis: 'Otra',
    rating: 9,
    children: true,
    trailer: 'https://x.example',
    trailerProvider: 'G',
    genres: ['Crimen'],
    categories: ['b', 'c'],
    content: [{ ...shared, quality: '4K' }, other],
  }
  expect(mergedFields(FIELDS, kept, merged)).toEqual({
    year: 1999,
    synopsis: 'Otra',
    trailer: 'https://x.example',
    trailerProvider: 'G',
    categories: ['a', 'b', 'c'],
    content: [own, shared, other],
  })
  expect(mergedFields(FIELDS, kept, kept)).toEqual({})
  const season = (number: number, description: string) => ({ number, description })
  expect(
    mergedFields(
      FIELDS,
      { seasons: [season(1, 'Una'), season(3, 'Tres')] },
      { seasons: [season(2, 'Dos'), season(1, 'Otra')] },
    ),
  ).toEqual({ seasons: [season(1, 'Una'), season(2, 'Dos'), season(3, 'Tres')] })
})

test('refuses a merge that exceeds the limits of lists, with the numbers', () => {
  const links = (count: number, audio: string[]) =>
    Array.from({ length: count }, (_, index) => linkOf({ link: `${index}.mp4`, audio }))
  expect(mergeErrors({ content: links(50, ['ESP', 'ING']), monoAudio: false, categories: [] })).toEqual([])
  expect(
    mergeErrors({ content: links(51, ['ESP']), categories: Array.from({ length: 101 }, String) }),
  ).toEqual([
    { field: 'content', message: 'Tendría 51 enlaces, y no puede tener más de 50.' },
    { field: 'categories', message: 'Tendría 101 categorías, y no puede tener más de 100.' },
  ])
  expect(mergeErrors({ content: links(2, ['ESP', 'ING']), monoAudio: true })).toMatchObject([
    { field: 'content' },
  ])
})
