import { expect, it } from 'vitest'
import { genresFromEnglish, MOVIE_GENRES } from '../../../src/domain/contents/genres.ts'

it('knows 25 genres of films', () => {
  expect(Object.keys(MOVIE_GENRES)).toHaveLength(25)
})

it('maps English names without repeats, and omits unknown ones', () => {
  expect(genresFromEnglish(['Sci-Fi', ' science fiction', 'THRILLER', 'Nonsense'])).toEqual([
    'Ciencia ficción',
    'Suspenso',
  ])
})
