import { describe, expect, test } from 'vitest'
import { episodes } from '../../../../src/server/platform/database/schema/contents.ts'
import { type Row, validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create, linkOf } from '../../../support/films.ts'
import { createEpisode, episodeOf, putEpisode, seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue()
const api = '/api/series/episode'
const DUPLICATE = 'El episodio ya existe, no se puede duplicar!'

const series = async (changes = {}) =>
  (await create(catalogue.operator, '/api/series', seriesOf(changes)))._id
const put = (serieId: string, body: Row) => putEpisode(catalogue.operator, serieId, body)
const add = (serieId: string, changes: Row = {}) => createEpisode(catalogue.operator, serieId, changes)
const read = async (id: unknown) => catalogue.operator.get(`${api}/${id}`)

describe('a PUT on a series', () => {
  test.each([[{}], [{ _id: '-1' }]])('with %j creates an episode of it', async (named) => {
    const serieId = await series()
    const answer = await put(serieId, { ...named, ...episodeOf({ year: 1971, runtime: 25 }) })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      ...episodeOf({ year: 1971, runtime: 25 }),
      serieId,
      view: 0,
      status: true,
      hasLinkReserved: false,
      userCreate: catalogue.operator.name,
      previous: null,
      next: null,
    })
    expect((await read(answer.body._id)).body).toEqual(answer.body)
  })

  test('with the id of one of its episodes changes the sent fields', async () => {
    const serieId = await series()
    const episode = await add(serieId, { reference: 'R-1' })
    const answer = await put(serieId, { _id: episode._id, serieId, title: 'Otro título' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ title: 'Otro título', reference: 'R-1', _id: episode._id })
    expect((await read(episode._id)).body).toEqual(answer.body)
  })

  test('does not change an episode of another series or move one', async () => {
    const [one, other] = [await series(), await series({ title: 'Otra' })]
    const episode = await add(one)
    expect((await put(other, { _id: episode._id, title: 'x' })).status).toBe(404)
    expect((await put(one, { _id: 'no-existe', title: 'x' })).status).toBe(404)
    expect((await put(one, { _id: 7, title: 'x' })).status).toBe(404)
    expect(validationErrorsOf(await put(one, { _id: episode._id, serieId: other }))).toHaveProperty('serieId')
    expect((await put('no-existe', episodeOf())).status).toBe(404)
    expect((await read(episode._id)).body).toMatchObject({ serieId: one, title: episode.title })
  })

  test.each(['view', 'hasLinkReserved', 'userCreate', 'next', 'seasonKey', 'nada'])(
    'with the field %s is rejected by name',
    async (field) => {
      const serieId = await series()
      const { _id } = await add(serieId)
      expect(Object.keys(validationErrorsOf(await put(serieId, { _id, [field]: 1 })))).toEqual([field])
      expect(Object.keys(validationErrorsOf(await put(serieId, { ...episodeOf(), [field]: 1 })))).toEqual([
        field,
      ])
    },
  )

  test('with a stale version is rejected', async () => {
    const serieId = await series()
    const { _id, dateUpdate } = await add(serieId)
    expect((await put(serieId, { _id, title: 'Primera', dateUpdate })).status).toBe(200)
    const late = await put(serieId, { _id, title: 'Segunda', dateUpdate })
    expect(late.status).toBe(409)
    expect(late.body).toMatchObject({ code: 'STALE' })
  })

  test('of only the status ignores invalid stored fields', async () => {
    const serieId = await series()
    const { _id } = await add(serieId)
    await catalogue.test.db.update(episodes).set({ title: '', content: [] })
    expect((await put(serieId, { _id, status: false })).body).toMatchObject({ status: false })
    expect((await put(serieId, { _id, year: 2000 })).status).toBe(422)
  })

  test('accepts only seasons of the series', async () => {
    const serieId = await series()
    const answer = await put(serieId, episodeOf({ season: 3 }))
    expect(validationErrorsOf(answer)).toEqual({ season: 'La temporada no existe en la serie.' })
    const { _id } = await add(serieId)
    expect(validationErrorsOf(await put(serieId, { _id, season: 9 }))).toHaveProperty('season')
    expect((await put(serieId, { _id, season: 2 })).status).toBe(200)
  })

  test('without required fields reports them, and a general message', async () => {
    const answer = await put(await series(), {})
    expect(answer.status).toBe(422)
    expect(answer.body.message).toBe('Debe completar los campos necesarios')
    expect(validationErrorsOf(answer)).toEqual({
      title: 'Debe especificar el título.',
      season: 'Debe especificar la Temporada.',
      episode: 'Debe especificar el número del espisodio',
      content: 'Debe agregar por lo meno un link.',
    })
  })
})

