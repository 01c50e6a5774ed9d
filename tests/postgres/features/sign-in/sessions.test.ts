import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { MINUTE } from '../../../support/clock.ts'
import { openSession, PASSWORD, people } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
let second: Database
let node: App

beforeAll(async () => {
  second = await openDatabase({ databaseUrl: server.database.url, dataDir: '', log: silentLog })
  const { config, now, collections, health } = server.context
  const { db, readiness, stats } = second
  node = await buildApp({ db, config, now, collections, health, readiness, stats })
  await node.ready()
})
afterAll(async () => {
  await node?.close()
  await second?.close()
})

test('a session ended on one node is refused by the other at once, even among many concurrent requests', async () => {
  const { admin, agent } = await people(server)
  const elsewhere = clientOf(node, agent.token)
  expect((await elsewhere.get('/api/users/me')).status).toBe(200)
  const running = Array.from({ length: 20 }, () => elsewhere.get('/api/users/me'))
  expect(await admin.delete(`/api/users/${agent.id}/sessions`)).toMatchObject({ body: { count: 1 } })
  expect((await elsewhere.get('/api/users/me')).status).toBe(401)
  for (const { status } of await Promise.all(running)) expect([200, 401]).toContain(status)
})

test('a confirmation on one node counts on the other', async () => {
  const { admin } = await people(server)
  server.clock.advance(120 * MINUTE)
  const elsewhere = clientOf(node, admin.token)
  expect(await elsewhere.delete('/api/users/demo')).toMatchObject({ status: 403, body: { code: 'CONFIRM' } })
  expect((await admin.post('/auth/confirm', { password: PASSWORD })).status).toBe(204)
  expect((await elsewhere.delete('/api/users/demo')).status).toBe(200)
})

test('of two concurrent requests that end one session, one succeeds and the other gets 404', async () => {
  const { agent } = await people(server)
  await openSession(server.db, agent.id, server.clock.now())
  const other = (await agent.get('/api/me/sessions')).rows.find(({ isCurrent }) => !isCurrent)
  const path = `/api/me/sessions/${other?._id}`
  const answers = await Promise.all([agent.delete(path), clientOf(node, agent.token).delete(path)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
})

test('a password change ends a session that is being confirmed', async () => {
  const { agent } = await people(server)
  const [confirmed, changed] = await Promise.all([
    agent.post('/auth/confirm', { password: PASSWORD }),
    clientOf(node, agent.token).put(`/api/users/${agent.id}/password`, {
      oldPassword: PASSWORD,
      newPassword: 'otra-clave',
    }),
  ])
  expect(changed.status).toBe(204)
  expect([204, 401, 422]).toContain(confirmed.status)
  expect((await agent.get('/api/users/me')).status).toBe(401)
})
