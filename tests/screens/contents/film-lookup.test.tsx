import { describe, expect, it } from 'vitest'
import { lookupFields } from '../../../src/admin/features/contents/FilmLookupButton.tsx'
import type { FormSchema } from '../../../src/admin/kit/inputs/form-kit.tsx'
import { newMovieSchema } from '../../../src/domain/contents/movie.ts'
import { newSeriesSchema } from '../../../src/domain/contents/series.ts'

describe('the values offered by a film look-up', () => {
  it('omit unknown, unchanged and empty ones', () => {
    const film = { title: 'A', year: 2000, genres: [], rated: 'R', actors: 'X' } as const
    const fields = lookupFields(
      { ...film, genres: [] },
      { title: 'A', year: null, genres: ['Drama'], rated: 'PG' },
      newMovieSchema,
    )
    expect(fields).toEqual([
      { source: 'year', found: 2000, current: null, isFree: true },
      { source: 'rated', found: 'R', current: 'PG', isFree: false },
    ])
  })

  it('omit values that the form would reject', () => {
    const film = { title: 'A', year: 1850, rated: 'TV-14' } as const
    const empty = { title: '', year: null, rated: null }
    const offered = (schema: FormSchema) => lookupFields(film, empty, schema).map(({ source }) => source)
    expect(offered(newMovieSchema)).toEqual(['title'])
    expect(offered(newSeriesSchema)).toEqual(['title', 'year', 'rated'])
  })
})
