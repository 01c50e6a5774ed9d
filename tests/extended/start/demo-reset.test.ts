import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Log } from '../../../src/server/platform/database/open.ts'
import { movies } from '../../../src/server/platform/database/schema/contents.ts'
import { installation } from '../../../src/server/platform/database/schema/settings.ts'
import { createDemo } from '../../../src/server/start/demo.ts'
import { testApp } from '../../support/app.ts'
import { HOUR } from '../../support/clock.ts'
import { create, filmOf } from '../../support/films.ts'
import { signedIn } from '../../support/people.ts'

const server = testApp({ isDemo: true, own: true, config: { demoResetHours: 6 } })

/** Another node on the same database; `resets` counts those that it made. */
const startNode = () => {
  const node = { resets: 0, isWorking: true }
  const log: Log = { info: () => undefined, error: () => undefined, warn: () => node.resets++ }
  const demo = createDemo(server.database.served, server.context, () => log, {
    start: async () => {
      node.isWorking = true
    },
    stop: async () => {
      node.isWorking = false
    },
  })
  return { node, demo }
}

const dateBegin = async () => (await server.db.select().from(installation))[0]?.date

// Each test loads the demo's data once.
test('starting over brings the first data back, ends all sessions and answers what is under way', async () => {
  const sa = await signedIn(server, 'sa')
  const admin = await signedIn(server, 'Administrador')
  const film = await create(sa, '/api/movies', filmOf({ title: 'Una película propia' }))
  const { body: before } = await sa.get('/api/settings')
  await sa.put('/api/settings', { mail: 'otra@example.org', pageSize: 50 })
  server.clock.advance(HOUR)
  const writing = [1, 2, 3].map(() => create(admin, '/api/movies', filmOf()))
  const resets = [sa.post('/api/demo/reset'), sa.post('/api/demo/reset')]
  const later = [1, 2, 3, 4].flatMap((index) => [
    admin.get('/api/movies/short'),
    admin.put(`/api/movies/${film._id}`, { title: `Otra ${index}` }),
    server.anonymous.post('/auth/local', { name: 'sa', password: 'cartelera' }),
    server.anonymous.get('/api/sign-in'),
  ])
  await Promise.all(writing)
  expect((await Promise.all(resets)).map(({ status }) => status).toSorted()).toEqual([204, 401])
  const statuses = (await Promise.all(later)).map(({ status }) => status)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  expect((await sa.get('/api/users/me')).status).toBe(401)
  expect((await admin.get('/api/users/me')).status).toBe(401)
  expect(await server.db.select().from(movies).where(eq(movies._id, film._id))).toEqual([])
  expect(await dateBegin()).toEqual(server.clock.now())
  const { body: page } = await server.anonymous.get('/api/sign-in')
  expect(page).toMatchObject({
    mail: 'soporte@cartelera.example',
    demo: { dateBegin: server.clock.now().toISOString() },
  })
  const { body } = await server.anonymous.post('/auth/local', { name: 'sa', password: 'cartelera' })
  const { body: fresh } = await server.clientOf(String(body.token)).get('/api/settings')
  expect(fresh).toMatchObject({ mail: 'soporte@cartelera.example', pageSize: before.pageSize })
}, 1_200_000)

test('one of several nodes starts over when the hours are up, and lets its workers rest meanwhile', async () => {
  const nodes = [startNode(), startNode()]
  const resets = () => nodes.map(({ node }) => node.resets).toSorted()
  const check = () => Promise.all(nodes.map(({ demo }) => demo.resetIfDue()))
  server.clock.advance(6 * HOUR - 1)
  await check()
  expect(resets()).toEqual([0, 0])
  server.clock.advance(1)
  await check()
  expect(resets()).toEqual([0, 1])
  expect(nodes.every(({ node }) => node.isWorking)).toBe(true)
  expect(await dateBegin()).toEqual(server.clock.now())
  await check()
  expect(resets()).toEqual([0, 1])
}, 1_200_000)
