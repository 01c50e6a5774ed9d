import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { foundFields } from '../../../../src/admin/features/contents/film-lookup.tsx'
import type { FormSchema } from '../../../../src/admin/kit/inputs/form-kit.tsx'
import { newMovieSchema } from '../../../../src/domain/contents/movie.ts'
import { newSeriesSchema } from '../../../../src/domain/contents/series.ts'
import {
  field,
  movie,
  openContents,
  press,
  sceneOf,
  userEvent,
  withContentScreens,
} from './open-contents.tsx'

withContentScreens()

const FOUND = {
  title: 'Marshland',
  type: 'movie',
  year: 2014,
  released: '2014-09-26',
  runtime: 105,
  rated: 'R',
  genres: ['Crimen', 'Drama'],
  synopsisEng: 'Two homicide detectives in 1980.',
  imdbId: 'tt3253930',
}
const found = { 'GET /api/lookups/film': { body: FOUND } }
const OPEN = 'Buscar en la base de películas'
const dialog = () => screen.findByRole('dialog', { name: OPEN })
const look = async (title: string) => {
  await press(OPEN)
  const box = within(await dialog()).getByRole('textbox', { name: 'Título' })
  await userEvent.clear(box)
  await userEvent.paste(title)
  await userEvent.keyboard('{Enter}')
}

describe('the look-up in the film database', () => {
  it('replaces filled fields only where ticked', async () => {
    sceneOf({ movies: [movie({ synopsisEng: 'Mine.', runtime: null })], answers: found })
    openContents('/movie/m1')
    await look('x')
    expect(await screen.findByRole('checkbox', { name: 'Reemplazar Título' })).not.toBeChecked()
    expect(screen.getByRole('checkbox', { name: 'Duración (min)' })).toBeChecked()
    expect(screen.queryByRole('checkbox', { name: /Año/ })).toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Reemplazar Sinopsis en Inglés' }))
    await press('Usar estos datos')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await field('Título')).toHaveValue('La isla mínima')
    expect(await field('Sinopsis en Inglés')).toHaveValue('Two homicide detectives in 1980.')
    expect(await field('Duración (min)')).toHaveValue('105')
  })
})

describe('the values of a found film', () => {
  it('omit unknown, equal and empty ones', () => {
    const film = { title: 'A', year: 2000, genres: [], rated: 'R', actors: 'X' } as const
    const fields = foundFields(
      { ...film, genres: [] },
      { title: 'A', year: null, genres: ['Drama'], rated: 'PG' },
      newMovieSchema,
    )
    expect(fields).toEqual([
      { source: 'year', found: 2000, current: null, isFree: true },
      { source: 'rated', found: 'R', current: 'PG', isFree: false },
    ])
  })

  it('omit those that the form would reject', () => {
    const film = { title: 'A', year: 1850, rated: 'TV-14' } as const
    const empty = { title: '', year: null, rated: null }
    const offered = (schema: FormSchema) => foundFields(film, empty, schema).map(({ source }) => source)
    expect(offered(newMovieSchema)).toEqual(['title'])
    expect(offered(newSeriesSchema)).toEqual(['title', 'year', 'rated'])
  })
})
