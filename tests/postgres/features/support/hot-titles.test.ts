import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { countWaitingViews } from '../../../../src/server/features/support/media.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { hold } from '../../../support/locks.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
let sa: SignedIn
let viewer: SignedIn

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  viewer = await viewerApp(server)
})

const viewsIn = async (table: string): Promise<unknown> => {
  const { rows } = await server.db.execute<Row>(sql`select view from ${sql.identifier(table)}`)
  return rows[0]?.view
}
const waiting = async (): Promise<unknown> => {
  const { rows } = await server.db.execute<Row>(sql`select count(*)::int as waiting from waiting_views`)
  return rows[0]?.waiting
}

test('a visit waits neither for the title nor for its counts, and is visible at once', async () => {
  const film = await create(sa, '/api/movies', filmOf())
  const visit = () => viewer.post('/api/histories', { contentId: film._id, mediaType: 'Movie' })
  await visit()
  const release = await hold(server.db, async (tx) => {
    await tx.execute(sql`select from movies for update`)
    await tx.execute(sql`select from history_items for update`)
    await tx.execute(sql`select from history_days for update`)
  })
  expect((await visit()).status).toBe(201)
  expect((await visit()).status).toBe(201)
  expect(await viewsIn('movies')).toBe(1)
  expect(await waiting()).toBe(2)
  expect((await sa.get(`/api/movies/${film._id}`)).body.view).toBe(3)
  expect((await sa.get('/api/movies')).rows).toMatchObject([{ view: 3 }])
  const { days } = (await sa.get(`/api/histories/summary?contentId=${film._id}`)).body
  expect(days).toMatchObject([{ visits: 3 }])
  expect((await sa.get(`/api/histories/size?contentId=${film._id}`)).body.count).toBe(3)
  await release()
  const edited = await sa.put(`/api/movies/${film._id}`, { title: 'Otra' })
  expect(edited.body.view).toBe(3)
  // The next visit counts the queued ones.
  await visit()
  await expect.poll(async () => [await viewsIn('movies'), await waiting()]).toEqual([4, 0])
  expect((await sa.get(`/api/movies/${film._id}`)).body.view).toBe(4)
})

test('a visit uses the only unlocked row of counts', async () => {
  const film = await create(sa, '/api/movies', filmOf())
  const visit = () => viewer.post('/api/histories', { contentId: film._id, mediaType: 'Movie' })
  await visit()
  for (const table of ['history_items', 'history_days']) {
    const name = sql.identifier(table)
    const key = table === 'history_items' ? sql`item_id, is_episode,` : sql``
    await server.db.execute(sql`
      insert into ${name} (${key} day, media_type, slot, visits)
      select ${key} day, media_type, number, 0 from ${name}, generate_series(0, 31) as number
      where number not in (slot, (slot + 1) % 32)`)
  }
  const release = await hold(server.db, async (tx) => {
    await tx.execute(sql`select from history_items for update`)
    await tx.execute(sql`select from history_days for update`)
  })
  try {
    expect((await visit()).status).toBe(201)
  } finally {
    await release()
  }
  for (const table of ['history_items', 'history_days']) {
    const { rows } = await server.db.execute(
      sql`select count(*)::int as slots, sum(visits)::int as visits from ${sql.identifier(table)}`,
    )
    expect(rows).toEqual([{ slots: 32, visits: 2 }])
  }
})

test('queued visits of series and episodes are counted, and those of deleted ones dropped', async () => {
  const series = await create(sa, '/api/series', seriesOf())
  const episode = await createEpisode(sa, series._id)
  const film = await create(sa, '/api/movies', filmOf())
  const visits = [
    { contentId: series._id, mediaType: 'Serie', episodeId: episode._id },
    { contentId: film._id, mediaType: 'Movie' },
  ]
  const release = await hold(server.db, async (tx) => {
    for (const table of ['series', 'episodes', 'movies'])
      await tx.execute(sql`select from ${sql.identifier(table)} for no key update`)
  })
  for (const visit of visits) expect((await viewer.post('/api/histories', visit)).status).toBe(201)
  await countWaitingViews(server.db)
  expect(await waiting()).toBe(3)
  expect((await sa.get(`/api/series/episode/${String(episode._id)}`)).body.view).toBe(1)
  await release()
  expect((await sa.delete(`/api/movies/${film._id}`)).status).toBe(200)
  await countWaitingViews(server.db)
  // Polled: visits that the server's timer counts at the same moment are skipped here, and committed by it.
  await expect.poll(waiting).toBe(0)
  expect([await viewsIn('series'), await viewsIn('episodes')]).toEqual([1, 1])
})

test('queued visits are counted soon without further visits', async () => {
  const film = await create(sa, '/api/movies', filmOf())
  const release = await hold(server.db, (tx) => tx.execute(sql`select from movies for update`))
  await viewer.post('/api/histories', { contentId: film._id, mediaType: 'Movie' })
  await release()
  await expect.poll(waiting).toBe(0)
  expect(await viewsIn('movies')).toBe(1)
})
