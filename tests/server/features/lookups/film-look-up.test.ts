import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFilmDatabase } from '../../../../src/server/features/lookups/film-database.ts'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { type Disturbance, type FilmDatabase, startFilmDatabase } from '../../../support/film-database.ts'

const films: FilmDatabase = await startFilmDatabase()
const catalogue = testCatalogue({
  keep: true,
  config: { omdbUrl: films.url, omdbApiKey: films.key },
})
const path = '/api/lookups/film'
const look = (query: string) => catalogue.operator.get(`${path}?${query}`)

beforeAll(() => films.disturb())
afterAll(() => films.close())

describe('a film of the film database', () => {
  test('is mapped to the fields of the form', async () => {
    const answer = await look('title=inception&year=2010&type=movie')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      title: 'Inception',
      type: 'movie',
      year: 2010,
      released: '2010-07-16',
      runtime: 147,
      rated: 'PG-13',
      rating: 9.1,
      genres: ['Acción', 'Ciencia ficción'],
      synopsisEng: expect.stringContaining('Inception is a 2010'),
      imdbId: 'tt1375666',
      covertImage: `${films.url}poster.svg`,
      actors: expect.stringContaining('Leonardo DiCaprio'),
    })
  })

  test('is found by its IMDb id only', async () => {
    expect((await look('imdbId=tt0910970')).body.title).toBe('WALL-E')
  })

  test('omits unknown values', async () => {
    expect((await look('title=The%20Proposition')).body).toEqual({
      title: 'The Proposition',
      type: 'movie',
      year: 1998,
      genres: ['Drama'],
      synopsisEng: expect.any(String),
      imdbId: 'tt0120108',
      actors: expect.any(String),
    })
  })

  test('may be a running series', async () => {
    expect((await look('title=Band%20of%20Brothers')).body).toMatchObject({ type: 'series', year: 2001 })
  })

  test('keeps non-ASCII characters', async () => {
    expect((await look('title=les%20mis%C3%A9rables')).body).toMatchObject({ title: 'Les Misérables' })
  })

  test('is requested once', async () => {
    await look('title=Moon')
    const before = films.requests.length
    expect((await look('title=Moon')).status).toBe(200)
    expect((await look('title=%20Moon%20')).status).toBe(200)
    expect(films.requests).toHaveLength(before)
  })
})

describe('a look-up without result', () => {
  test('is reported as such', async () => {
    const answer = await look('title=no%20existe')
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual({ message: 'No se encontró la película.', code: 'notFound' })
  })

  test('reports an unknown IMDb id, and an invalid one by its field', async () => {
    expect((await look('imdbId=tt9999999')).status).toBe(404)
    const answer = await look('imdbId=nm0000138')
    expect(answer.status).toBe(422)
    expect(validationErrorsOf(answer)).toEqual({ imdbId: 'El código IMDb es incorrecto.' })
  })

  test('is cached for a minute', async () => {
    await look('title=perdida')
    const before = films.requests.length
    await look('title=perdida')
    expect(films.requests).toHaveLength(before)
    catalogue.test.clock.advance(60_001)
    await look('title=perdida')
    expect(films.requests).toHaveLength(before + 1)
  })
})

test.each([
  ['', 'title'],
  ['title=%20', 'title'],
  ['title=x&year=20', 'year'],
  ['title=x&year=abcd', 'year'],
  ['title=x&type=game', 'type'],
  [`title=${'x'.repeat(301)}`, 'title'],
  [`imdbId=${'x'.repeat(21)}`, 'imdbId'],
  ['title=x&apikey=y', 'apikey'],
  ['title=x&url=http://127.0.0.1', 'url'],
  ['title=x&title=y', 'title'],
])('the query %j is a 422 that names %s', async (query, field) => {
  const answer = await look(query)
  expect(answer.status).toBe(422)
  expect(Object.keys(validationErrorsOf(answer))).toContain(field)
})

describe('a failure of the film database', () => {
  const cases: [Disturbance, number, string][] = [
    ['key', 502, 'La base de películas rechazó la clave configurada.'],
    ['key-200', 502, 'La base de películas rechazó la clave configurada.'],
    ['limit', 503, 'Se alcanzó el límite diario de consultas a la base de películas.'],
    ['fault', 502, 'No se pudo consultar la base de películas. Intente más tarde.'],
    ['html', 502, 'No se pudo consultar la base de películas. Intente más tarde.'],
    ['garbage', 502, 'La base de películas dio una respuesta que no se entiende. Intente más tarde.'],
    ['nonsense', 502, 'La base de películas dio una respuesta que no se entiende. Intente más tarde.'],
    ['oversize', 502, 'La base de películas dio una respuesta que no se entiende. Intente más tarde.'],
    ['redirect', 502, 'No se pudo consultar la base de películas. Intente más tarde.'],
    ['hangUp', 502, 'No se pudo consultar la base de películas. Intente más tarde.'],
  ]

  test.each(cases)(
    '%s is reported in Spanish, with %d and without the key',
    async (disturbance, status, message) => {
      const answer = await look(`title=error:${disturbance}`)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ message, requestId: expect.any(String) })
      expect(answer.text).not.toContain(films.key)
      expect(answer.text).not.toMatch(/apikey|127\.0\.0\.1|stack|fetch/i)
    },
  )

  test('is not cached', async () => {
    films.disturb('html')
    expect((await look('title=Brüno'.replace('ü', '%C3%BC'))).status).toBe(502)
    films.disturb()
    expect((await look('title=Br%C3%BCno')).status).toBe(200)
  })

  test('may be a timeout', async () => {
    const slow = createFilmDatabase({
      url: films.url,
      key: films.key,
      now: catalogue.test.clock.now,
      timeLimit: 30,
    })
    const query = { title: 'error:silence', imdbId: '', year: '', type: '' } as const
    expect(await slow.find(query)).toEqual({ failure: 'tooSlow' })
  })

  test('may be that it is unreachable', async () => {
    const gone = await startFilmDatabase()
    await gone.close()
    const away = createFilmDatabase({ url: gone.url, key: gone.key, now: catalogue.test.clock.now })
    expect(await away.find({ title: 'Moon', imdbId: '', year: '', type: '' })).toEqual({ failure: 'offline' })
  })

  test('may be a missing key; then no request is sent', async () => {
    const before = films.requests.length
    const without = createFilmDatabase({ url: films.url, key: undefined, now: catalogue.test.clock.now })
    expect(await without.find({ title: 'Moon', imdbId: '', year: '', type: '' })).toEqual({
      failure: 'noKey',
    })
    expect(films.requests).toHaveLength(before)
  })
})
