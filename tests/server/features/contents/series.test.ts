import { describe, expect, test } from 'vitest'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create } from '../../../support/films.ts'
import { createEpisode, episodeOf, putEpisode, seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue()
const api = '/api/series'

const stored = (changes = {}) => create(catalogue.operator, api, seriesOf(changes))
const seasonsOf = async (id: unknown) =>
  (await catalogue.operator.get(`${api}/all_episode/${id}/seasons`)).body.seasons

test('a series is created with its seasons, and read back', async () => {
  const serie = await stored({ provider: '/pictures/logo/Canal.svg', imdbId: 'tt0207275', rating: 7.5 })
  expect(serie).toMatchObject({ ...seriesOf(), view: 0, status: true, trailerProvider: 'Y', released: '' })
  expect((await catalogue.operator.get(`${api}/${serie._id}`)).body).toEqual(serie)
})

test('a list of series omits the synopses and sorts by its columns', async () => {
  await stored({ title: 'Zeta', year: 1801, reference: 'b' })
  await stored({ title: 'ábaco', year: 2020, reference: 'a' })
  const titles = async (query: string) =>
    (await catalogue.operator.get(`${api}/short?${query}`)).rows.map(({ title }) => title)
  for (const sort of ['title', 'reference']) expect(await titles(`sort=${sort}`)).toEqual(['ábaco', 'Zeta'])
  expect(await titles('sort=year')).toEqual(['Zeta', 'ábaco'])
  for (const sort of ['genres', 'view', 'dateUpdate', 'mailOrigin', 'status'])
    expect(await titles(`sort=${sort}&order=desc`)).toHaveLength(2)
  const [row] = (await catalogue.operator.get(`${api}/short`)).rows
  expect(row).toMatchObject({ imdbId: '', view: 0, seasons: expect.any(Array) })
  expect(row).not.toHaveProperty('synopsis')
  expect((await catalogue.operator.get(`${api}?onlyLinkReserved=true`)).status).toBe(422)
})

describe('the number of its episodes', () => {
  const told = async (id: string) => [
    (await catalogue.operator.get(`${api}/${id}`)).body.episodes,
    (await catalogue.operator.get(`${api}/short?ids=${id}`)).rows[0]?.episodes,
  ]

  test('is returned with a series and in its row of the list, which sorts by it', async () => {
    const [few, many] = [await stored({ title: 'A' }), await stored({ title: 'B' })]
    expect(few.episodes).toBe(0)
    await createEpisode(catalogue.operator, few._id)
    for (const episode of [1, 2]) await createEpisode(catalogue.operator, many._id, { episode })
    expect(await told(few._id)).toEqual([1, 1])
    const sorted = await catalogue.operator.get(`${api}/short?sort=episodes&order=desc`)
    expect(sorted.rows.map(({ title, episodes }) => [title, episodes])).toEqual([
      ['B', 2],
      ['A', 1],
    ])
  })

  test('is correct after concurrent writes, and does not change the date of the series', async () => {
    const { _id, dateUpdate } = await stored()
    const numbers = Array.from({ length: 8 }, (_, index) => index + 1)
    const added = await Promise.all(
      numbers.map((episode) => createEpisode(catalogue.operator, _id, { episode })),
    )
    const gone = added.slice(0, 3).map((row) => row._id)
    await Promise.all([
      ...gone.map((id) => catalogue.operator.delete(`${api}/episode/${_id}/${id}`)),
      createEpisode(catalogue.operator, _id, { episode: 20 }),
      putEpisode(catalogue.operator, _id, episodeOf({ episode: 8 })),
    ])
    expect(await told(_id)).toEqual([6, 6])
    expect((await catalogue.operator.get(`${api}/${_id}`)).body.dateUpdate).toBe(dateUpdate)
  })

  test('cannot be written', async () => {
    const { _id } = await stored()
    expect(validationErrorsOf(await catalogue.operator.put(`${api}/${_id}`, { episodes: 7 }))).toHaveProperty(
      'episodes',
    )
  })
})

test('a series accepts only categories of its own type', async () => {
  const films = await create(catalogue.operator, '/api/categories', categoryOf())
  const ofSeries = await create(catalogue.operator, '/api/categories', categoryOf({ type: 'SERIE' }))
  const rejected = await catalogue.operator.post(api, seriesOf({ categories: [films._id] }))
  expect(validationErrorsOf(rejected)).toHaveProperty('categories')
  await stored({ categories: [ofSeries._id] })
  const inUse = await catalogue.operator.delete(`/api/categories/${ofSeries._id}`)
  expect(inUse.status).toBe(409)
  expect(inUse.body.message).toBe('No puede eliminar la categoría, la usa 1 contenido.')
})

describe('the seasons of a series', () => {
  test('are listed with their number of episodes and the last one', async () => {
    const { _id } = await stored({
      seasons: [
        { number: 2, description: 'La segunda' },
        { number: 1, description: 'La primera' },
      ],
    })
    await createEpisode(catalogue.operator, _id, { episode: 4 })
    await createEpisode(catalogue.operator, _id, { episode: 7 })
    expect(await seasonsOf(_id)).toEqual([
      { number: 1, description: 'La primera', episodes: 2, lastEpisode: 7 },
      { number: 2, description: 'La segunda', episodes: 0, lastEpisode: 0 },
    ])
    expect((await catalogue.operator.get(`${api}/all_episode/no-existe/seasons`)).status).toBe(404)
  })

  test('cannot be removed while they have episodes', async () => {
    const { _id } = await stored()
    const { _id: episode } = await createEpisode(catalogue.operator, _id)
    const put = (...numbers: number[]) =>
      catalogue.operator.put(`${api}/${_id}`, {
        seasons: numbers.map((number) => ({ number, description: `La ${number}` })),
      })
    for (const numbers of [[2], [], [3, 2]]) {
      const answer = await put(...numbers)
      expect(answer.status).toBe(422)
      expect(validationErrorsOf(answer)).toEqual({
        seasons: 'No puede eliminar la temporada 1, tiene 1 episodio.',
      })
    }
    expect((await put(1, 5)).status).toBe(200)
    await catalogue.operator.delete(`${api}/episode/${_id}/${episode}`)
    expect((await put(5)).status).toBe(200)
  })

  test('cannot be removed while an episode is added concurrently', async () => {
    const { _id } = await stored()
    for (let round = 0; round < 5; round++) {
      const [removal, write] = await Promise.all([
        catalogue.operator.put(`${api}/${_id}`, { seasons: [{ number: 2, description: 'Dos' }] }),
        putEpisode(catalogue.operator, _id, episodeOf({ episode: round + 1 })),
      ])
      const done = [removal.status === 200, write.status === 201].filter(Boolean)
      expect(done, `${removal.text} ${write.text}`).toHaveLength(1)
      await catalogue.operator.put(`${api}/${_id}`, { seasons: seriesOf().seasons })
    }
  })
})

test('deleting a series deletes its episodes and no others', async () => {
  const serie = await stored()
  const other = await stored({ title: 'Otra' })
  const { _id } = await createEpisode(catalogue.operator, serie._id)
  const kept = await createEpisode(catalogue.operator, other._id)
  expect((await catalogue.operator.delete(`${api}/${serie._id}`)).status).toBe(200)
  expect((await catalogue.operator.get(`${api}/episode/${_id}`)).status).toBe(404)
  expect((await catalogue.operator.get(`${api}/all_episode/${serie._id}`)).status).toBe(404)
  expect((await catalogue.operator.get(`${api}/episode/${kept._id}`)).status).toBe(200)
})
