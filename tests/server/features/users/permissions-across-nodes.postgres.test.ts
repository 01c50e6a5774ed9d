import { afterAll, beforeAll, expect, test } from 'vitest'
import { grants } from '../../../../src/domain/access/permissions.ts'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { signedIn, storeProfile } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

/** Rule S10. */
const LIMIT_MS = 2000

const server = testApp()
let database: Database
let other: App

beforeAll(async () => {
  database = await openDatabase({ databaseUrl: server.database.url, dataDir: '', log: silentLog })
  other = await buildApp({ ...server.context, db: database.db }, { admin: undefined })
  await other.ready()
})

afterAll(async () => {
  await other.close()
  await database.close()
})

/** A user with a new profile, as a client of the other server; sa at the first one. */
const scene = async () => {
  const profile = await storeProfile(server, 'Ventas', grants({ 'user-list': [] }))
  const { token } = await signedIn(server, 'Ventas', { profile })
  return { sa: await signedIn(server, 'sa'), there: clientOf(other, token), path: `/api/profiles/${profile}` }
}

/** Milliseconds until the other server answers with a status. */
const until = async (ask: () => Promise<{ status: number }>, status: number): Promise<number> => {
  const start = performance.now()
  while ((await ask()).status !== status) if (performance.now() - start > LIMIT_MS) break
  return performance.now() - start
}

test('a permission granted or revoked on one server is in force on the other', async () => {
  const { sa, there, path } = await scene()
  const look = () => there.get('/api/users/short')
  expect((await look()).status).toBe(200)
  await sa.put(path, { routeAccess: [] })
  expect(await until(look, 403)).toBeLessThan(LIMIT_MS)
  expect((await there.get('/api/users/me')).body.routeAccess).toEqual([])
  await sa.put(path, { routeAccess: grants({ 'user-list': ['register'] }) })
  expect(await until(look, 200)).toBeLessThan(LIMIT_MS)
  expect((await there.post('/api/users', {})).status).toBe(422)
})

test('a profile that loses web access ends the sessions of its users on the other server', async () => {
  const { sa, there, path } = await scene()
  await sa.put(path, { accessWeb: false })
  expect(await until(() => there.get('/api/users/me'), 401)).toBeLessThan(LIMIT_MS)
})
