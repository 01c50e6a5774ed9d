import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { loginAttempts, sessions, users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { PASSWORD, signedIn, signInAs, storeUser } from '../../../support/people.ts'

const server = testApp()
const signIn = (name: string, password: string, address = '203.0.113.7') =>
  server.anonymous.post('/auth/local', { name, password }, { address })

describe('signing in', () => {
  test('returns a token, of which only the hash is stored', async () => {
    await storeUser(server, 'sa', { name: 'Ana' })
    const { status, body, headers } = await signIn('ana', PASSWORD)
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    const me = await server.clientOf(String(body.token)).get('/api/users/me')
    expect(me.body).toMatchObject({ name: 'Ana', role: 'sa', isAdmin: true })
    const [stored] = await server.db.select().from(sessions)
    expect(stored?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(stored)).not.toContain(body.token)
  })

  test('stores lastLogin without changing dateUpdate', async () => {
    const { _id, dateUpdate } = await storeUser(server, 'agent', { name: 'ana' })
    server.clock.advance(MINUTE)
    await signIn('ana', PASSWORD)
    const [row] = await server.db.select().from(users).where(eq(users._id, _id))
    expect(row?.lastLogin).toEqual(server.clock.now())
    expect(row?.dateUpdate).toEqual(dateUpdate)
  })

  test('has the same response for an unknown name, a wrong password, a disabled user and one without web access', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    await storeUser(server, 'agent', { name: 'apagado', status: 'disable' })
    await storeUser(server, 'app', { name: 'cliente' })
    const answers = [
      await signIn('nadie', PASSWORD),
      await signIn('ana', 'otra'),
      await signIn('apagado', PASSWORD),
      await signIn('cliente', PASSWORD),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(401)
      expect(body).toEqual({ message: 'Nombre de usuario o contraseña incorrectos.' })
    }
  })

  test('ignores the names of deleted users', async () => {
    await storeUser(server, 'sa', { name: 'ana', deletedAt: server.clock.now() })
    expect((await signIn('ana', PASSWORD)).status).toBe(401)
  })

  test.each([
    [{}, { name: true, password: true }],
    [
      { name: '  ', password: '' },
      { name: true, password: true },
    ],
    [{ name: 'ana' }, { password: true }],
    [{ password: 'x' }, { name: true }],
    [{ name: 1, password: 'x' }, { name: true }],
    [{ name: 'ana\u0000', password: 'x' }, { name: true }],
    [{ name: 'ana', password: 'x', role: 'sa' }, { role: true }],
  ])('rejects %j as invalid', async (body, fields) => {
    const answer = await server.anonymous.post('/auth/local', body)
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer)).sort()).toEqual(Object.keys(fields).sort())
  })
})

