import { expect, test } from 'vitest'
import { buildGrants } from '../../src/domain/access/permissions.ts'
import { newDatabase, testCleanUp } from './setup.ts'
import { ask, openShop, type Server, type Shop } from './shop.ts'

const PASSWORD = 'clave-de-prueba'

const { endings, folder } = testCleanUp()

const openPair = async () => {
  const shop = await openShop(folder(), await newDatabase(), 9_999)
  endings.push(() => shop.stop())
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  return { shop, second }
}

/** A user who may only read users, whose session is used at the second server. */
const clerkOf = async ({ sa }: Shop, second: Server) => {
  const flags = { accessWeb: true, accessApp: false, dateValidate: false, deviceValidate: false }
  const routeAccess = buildGrants({ 'user-list': [] })
  const profile = await sa.call('POST', '/api/profiles', { name: 'Mostrador', ...flags, routeAccess })
  const { body } = await sa.call('POST', '/api/users', {
    name: 'mostrador',
    fullName: 'Mostrador',
    address: 'Calle 1',
    profile: profile.body._id,
    platform: 'com.cartelera.tv',
    password: PASSWORD,
  })
  const credentials = { name: 'mostrador', password: PASSWORD }
  const signedIn = await ask(second.url(), '', 'POST', '/auth/local', credentials)
  const token = String(signedIn.body.token)
  return {
    path: `/api/users/${String(body._id)}`,
    profile: `/api/profiles/${String(profile.body._id)}`,
    look: () => ask(second.url(), token, 'GET', '/api/users/short'),
  }
}

test('changes of permissions and settings take effect on the other server at once', async () => {
  const { shop, second } = await openPair()
  const { sa } = shop
  const clerk = await clerkOf(shop, second)
  const settings = () => second.agent.call('GET', '/api/settings')
  expect([(await clerk.look()).status, (await settings()).body.enableDemo]).toEqual([200, true])

  expect((await sa.call('PUT', clerk.profile, { routeAccess: [] })).status).toBe(200)
  expect((await clerk.look()).status).toBe(403)

  expect((await sa.call('PUT', clerk.path, { status: 'disable' })).status).toBe(200)
  expect((await clerk.look()).status).toBe(401)

  const changes = { enableDemo: false, pageSize: 30 }
  expect((await sa.call('PUT', '/api/settings', changes)).status).toBe(200)
  expect((await settings()).body).toMatchObject(changes)
  expect((await second.agent.call('GET', '/api/users/short')).status).toBe(200)
})