describe('an episode', () => {
  test.each([
    ['the same', {}],
    ['the same in other letters', { title: '  el MAESTRO ' }],
    ['the same in another season', { season: 2 }],
  ])('that is %s exists once in its series', async (_name, changes) => {
    const serieId = await series()
    await add(serieId)
    const answer = await put(serieId, episodeOf(changes))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 11000, message: DUPLICATE })
    expect(validationErrorsOf(answer)).toEqual({ episode: DUPLICATE })
  })

  test.each([[{ title: 'El maestro, segunda parte' }], [{ episode: 2 }], [{ imdbId: 'tt0000001' }]])(
    'with %j is a different one',
    async (changes) => {
      const serieId = await series()
      await add(serieId)
      expect((await put(serieId, episodeOf(changes))).status).toBe(201)
    },
  )

  test('may be in two series, and cannot become a duplicate within one', async () => {
    const [one, other] = [await series(), await series({ title: 'Otra' })]
    await add(one)
    await add(other)
    const { _id } = await add(one, { episode: 2 })
    expect((await put(one, { _id, episode: 1 })).status).toBe(409)
    expect((await put(one, { _id, episode: 2 })).status).toBe(200)
  })

  test('that exists twice after a merge of two series can still be edited, but not get a third duplicate', async () => {
    const [serieId, other] = [await series(), await series({ title: 'Otra' })]
    await add(serieId)
    const { _id } = await add(other, { season: 2 })
    const { operator } = catalogue
    const [kept, merged] = await Promise.all(
      [serieId, other].map(async (id) => (await operator.get(`/api/series/${id}`)).body),
    )
    const dates = { dateUpdate: kept?.dateUpdate, withDateUpdate: merged?.dateUpdate }
    expect((await operator.post(`/api/series/${serieId}/merge`, { with: other, ...dates })).status).toBe(200)
    expect((await put(serieId, { _id, reference: 'R-1' })).status).toBe(200)
    expect((await put(serieId, { _id, title: 'el MAESTRO' })).status).toBe(200)
    expect((await put(serieId, { _id, episode: 2 })).status).toBe(200)
    expect((await put(serieId, { _id, episode: 1 })).status).toBe(409)
  })

  test('has a reserved link if one of its links is reserved', async () => {
    const serieId = await series()
    const { _id } = await add(serieId, { content: [linkOf({ isLinkReserved: true })] })
    expect((await read(_id)).body).toMatchObject({ hasLinkReserved: true })
    expect((await put(serieId, { _id, content: [linkOf()] })).body).toMatchObject({ hasLinkReserved: false })
  })

  test('is deleted only under its own series', async () => {
    const [one, other] = [await series(), await series({ title: 'Otra' })]
    const { _id } = await add(one)
    expect((await catalogue.operator.delete(`${api}/${other}/${_id}`)).status).toBe(404)
    const answer = await catalogue.operator.delete(`${api}/${one}/${_id}`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ _id })
    expect((await read(_id)).status).toBe(404)
    expect((await catalogue.operator.delete(`${api}/${one}/${_id}`)).status).toBe(404)
  })

  test('links to the previous and the next one, across seasons', async () => {
    const serieId = await series()
    await add(await series({ title: 'Otra' }), { episode: 2 })
    const last = await add(serieId, { season: 2, episode: 1, title: 'Vuelve' })
    const first = await add(serieId, { episode: 2, title: 'Empieza' })
    const middle = await add(serieId, { episode: 10, title: 'Sigue' })
    const around = async (id: unknown) => {
      const { previous, next } = (await read(id)).body
      return [previous, next]
    }
    const of = ({ _id, title, season, episode }: Row) => ({ _id, title, season, episode })
    expect(await around(first._id)).toEqual([null, of(middle)])
    expect(await around(middle._id)).toEqual([of(first), of(last)])
    expect(await around(last._id)).toEqual([of(middle), null])
  })
})

test('permissions of episodes are those of their own routes', async () => {
  const serieId = await series()
  const statuses = async (flags: Parameters<typeof catalogue.withGrants>[0]) => {
    const caller = await catalogue.withGrants(flags)
    const { _id } = await add(serieId, { title: `De ${JSON.stringify(flags)}` })
    return [
      (await caller.get(`/api/series/all_episode/${serieId}`)).status,
      (await caller.get(`/api/series/all_episode/${serieId}/size`)).status,
      (await caller.get(`${api}/${_id}`)).status,
      (await caller.get(`/api/series/all_episode/${serieId}/seasons`)).status,
      (await putEpisode(caller, serieId, { title: 'x' })).status,
      (await putEpisode(caller, serieId, { _id, status: false })).status,
      (await caller.delete(`${api}/${serieId}/${_id}`)).status,
    ]
  }
  expect(await statuses({})).toEqual([403, 403, 403, 403, 403, 403, 403])
  expect(await statuses({ 'series-edit': ['register', 'modify', 'delete'] })).toEqual([
    403, 403, 403, 200, 403, 403, 403,
  ])
  expect(await statuses({ 'episode-list': ['register'] })).toEqual([200, 200, 200, 200, 422, 403, 403])
  expect(await statuses({ 'episode-edit': ['modify'] })).toEqual([200, 200, 200, 200, 403, 200, 403])
  expect(await statuses({ 'episode-edit': ['delete'] })).toEqual([200, 200, 200, 200, 403, 403, 200])
  const body = { headers: { 'content-type': 'application/json' } }
  const reader = await catalogue.withGrants({ 'episode-list': [] })
  for (const sent of [null, [], '"x"'])
    expect((await reader.put(`${api}/${serieId}`, sent, body)).status).toBe(403)
  expect((await catalogue.anonymous.get(`${api}/x`)).status).toBe(401)
})