describe('the limits of failures', () => {
  test('lock a name at an IP after ten of them, with the time to wait', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    for (let guess = 0; guess < 10; guess++) expect((await signIn('Ana', `no${guess}`)).status).toBe(401)
    server.clock.advance(5 * MINUTE)
    const rejected = await signIn(' ana', PASSWORD)
    expect(rejected.status).toBe(429)
    expect(rejected.headers['retry-after']).toBe('600')
    expect(rejected.body.message).toMatch(/intentos/)
  })

  test('do not affect other names and IPs', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    for (let guess = 0; guess < 11; guess++) await signIn('ana', 'no')
    expect((await signIn('ana', PASSWORD, '198.51.100.1')).status).toBe(200)
    expect((await signIn('luis', 'no')).status).toBe(401)
  })

  test('expire after fifteen minutes, also with attempts meanwhile', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    for (let guess = 0; guess < 20; guess++) await signIn('ana', 'no')
    server.clock.advance(14 * MINUTE)
    expect((await signIn('ana', PASSWORD)).status).toBe(429)
    server.clock.advance(MINUTE)
    expect((await signIn('ana', PASSWORD)).status).toBe(200)
  })

  test('count unknown names as well', async () => {
    for (let guess = 0; guess < 10; guess++) await signIn('nadie', 'no')
    expect((await signIn('nadie', 'no')).status).toBe(429)
  })

  test('lock an IP after a hundred with any names', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const at = server.clock.now()
    const address = '203.0.113.7'
    const failures = Array.from({ length: 100 }, (_, index) => ({ nameKey: `n${index}`, address, at }))
    await server.db.insert(loginAttempts).values(failures)
    expect((await signIn('ana', PASSWORD)).status).toBe(429)
    expect((await signIn('ana', PASSWORD, '203.0.113.8')).status).toBe(200)
  })

  test.each(['ana', 'nadie'])(
    'lock the account %s after twenty from anywhere, existing or not',
    async (name) => {
      await storeUser(server, 'sa', { name: 'ana' })
      const from = (index: number) => `198.51.100.${index}`
      for (let guess = 0; guess < 20; guess++)
        expect((await signIn(name, 'no', from(guess % 12))).status).toBe(401)
      server.clock.advance(MINUTE)
      const rejected = await signIn(name, PASSWORD, from(100))
      expect(rejected.status).toBe(429)
      expect(rejected.headers['retry-after']).toBe('840')
      expect((await signIn('otra', 'no', from(100))).status).toBe(401)
    },
  )

  test('count an attempt whose node died during verification as failed', async () => {
    await storeUser(server, 'sa', { name: 'ana' })
    const attempt = { nameKey: 'ana', address: '203.0.113.7', pending: true, at: server.clock.now() }
    await server.db.insert(loginAttempts).values(Array.from({ length: 10 }, () => ({ ...attempt })))
    server.clock.advance(MINUTE)
    expect((await signIn('ana', PASSWORD)).status).toBe(429)
  })

  test('count an IPv6 /64 network as one address', async () => {
    for (let guess = 0; guess < 10; guess++) await signIn('ana', 'no', `2001:db8:1:2::${guess + 1}`)
    expect((await signIn('ana', 'no', '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await signIn('ana', 'no', '2001:db8:1:3::1')).status).toBe(401)
  })

  test('recognise IPv4-mapped IPv6 addresses', async () => {
    for (let guess = 0; guess < 10; guess++) await signIn('ana', 'no', '::ffff:203.0.113.9')
    expect((await signIn('ana', 'no', '203.0.113.9')).status).toBe(429)
    expect((await signIn('ana', 'no', '::ffff:cb00:7109')).status).toBe(429)
  })

  test('ignore forwarding headers', async () => {
    for (let guess = 0; guess < 11; guess++) {
      const headers = { 'x-forwarded-for': `198.51.100.${guess}` }
      await server.anonymous.post('/auth/local', { name: 'ana', password: 'no' }, { headers })
    }
    const last = await server.anonymous.post('/auth/local', { name: 'ana', password: 'no' })
    expect(last.status).toBe(429)
  })
})

describe('a session', () => {
  const me = (token: string) => server.clientOf(token).get('/api/users/me')

  test('ends at once with a sign-out', async () => {
    const person = await signedIn(server, 'sa')
    expect((await person.post('/auth/logout')).status).toBe(204)
    expect((await me(person.token)).status).toBe(401)
  })

  test('ends without affecting other sessions of the user', async () => {
    const row = await storeUser(server, 'sa')
    const [first, second] = [await signInAs(server, row), await signInAs(server, row)]
    await first.post('/auth/logout')
    expect((await me(second.token)).status).toBe(200)
  })

  test('ends after twelve idle hours, but not while in use', async () => {
    const { token } = await signedIn(server, 'sa')
    server.clock.advance(11 * HOUR)
    expect((await me(token)).status).toBe(200)
    server.clock.advance(11 * HOUR)
    expect((await me(token)).status).toBe(200)
    server.clock.advance(12 * HOUR)
    expect((await me(token)).status).toBe(401)
  })

  test('stores its last use at most once a minute', async () => {
    const { token } = await signedIn(server, 'sa')
    const lastUse = async () => (await server.db.select().from(sessions))[0]?.lastUse
    const start = server.clock.now()
    server.clock.advance(59_000)
    await me(token)
    expect(await lastUse()).toEqual(start)
    server.clock.advance(1_000)
    await me(token)
    expect(await lastUse()).toEqual(server.clock.now())
  })

  test('ends when its user is disabled or deleted, or the profile loses web access', async () => {
    const boss = await signedIn(server, 'sa')
    const [one, two, three] = [
      await signedIn(server, 'agent'),
      await signedIn(server, 'agent'),
      await signedIn(server, 'superagent'),
    ]
    await boss.put(`/api/users/${one.id}`, { status: 'disable' })
    expect((await me(one.token)).status).toBe(401)
    await boss.put(`/api/users/${one.id}`, { status: 'enable' })
    expect((await me(one.token)).status).toBe(401)
    await boss.delete(`/api/users/${two.id}`)
    expect((await me(two.token)).status).toBe(401)
    const profile = (await me(three.token)).body.profile
    await boss.put(`/api/profiles/${profile}`, { accessWeb: false })
    expect((await me(three.token)).status).toBe(401)
  })

  test.each(['', 'Bearer', 'Bearer x', 'Basic abc', "Bearer ' or 1=1", `Bearer ${'a'.repeat(5_000)}`])(
    'is not accepted from %j',
    async (authorization) => {
      const answer = await server.anonymous.get('/api/users/me', { headers: { authorization } })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ message: expect.any(String) })
    },
  )

  test('is not accepted from a cookie', async () => {
    const { token } = await signedIn(server, 'sa')
    const answer = await server.anonymous.get('/api/users/me', { headers: { cookie: `token=${token}` } })
    expect(answer.status).toBe(401)
  })
})

describe('one’s own record', () => {
  test('has the permissions of the profile, and no secret', async () => {
    const agent = await signedIn(server, 'agent', { creditToResell: 7 })
    const { body } = await agent.get('/api/users/me')
    expect(body).toMatchObject({
      _id: agent.id,
      role: 'agent',
      isAdmin: false,
      profileName: 'agent',
      creditToResell: 7,
      balanceToCredit: 7,
      creditAmount: 0,
      timeZone: 'America/Santo_Domingo',
    })
    expect(body.routeAccess).toContainEqual(expect.objectContaining({ onMenu: 'admin' }))
    expect(Object.keys(body)).not.toContain('passwordHash')
    expect(Object.keys(body)).not.toContain('search')
  })
})

test.each([
  '/auth/local',
  '/auth/second-factor',
  '/auth/second-factor/options',
  '/auth/second-factor/enrol',
  '/auth/second-factor/enrol/verify',
])('%s takes at most 16 KiB', async (path) => {
  const sized = (bytes: number) => server.anonymous.post(path, { x: 'x'.repeat(bytes - 8) })
  expect((await sized(16_384)).status).toBe(422)
  expect((await sized(16_385)).status).toBe(413)
})
