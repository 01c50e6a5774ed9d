import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { HISTORY_LIMIT, HISTORY_MESSAGES } from '../../../../src/domain/support/history.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { times, viewerApp } from '../../../support/viewers.ts'

const server = testApp()
let sa: SignedIn
let viewer: SignedIn
let film: Row & { _id: string }

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  viewer = await viewerApp(server)
  film = await create(sa, '/api/movies', filmOf())
})

const visit = (changes: Row = {}, from = viewer) =>
  from.post('/api/histories', { contentId: film._id, mediaType: 'Movie', ...changes })
const stored = async () => {
  const { rows } = await server.db.execute(sql`select (select count(*)::int from histories) as visits,
    (select coalesce(sum(visits), 0)::int from history_days) as days,
    (select coalesce(sum(visits), 0)::int from history_items where not is_episode) as items`)
  return rows[0]
}

describe('a visit', () => {
  test('takes user, titles and date from the server', async () => {
    const { status, body } = await visit({ link: 'peliculas/la-isla-minima.mp4' })
    expect(status).toBe(201)
    expect(body).toEqual({
      _id: expect.any(String),
      user: viewer.id,
      userName: viewer.name,
      contentId: film._id,
      title: film.title,
      contentLink: 'peliculas/la-isla-minima.mp4',
      episodeId: null,
      episode: '',
      mediaType: 'Movie',
      resource: 'movies',
      genres: film.genres,
      year: film.year,
      date: server.clock.now().toISOString(),
    })
  })

  test('counts for the content and the viewer, and does not change dateUpdate', async () => {
    await visit()
    await visit()
    const { body } = await sa.get(`/api/movies/${film._id}`)
    expect(body).toMatchObject({ view: 2, dateUpdate: film.dateUpdate })
    expect((await sa.get(`/api/users/${viewer.id}`)).body.views).toBe(2)
    expect(await stored()).toEqual({ visits: 2, days: 2, items: 2 })
  })

  test('of an episode counts for it and for its series', async () => {
    const series = await create(sa, '/api/series', seriesOf())
    const episode = await createEpisode(sa, series._id)
    const answer = await visit({ contentId: series._id, mediaType: 'Serie', episodeId: episode._id })
    expect(answer.body).toMatchObject({
      title: series.title,
      episode: 'T1 E1 · El maestro',
      resource: 'series',
    })
    expect((await sa.get(`/api/series/${series._id}`)).body.view).toBe(1)
    expect((await sa.get(`/api/series/episode/${episode._id}`)).body.view).toBe(1)
    const strange = await create(sa, '/api/series', seriesOf({ title: 'Otra' }))
    const rejected = await visit({ contentId: strange._id, mediaType: 'Serie', episodeId: episode._id })
    expect(validationErrorsOf(rejected)).toEqual({ episodeId: HISTORY_MESSAGES.unknownEpisode })
    expect((await sa.get(`/api/series/${strange._id}`)).body.view).toBe(0)
  })

  test('of a radio station is of the type Tv, and counts for the station', async () => {
    const radio = await create(sa, '/api/radios', {
      number: 7,
      title: 'Radio Siete',
      category: 'Salsa',
      link: 'https://radio.example/7',
      image: '/pictures/logo/7.svg',
    })
    const { body } = await visit({ contentId: radio._id, mediaType: 'Tv' })
    expect(body).toMatchObject({ resource: 'radios', mediaType: 'Tv', genres: ['Salsa'], year: null })
    expect((await sa.get(`/api/radios/${radio._id}`)).body.view).toBe(1)
  })

  test('concurrent with fifty loses none of them', async () => {
    const viewers = await times(10, () => viewerApp(server))
    const answers = await times(50, (index) => visit({}, viewers[index % 10]))
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201))
    expect((await sa.get(`/api/movies/${film._id}`)).body.view).toBe(50)
    expect(await stored()).toEqual({ visits: 50, days: 50, items: 50 })
  })
})

describe('a visit is rejected and not counted', () => {
  test.each([
    [{ contentId: undefined }, 'contentId'],
    [{ contentId: 'nadie' }, 'contentId'],
    [{ contentId: ['a'] }, 'contentId'],
    [{ mediaType: 'Serie' }, 'contentId'],
    [{ mediaType: 'Radio' }, 'mediaType'],
    [{ episodeId: 'x' }, 'episodeId'],
    [{ link: 'javascript:alert(1)' }, 'link'],
    [{ link: 'x'.repeat(3000) }, 'link'],
    [{ date: '2020-01-01' }, 'date'],
    [{ user: 'otro' }, 'user'],
    [{ view: 1000 }, 'view'],
  ])('with %j', async (changes, field) => {
    const answer = await visit(changes)
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toContain(field)
    expect(await stored()).toEqual({ visits: 0, days: 0, items: 0 })
    expect((await sa.get(`/api/movies/${film._id}`)).body.view).toBe(0)
    expect((await sa.get(`/api/users/${viewer.id}`)).body.views).toBe(0)
  })

  test('of a content that is not active', async () => {
    await sa.put(`/api/movies/${film._id}`, { status: false })
    expect(validationErrorsOf(await visit())).toEqual({ contentId: HISTORY_MESSAGES.unknownContent })
  })

  test('beyond the limit of a viewer, with Retry-After; other viewers are not affected', async () => {
    const answers = await times(HISTORY_LIMIT.count + 5, () => visit())
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(HISTORY_LIMIT.count)
    const rejected = answers.find(({ status }) => status === 429)
    expect(rejected?.body.message).toBe(HISTORY_MESSAGES.tooMany)
    expect(rejected?.headers['retry-after']).toBe('60')
    expect((await sa.get(`/api/movies/${film._id}`)).body.view).toBe(HISTORY_LIMIT.count)
    expect((await visit({}, await viewerApp(server))).status).toBe(201)
    server.clock.advance(HISTORY_LIMIT.seconds * 1000)
    expect((await visit()).status).toBe(201)
  })
})
