import { expect, test, vi } from 'vitest'
import { REQUEST_LIMIT } from '../../../../src/domain/sign-in/confirmation.ts'
import { testApp } from '../../../support/app.ts'
import { keyOf } from '../../../support/keys.ts'
import { signedIn, signInAs, storeUser } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const LIMIT = 5
const server = testApp({ config: { requestLimit: LIMIT } })

const ask = async (client: { get: typeof server.anonymous.get }, times: number, path = '/api/users/me') => {
  for (let count = 0; count < times; count++) expect((await client.get(path)).status).not.toBe(429)
}

test('rejects requests of a user above the limit per minute, over all sessions', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() })
  try {
    const user = await storeUser(server, 'Administrador')
    const [one, other] = [await signInAs(server, user), await signInAs(server, user)]
    await ask(one, LIMIT - 1)
    await ask(other, 1)
    const refused = await one.put('/api/settings', { pageSize: 50 })
    expect(refused).toMatchObject({ status: 429, body: { code: REQUEST_LIMIT } })
    expect(Number(refused.headers['retry-after'])).toBe(60)
    // Other users and anonymous requests from the same IP are not affected.
    await ask(await signedIn(server, 'sa'), LIMIT)
    await ask(server.anonymous, 2 * LIMIT, '/api/notices/service')
    vi.setSystemTime(server.clock.now().getTime() + 59_000)
    expect(await other.get('/api/users/me')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    vi.setSystemTime(server.clock.now().getTime() + 60_000)
    const settings = await one.get('/api/settings')
    expect(settings).toMatchObject({ status: 200 })
    expect(settings.body.pageSize).not.toBe(50)
  } finally {
    vi.useRealTimers()
  }
})

test('counts denied requests too', async () => {
  const agent = await signedIn(server, 'agent')
  await ask(agent, LIMIT, '/api/audit')
  expect(await agent.get('/api/audit')).toMatchObject({ status: 429 })
})

test('counts requests with keys of a user with those of the user', async () => {
  const maker = await signedIn(server, 'Administrador')
  const [one, other] = [
    await keyOf(server, maker, { 'movie-list': [] }),
    await keyOf(server, maker, { 'movie-list': [] }),
  ]
  // Creating each key was a request, too.
  await ask(one, 1)
  await ask(other, 1)
  await ask(maker, LIMIT - 4)
  for (const each of [one, other, maker])
    expect(await each.get('/api/users/me')).toMatchObject({ status: 429, body: { code: REQUEST_LIMIT } })
})

test('counts requests of viewers’ apps', async () => {
  const app = await viewerApp(server)
  await ask(app, LIMIT)
  expect(await app.get('/api/users/me')).toMatchObject({ status: 429, body: { code: REQUEST_LIMIT } })
  await ask(await viewerApp(server), LIMIT)
})

test('limits the pictures requested by an IP, but not by users signed in there', async () => {
  const picture = (address: string, cookie = '') =>
    server.anonymous.get('/pictures/cover/Uno.svg', { address, headers: { cookie } })
  for (let count = 0; count < 600; count++) expect((await picture('203.0.113.7')).status).toBe(200)
  const refused = await picture('203.0.113.7')
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect((await picture('203.0.113.8')).status).toBe(200)
  const { token } = await signedIn(server, 'agent')
  expect((await picture('203.0.113.7', `other=1; token=${token}`)).status).toBe(200)
  expect((await picture('203.0.113.7', `token=${token.replace(/./g, 'x')}`)).status).toBe(429)
})
