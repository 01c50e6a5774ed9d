import { beforeAll, expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create, filmOf } from '../../../support/films.ts'
import { seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue({ keep: true, isDemo: true })
const look = (query: string) => catalogue.operator.get(`/api/lookups/film?${query}`)

beforeAll(async () => {
  const { operator } = catalogue
  const film = {
    released: '2014-09-26',
    runtime: 105,
    rating: 7.2,
    imdbId: 'tt3253930',
    actors: 'Javier Gutiérrez',
  }
  await create(operator, '/api/movies', filmOf(film))
  await create(operator, '/api/movies', filmOf({ title: 'La isla', year: 2005, rated: 'PG-13' }))
  await create(operator, '/api/series', seriesOf({ title: 'La isla misteriosa' }))
})

test('a demo without a key answers with its own films, as the film database does', async () => {
  const answer = await look('title=isla%20minima&type=movie')
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({
    title: 'La isla mínima',
    type: 'movie',
    year: 2014,
    released: '2014-09-26',
    runtime: 105,
    rated: 'R',
    rating: 7.2,
    genres: ['Crimen', 'Suspenso'],
    synopsisEng: 'Two policemen look for two missing sisters in the marshes.',
    imdbId: 'tt3253930',
    covertImage: '/pictures/cover/La%20isla%20m%C3%ADnima.svg',
    actors: 'Javier Gutiérrez',
  })
})

test.each([
  ['title=la%20isla', 'La isla'],
  ['title=isla&year=2014', 'La isla mínima'],
  ['title=isla&type=series', 'La isla misteriosa'],
  ['title=misteriosa', 'La isla misteriosa'],
  ['imdbId=TT3253930&title=La%20isla', 'La isla mínima'],
])('%s finds %s', async (query, title) => {
  expect((await look(query)).body).toMatchObject({ title })
})

test.each(['title=no%20existe', 'title=isla&year=1999', 'imdbId=tt0000001', 'title=isla&type=episode'])(
  '%s finds nothing',
  async (query) => {
    expect(await look(query)).toMatchObject({ status: 404, body: { code: 'notFound' } })
  },
)

test('the current user knows that a demo can look films up', async () => {
  expect((await catalogue.operator.get('/api/users/me')).body).toMatchObject({ isFilmLookupOn: true })
})
