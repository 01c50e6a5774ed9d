import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { signedIn, storeProfile } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

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

/** A user with a new profile, as a client of the second server; sa on the first one. */
const scene = async () => {
  const profile = await storeProfile(server, 'Ventas', buildGrants({ 'user-list': [] }))
  const { token } = await signedIn(server, 'Ventas', { profile })
  return { sa: await signedIn(server, 'sa'), there: clientOf(other, token), path: `/api/profiles/${profile}` }
}

test('a permission granted or revoked on one server applies on the other at once', async () => {
  const { sa, there, path } = await scene()
  const look = () => there.get('/api/users/short')
  expect((await look()).status).toBe(200)
  await sa.put(path, { routeAccess: [] })
  expect((await look()).status).toBe(403)
  expect((await there.get('/api/users/me')).body.routeAccess).toEqual([])
  await sa.put(path, { routeAccess: buildGrants({ 'user-list': ['register'] }) })
  expect((await look()).status).toBe(200)
  expect((await there.post('/api/users', {})).status).toBe(422)
})

test('a profile that loses web access ends the sessions of its users on the other server at once', async () => {
  const { sa, there, path } = await scene()
  await sa.put(path, { accessWeb: false })
  expect((await there.get('/api/users/me')).status).toBe(401)
})
