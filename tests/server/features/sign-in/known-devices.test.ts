import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../../../src/server/features/sign-in/passwords.ts'
import { loginAttempts, serverSecrets, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type CallOptions, testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { PASSWORD, signInAs, storeUser } from '../../../support/people.ts'

const server = testApp()

const signIn = (
  name: string,
  password: string,
  { cookie = '', address = '203.0.113.7', device = undefined as unknown } = {},
) => {
  const options: CallOptions = { address, ...(cookie === '' ? {} : { headers: { cookie } }) }
  return server.anonymous.post('/auth/local', { name, password, device }, options)
}
const setCookieOf = ({ headers }: { headers: Record<string, unknown> }) => String(headers['set-cookie'] ?? '')
const cookieOf = (answer: { headers: Record<string, unknown> }) => setCookieOf(answer).split(';')[0] ?? ''
/** Exhausts the account's limit from other IPs. */
const besiege = async (name: string) => {
  const at = server.clock.now()
  const failures = Array.from({ length: 20 }, (_, index) => ({
    nameKey: name,
    address: `198.51.100.${index % 10}`,
    at,
  }))
  await server.db.insert(loginAttempts).values(failures)
  expect((await signIn(name, PASSWORD, { address: '198.51.100.200' })).status).toBe(429)
}

describe('a browser that signed in', () => {
  test('gets an HttpOnly, SameSite cookie for thirty days', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const parts = setCookieOf(await signIn('ana', PASSWORD)).split('; ')
    expect(parts.slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=2592000', 'Path=/auth', 'SameSite=Strict'].sort(),
    )
    expect(setCookieOf(await signIn('ana', 'no'))).toBe('')
    expect(await server.db.select().from(serverSecrets)).toHaveLength(1)
  })

  test('can sign in and change the password while the account is locked for others', async () => {
    const ana = await storeUser(server, 'sa', { name: 'ana' })
    const cookie = cookieOf(await signIn('ana', PASSWORD))
    await besiege('ana')
    expect((await signIn('ana', PASSWORD, { cookie })).status).toBe(200)
    expect((await signIn('ana', PASSWORD)).status).toBe(429)
    const session = await signInAs(server, ana)
    const change = { oldPassword: PASSWORD, newPassword: 'otra-clave' }
    expect((await session.put(`/api/users/${ana._id}/password`, change)).status).toBe(204)
  })

  test('has its own limit: a stolen cookie allows ten guesses from any IP', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const cookie = cookieOf(await signIn('ana', PASSWORD))
    for (let index = 0; index < 10; index++)
      expect((await signIn('ana', 'no', { cookie, address: `192.0.2.${index}` })).status).toBe(401)
    expect((await signIn('ana', PASSWORD, { cookie, address: '192.0.2.99' })).status).toBe(429)
    // The account's limit without the cookie is unaffected.
    expect((await signIn('ana', PASSWORD, { address: '192.0.2.99' })).status).toBe(200)
  })

  test('is only limited by its own failures, not by others at its IP', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const cookie = cookieOf(await signIn('ana', PASSWORD))
    for (let index = 0; index < 10; index++) expect((await signIn('ana', 'no')).status).toBe(401)
    expect((await signIn('ana', PASSWORD)).status).toBe(429)
    const at = server.clock.now()
    const failures = Array.from({ length: 90 }, (_, index) => ({
      nameKey: `nadie${index}`,
      address: '203.0.113.7',
      at,
    }))
    await server.db.insert(loginAttempts).values(failures)
    expect((await signIn('nadie', 'no')).status).toBe(429)
    expect((await signIn('ana', PASSWORD, { cookie })).status).toBe(200)
    for (let index = 0; index < 10; index++) expect((await signIn('ana', 'no', { cookie })).status).toBe(401)
    expect((await signIn('ana', PASSWORD, { cookie })).status).toBe(429)
  })

  test('remains one known device after several sign-ins', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const first = cookieOf(await signIn('ana', PASSWORD))
    const second = cookieOf(await signIn('ana', PASSWORD, { cookie: first }))
    const deviceOf = (cookie: string) => cookie.split(/[=.]/)[1]
    expect(deviceOf(second)).toBe(deviceOf(first))
    expect(second).not.toContain('~')
  })

  test('is known for each user who shares it, for at most five', async () => {
    let cookie = ''
    for (let index = 0; index < 6; index++) {
      await storeUser(server, 'sa', { name: `persona${index}` })
      cookie = cookieOf(await signIn(`persona${index}`, PASSWORD, { cookie }))
    }
    expect(cookie.split('~')).toHaveLength(5)
    await besiege('persona1')
    expect((await signIn('persona1', PASSWORD, { cookie })).status).toBe(200)
    await besiege('persona0')
    expect((await signIn('persona0', PASSWORD, { cookie })).status).toBe(429)
  })

  test.each([
    ['after thirty days', async () => void server.clock.advance(30 * 24 * HOUR)],
    [
      'after a change of password',
      async () => {
        const passwordHash = await hashPassword(PASSWORD)
        await server.db.update(users).set({ passwordHash }).where(eq(users.name, 'eva'))
      },
    ],
    ['with another secret', async () => void (await server.db.delete(serverSecrets))],
  ])('is unknown again %s', async (_when, change) => {
    await storeUser(server, 'sa', { name: 'eva' })
    const cookie = cookieOf(await signIn('eva', PASSWORD))
    await change()
    await besiege('eva')
    expect((await signIn('eva', PASSWORD, { cookie })).status).toBe(429)
  })

  test.each([
    'known_browsers=',
    'known_browsers=x.y.z',
    `known_browsers=${'a'.repeat(16)}.9999999999.${'b'.repeat(43)}`,
  ])('is rejected if forged: %s', async (cookie) => {
    await storeUser(server, 'sa', { name: 'ana' })
    await besiege('ana')
    expect((await signIn('ana', PASSWORD, { cookie })).status).toBe(429)
  })

  test('of another account does not help', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    await storeUser(server, 'sa', { name: 'eva' })
    const cookie = cookieOf(await signIn('eva', PASSWORD))
    await besiege('ana')
    expect((await signIn('ana', PASSWORD, { cookie })).status).toBe(429)
  })
})

describe('the linked device of a viewer', () => {
  const device = {
    macAddress: '02:AA:BB:CC:DD:01',
    sdkVersion: '',
    appVersion: '',
    model: '',
    product: '',
    description: '',
  }
  const dateExpire = new Date('2030-01-01')

  test('can sign in while the account is locked for others, and is limited itself', async () => {
    await storeUser(server, 'app', { name: 'ana', dateExpire, device })
    const other = { macAddress: '02:00:00:00:00:99' }
    for (let index = 0; index < 20; index++)
      expect((await signIn('ana', 'no', { address: `198.51.100.${index % 10}`, device: other })).status).toBe(
        401,
      )
    expect((await signIn('ana', PASSWORD, { address: '198.51.100.200' })).status).toBe(429)
    expect((await signIn('ana', PASSWORD, { device })).status).toBe(200)
    for (let index = 0; index < 10; index++)
      expect((await signIn('ana', 'no', { device, address: `192.0.2.${index}` })).status).toBe(401)
    expect((await signIn('ana', PASSWORD, { device, address: '192.0.2.99' })).status).toBe(429)
  })

  test('needs no cookie, and gets none', async () => {
    await storeUser(server, 'app', { name: 'ana', dateExpire, device })
    expect(setCookieOf(await signIn('ana', PASSWORD, { device }))).toBe('')
  })
})
