import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { signedIn, storeProfile } from '../../../support/people.ts'
import { textsSentBy } from '../../../support/statements.ts'

const server = testApp()

const clerk = async () => {
  const profile = await storeProfile(server, 'Ventas', buildGrants({ 'user-list': [] }))
  return { profile, client: await signedIn(server, 'Ventas', { profile }) }
}

test.each([
  '/api/lookups/platforms',
  '/api/settings',
  '/api/users/short',
  '/api/users/short?limit=25',
  '/api/users/size',
])('%s reads the session again, but neither its permissions nor the settings', async (path) => {
  const { client } = await clerk()
  const look = async () => expect((await client.get(path)).status).toBe(200)
  expect((await textsSentBy(look)).join()).toContain('"route_access"')
  const [session, ...others] = await textsSentBy(look)
  expect(session).toContain('"sessions"')
  expect(session).not.toContain('"route_access"')
  expect(others.join()).not.toMatch(/"route_access"|from "settings"/)
})

test.each([
  ['with a new date', { dateUpdate: new Date('2030-01-01T00:00:00.000Z') }],
  ['without one', {}],
])('permissions changed by SQL %s apply from the next request', async (_how, date) => {
  const { profile, client } = await clerk()
  expect((await client.get('/api/users/short')).status).toBe(200)
  const change = (routeAccess: typeof profiles.$inferSelect.routeAccess) =>
    server.db
      .update(profiles)
      .set({ routeAccess, ...date })
      .where(eq(profiles._id, profile))
  await change([])
  expect((await client.get('/api/users/short')).status).toBe(403)
  expect((await client.get('/api/users/me')).body.routeAccess).toEqual([])
  await change(buildGrants({ 'user-list': [] }))
  expect((await client.get('/api/users/short')).status).toBe(200)
})

test('changing a profile keeps the permissions of the others', async () => {
  const { profile, client } = await clerk()
  const admin = await signedIn(server, 'Administrador')
  await client.get('/api/users/short')
  await admin.get('/api/users/short')
  await server.db.update(profiles).set({ routeAccess: [] }).where(eq(profiles._id, profile))
  expect((await client.get('/api/users/short')).status).toBe(403)
  expect((await admin.get('/api/users/short')).status).toBe(200)
})

test('settings changed by SQL apply from the next request', async () => {
  const { client } = await clerk()
  const pageSize = async () => (await client.get('/api/settings')).body.pageSize
  const set = (size: number) =>
    server.db.execute(sql`update settings set value = jsonb_set(value, '{pageSize}', to_jsonb(${size}::int))`)
  await set(30)
  expect(await pageSize()).toBe(30)
  await set(40)
  expect(await pageSize()).toBe(40)
})
