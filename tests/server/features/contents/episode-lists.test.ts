import { beforeAll, describe, expect, test } from 'vitest'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create, linkOf } from '../../../support/films.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue({ keep: true })
let api = ''

const LAST = {
  title: 'Ábrete',
  season: 2,
  episode: 3,
  runtime: 30,
  released: '1972-05-01',
  reference: 'Caja 7',
}

beforeAll(async () => {
  const serie = async (title: string) =>
    (await create(catalogue.operator, '/api/series', seriesOf({ title })))._id
  const [mine, other] = [await serie('Crónica de un pueblo'), await serie('Otra')]
  api = `/api/series/all_episode/${mine}`
  await createEpisode(catalogue.operator, other)
  await createEpisode(catalogue.operator, mine, LAST)
  for (let episode = 24; episode > 0; episode--)
    await createEpisode(catalogue.operator, mine, {
      title: `Capítulo ${episode}`,
      episode,
      season: episode > 20 ? 2 : 1,
      year: 1971,
      mailOrigin: `origen${episode % 3}@ejemplo.com`,
      reference: `R-${episode % 4}`,
      status: episode % 5 !== 0,
      content: [linkOf({ isLinkReserved: episode % 6 === 0 })],
    })
})

const list = async (query = '') => {
  const answer = await catalogue.operator.get(`${api}?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.rows
}
const count = async (query = '') => (await catalogue.operator.get(`${api}/size?${query}`)).body.count
const positions = async (query: string) =>
  (await list(query)).map(({ season, episode }) => `${season}x${episode}`)

describe('the list of all episodes', () => {
  test('contains those of its series, in viewing order', async () => {
    const rows = await list()
    expect(rows).toHaveLength(25)
    const keys = rows.map(({ season, episode }) => Number(season) * 10_000 + Number(episode))
    expect(keys).toEqual([...keys].sort((one, other) => one - other))
    expect(await count()).toBe(25)
  })

  test('omits fields that only the form needs', async () => {
    const [row] = await list('limit=1')
    expect(row).toMatchObject({ serieId: expect.any(String), hasLinkReserved: false, view: 0, rating: null })
    for (const heavy of ['content', 'synopsis', 'seasonKey', 'search']) expect(row).not.toHaveProperty(heavy)
  })

  test('is paged on request', async () => {
    expect(await list('page=1')).toHaveLength(20)
    expect(await positions('limit=3&page=2')).toEqual(['1x4', '1x5', '1x6'])
    expect(await list('page=3&limit=10')).toHaveLength(5)
  })

  test.each([
    'season',
    'episode',
    'title',
    'view',
    'mailOrigin',
    'reference',
    'info',
    'status',
    'hasLinkReserved',
    'dateUpdate',
  ])('sorted by %s is reversed in the other direction', async (sort) => {
    const ids = async (order: string) => (await list(`sort=${sort}&order=${order}`)).map(({ _id }) => _id)
    expect(await ids('desc')).toEqual((await ids('asc')).reverse())
  })

  test('sorts by number across seasons, and by release date', async () => {
    expect((await positions('sort=episode')).slice(2, 5)).toEqual(['1x3', '2x3', '1x4'])
    expect((await positions('sort=info&order=desc'))[0]).toBe('2x3')
    expect((await list('sort=title'))[0]).toMatchObject({ title: 'Ábrete' })
  })

  test.each([
    ['onlyLinkReserved=true', 4],
    ['onlyLinkReserved=false', 25],
    ['season=2', 5],
    ['season=3', 0],
    ['status=false', 4],
    ['search=abrete', 1],
    ['search=caja', 1],
    ['search=1x05', 1],
    ['search=capitulo&season=2', 4],
    ['search=capitulo&onlyLinkReserved=true&season=1', 3],
  ])('with %s has as many rows as the count', async (query, expected) => {
    expect(await list(query)).toHaveLength(expected)
    expect(await count(query)).toBe(expected)
  })

  test.each([
    ['sort', 'info;drop'],
    ['sort', 'seasonKey'],
    ['season', '0'],
    ['season', 'uno'],
    ['onlyLinkReserved', '1'],
    ['serieId', 'x'],
    ['page', '0'],
    ['limit', '1000000'],
  ])('rejects %s=%s by name', async (name, value) => {
    for (const path of [api, `${api}/size`]) {
      const answer = await catalogue.operator.get(`${path}?${name}=${encodeURIComponent(value)}`)
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toEqual([name])
    }
  })

  test('answers 404 for an unknown series', async () => {
    for (const path of ['', '/size', '/seasons'])
      expect((await catalogue.operator.get(`/api/series/all_episode/no-existe${path}`)).status).toBe(404)
  })
})
