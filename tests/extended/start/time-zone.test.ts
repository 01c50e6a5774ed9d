import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { reconcile } from '../../../src/server/features/credits/reconcile.ts'
import { historyDays } from '../../../src/server/platform/database/schema/support.ts'
import type { Context } from '../../../src/server/platform/http/context.ts'
import { prepareDatabase } from '../../../src/server/start/prepare.ts'
import { clientOf, type Row, testApp } from '../../support/app.ts'
import { HOUR } from '../../support/clock.ts'
import { makeTransaction, saleOf } from '../../support/credits.ts'
import { create, filmOf } from '../../support/films.ts'
import { type SignedIn, signedIn, storeUser } from '../../support/people.ts'
import { testSandbox } from '../../support/sandbox.ts'
import { createEpisode, seriesOf } from '../../support/series.ts'
import { viewerApp } from '../../support/viewers.ts'

const server = testApp()
const production = { demo: false, reset: false }
/** Signs in after the visits and reports. */
let reader: SignedIn

const contextIn = (timeZone: string): Context => ({
  ...server.context,
  db: server.db,
  config: { ...server.context.config, timeZone },
})
const startIn = (timeZone: string) =>
  prepareDatabase(server.database.database, contextIn(timeZone), production)

/** Visits of a film and an episode, and reports, every six hours for two days. */
beforeEach(async () => {
  const sa = await signedIn(server, 'sa')
  await startIn('America/Santo_Domingo')
  const film = await create(sa, '/api/movies', filmOf())
  const series = await create(sa, '/api/series', seriesOf())
  const episode = await createEpisode(sa, series._id)
  const viewer = await viewerApp(server)
  const send = async (path: string, body: Row) => expect((await viewer.post(path, body)).status).toBe(201)
  for (let hour = 0; hour < 48; hour += 6) {
    server.clock.advance(6 * HOUR)
    await send('/api/histories', { contentId: film._id, mediaType: 'Movie' })
    await send('/api/histories', { contentId: series._id, episodeId: episode._id, mediaType: 'Serie' })
    await send('/api/issues', { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO' })
  }
  reader = await signedIn(server, 'sa')
})

const DAYS = ['2026-03-15', '2026-03-16', '2026-03-17', '2026-03-18']

/** Stored counts by day, and the rows that a list finds for it. */
const countsAndRows = async (timeZone: string) => {
  const app = await buildApp(contextIn(timeZone), { sandbox: testSandbox({}) })
  const client = clientOf(app, reader.token)
  const days = []
  for (const day of DAYS) {
    const range = `dateBeging=${day}&dateFinish=${day}`
    const count = async (path: string) => (await client.get(`${path}/size?${range}`)).body.count
    const length = async (path: string) => (await client.get(`${path}?limit=100&${range}`)).rows.length
    const groups = (await client.get(`/api/issues/groups?${range}`)).rows
    days.push({
      visits: [await count('/api/histories'), await length('/api/histories')],
      reports: [await count('/api/issues'), await length('/api/issues')],
      grouped: [groups.reduce((sum, { open }) => sum + Number(open), 0), await length('/api/issues')],
      summed: [
        (await client.get(`/api/histories/summary?${range}`)).body.days,
        [{ day, visits: await length('/api/histories') }].filter(({ visits }) => visits > 0),
      ],
    })
  }
  await app.close()
  return days
}

const differing = async (timeZone: string) =>
  (await countsAndRows(timeZone)).flatMap((day) =>
    Object.entries(day).filter(([, [kept, listed]]) => JSON.stringify(kept) !== JSON.stringify(listed)),
  )

test('visits and reports are counted by the days of a new time zone', async () => {
  expect(await differing('America/Santo_Domingo')).toEqual([])
  expect(await differing('Asia/Tokyo')).not.toEqual([])
  expect(await startIn('Asia/Tokyo')).toEqual({ isRecounted: true })
  expect(await differing('Asia/Tokyo')).toEqual([])
})

test('transactions are summed by the days of a new time zone', async () => {
  const customer = await storeUser(server, 'app')
  for (let hour = 0; hour < 48; hour += 6) {
    server.clock.advance(6 * HOUR)
    expect(
      (await makeTransaction(await signedIn(server, 'Administrador'), saleOf(customer._id))).status,
    ).toBe(200)
  }
  reader = await signedIn(server, 'sa')
  const summed = async (timeZone: string) => {
    const app = await buildApp(contextIn(timeZone), { sandbox: testSandbox({}) })
    const path = '/api/license_transactions'
    const client = clientOf(app, reader.token)
    const { days } = (await client.get(`${path}/summary`)).body
    // Searches count individual rows.
    const counted = (await client.get(`${path}/summary?search=persona`)).body.days
    await app.close()
    return { days, counted }
  }
  const before = await summed('America/Santo_Domingo')
  expect(before.days).toEqual(before.counted)
  expect(await startIn('Asia/Tokyo')).toEqual({ isRecounted: true })
  const after = await summed('Asia/Tokyo')
  expect(after.days).toEqual(after.counted)
  expect(after.days).not.toEqual(before.days)
  expect((await reconcile(server.context)).sums.differences).toEqual([])
})

test('a start in the same time zone recounts nothing', async () => {
  await server.db.update(historyDays).set({ visits: 1000 })
  expect(await startIn('America/Santo_Domingo')).toEqual({ isRecounted: false })
  const [day] = await server.db.select().from(historyDays)
  expect(day?.visits).toBe(1000)
})

test.each([
  ['has no stored time zone', sql`update installation set time_zone = null`],
  ['has no installation state', sql`delete from installation`],
])('a database that %s is recounted once', async (_, forget) => {
  await server.db.execute(forget)
  await server.db.update(historyDays).set({ visits: 1000 })
  expect(await startIn('America/Santo_Domingo')).toEqual({ isRecounted: true })
  expect(await differing('America/Santo_Domingo')).toEqual([])
  expect(await startIn('America/Santo_Domingo')).toEqual({ isRecounted: false })
})
