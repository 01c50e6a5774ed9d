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

test('refuses the requests of a user above the limit of a minute, by all sessions together', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() })
  try {
    const user = await storeUser(server, 'Administrador')
    const [one, other] = [await signInAs(server, user), await signInAs(server, user)]
    await ask(one, LIMIT - 1)
    await ask(other, 1)
    const refused = await one.put('/api/settings', { pageSize: 50 })
    expect(refused).toMatchObject({ status: 429, body: { code: REQUEST_LIMIT } })
    expect(Number(refused.headers['retry-after'])).toBe(60)
    // Others at the address, and visitors, are not concerned.
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

test('counts each key by itself, whatever its maker does', async () => {
  const maker = await signedIn(server, 'Administrador')
  const key = await keyOf(server, maker, { 'movie-list': [] })
  await ask(key, LIMIT)
  expect(await key.get('/api/users/me')).toMatchObject({ status: 429, body: { code: REQUEST_LIMIT } })
  await ask(maker, LIMIT - 1)
})

test('does not count viewers’ apps', async () => {
  await ask(await viewerApp(server), 3 * LIMIT)
})
