import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { allGrants, buildGrants, FLAGS } from '../../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../../src/domain/access/routes.ts'
import { KEY_MESSAGES, MAX_KEYS } from '../../../../src/domain/keys/key.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { apiKeys } from '../../../../src/server/platform/database/schema/keys.ts'
import { profiles, sessions, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { filmOf } from '../../../support/films.ts'
import { keyOf, newKeyOf } from '../../../support/keys.ts'
import {
  newUser,
  people,
  profileId,
  signedIn,
  signedInWith,
  storeProfile,
  storeUser,
  storeUsers,
} from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const api = '/api/keys'
const EVERYTHING = Object.fromEntries(
  ROUTES.filter(({ group }) => group).map(({ template }) => [template, FLAGS]),
)
const USABLE = Object.fromEntries(Object.entries(EVERYTHING).filter(([name]) => name !== 'key-list'))
/** All permissions that a key of an administrator can be granted. */
const WHOLE = { ...USABLE, 'profile-list': [] }
const namesOf = (rows: Row[]) => rows.map(({ name }) => name)
const storedKeys = () => server.db.select().from(apiKeys)

describe('creating (rule A17)', () => {
  test('shows the key once, and stores only its hash', async () => {
    const { sa } = await people(server)
    const { status, body, headers } = await sa.post(api, newKeyOf(server, { 'user-list': [] }))
    expect(status).toBe(201)
    expect(headers['cache-control']).toBe('no-store')
    expect(Object.keys(body)).toEqual(['_id', 'key'])
    expect(body.key).toMatch(/^ck_[\w-]{43}$/)
    const secret = String(body.key)
    expect(JSON.stringify(await storedKeys())).not.toContain(secret)
    const { keyHash = '' } = (await storedKeys())[0] ?? {}
    for (const path of [api, `${api}/export?format=json&columns=all`, '/api/audit']) {
      const { text } = await sa.get(path)
      expect(text).toContain('Facturación')
      expect(text).not.toContain(secret)
      expect(text).not.toContain(keyHash)
    }
  })

  test('rejects permissions that the maker lacks, whatever its role', async () => {
    const clerk = await signedInWith(server, {
      'key-list': ['register'],
      'movie-list': [],
      'profile-list': FLAGS,
    })
    for (const [template, ...flags] of [
      ['movie-create', 'register'],
      ['audit'],
      ['key-list'],
      ['key-list', 'register'],
      ['profile-list', 'modify'],
    ] as const) {
      const answer = await clerk.post(api, newKeyOf(server, { [template]: flags }))
      expect(answer.status).toBe(422)
      expect(validationErrorsOf(answer)).toEqual({
        routeAccess: 'No puede dar un permiso que usted no tiene.',
      })
    }
    const { sa } = await people(server)
    expect((await sa.post(api, newKeyOf(server, EVERYTHING))).status).toBe(422)
    expect((await sa.post(api, newKeyOf(server, WHOLE))).status).toBe(201)
    expect(await storedKeys()).toHaveLength(1)
  })

  test('rejects an invalid expiry, unknown routes, unknown fields and characters that cannot be stored', async () => {
    const { sa } = await people(server)
    const errorsOf = async (changes: Row) => {
      const answer = await sa.post(api, newKeyOf(server, { 'user-list': [] }, changes))
      expect(answer.status).toBe(422)
      return validationErrorsOf(answer)
    }
    const now = server.clock.now().toISOString()
    expect(await errorsOf({ dateExpire: now })).toEqual({ dateExpire: KEY_MESSAGES.past })
    expect(await errorsOf({ dateExpire: '2027-03-17' })).toEqual({ dateExpire: KEY_MESSAGES.tooLate })
    for (const dateExpire of [null, '', 0, '9999-12-31', '2026-02-31', Number.MAX_SAFE_INTEGER])
      expect(Object.keys(await errorsOf({ dateExpire }))).toEqual(['dateExpire'])
    expect(Object.keys(await errorsOf({ name: 'a\u0000b' }))).toEqual(['name'])
    await errorsOf({ routeAccess: [{ onMenu: 'admin', access: [{ name: 'movie-list' }] }] })
    await errorsOf({ role: 'sa' })
    await errorsOf({ user: newId() })
    expect(await storedKeys()).toEqual([])
  })

  test('requires a confirmation once the rest is valid', async () => {
    const { admin } = await people(server)
    const { body } = await admin.post(api, newKeyOf(server, { 'user-list': [] }))
    server.clock.advance(11 * MINUTE)
    await server.db.update(sessions).set({ confirmedAt: new Date(server.clock.now().getTime() - 2 * HOUR) })
    expect((await admin.post(api, newKeyOf(server, {}))).status).toBe(422)
    expect((await admin.delete(`${api}/${newId()}`)).status).toBe(404)
    for (const answer of [
      await admin.post(api, newKeyOf(server, { 'user-list': [] })),
      await admin.delete(`${api}/${body._id}`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('CONFIRM')
    }
    expect(await storedKeys()).toHaveLength(1)
  })

  test(`allows ${MAX_KEYS} keys for each maker, expired ones included`, async () => {
    const { admin, sa } = await people(server)
    for (let made = 0; made < MAX_KEYS; made++) await keyOf(server, admin, { 'user-list': [] })
    server.clock.advance(40 * 24 * HOUR)
    const again = await signedIn(server, 'sa')
    const now = server.clock.now()
    await server.db.update(sessions).set({ createdAt: now, lastUse: now, confirmedAt: now })
    const refused = await admin.post(api, newKeyOf(server, { 'user-list': [] }))
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe(KEY_MESSAGES.tooMany)
    await keyOf(server, sa, { 'user-list': [] })
    await keyOf(server, again, { 'user-list': [] })
  })

  test('is not offered to viewers’ apps, nor without the permission', async () => {
    const viewer = await viewerApp(server)
    const clerk = await signedInWith(server, { 'key-list': ['delete'], 'user-list': [] })
    for (const person of [viewer, clerk]) expect((await person.post(api, {})).status).toBe(403)
    expect((await server.anonymous.post(api, {})).status).toBe(401)
  })
})

describe('seeing and revoking (rule A17)', () => {
  test('covers one’s own keys and, for administrators, those of users below them', async () => {
    const { sa, admin, superagent, agent } = await people(server)
    await server.db.update(profiles).set({ routeAccess: allGrants() })
    const other = await signedIn(server, 'sa')
    const peer = await signedIn(server, 'Administrador')
    const clerk = await signedInWith(server, { 'key-list': FLAGS, 'user-list': [] })
    for (const maker of [sa, other, admin, peer, superagent, agent, clerk])
      await keyOf(server, maker, { 'user-list': [] }, { name: maker.name })
    const seen = async (person: typeof sa) => new Set(namesOf((await person.get(`${api}?limit=50`)).rows))
    const below = [superagent.name, agent.name, clerk.name]
    expect(await seen(sa)).toEqual(new Set([sa.name, admin.name, peer.name, ...below]))
    expect(await seen(admin)).toEqual(new Set([admin.name, ...below]))
    expect(await seen(superagent)).toEqual(new Set([superagent.name]))
    expect(await seen(agent)).toEqual(new Set([agent.name]))
    expect(await seen(clerk)).toEqual(new Set([clerk.name, superagent.name, agent.name]))
    expect((await admin.get(`${api}/size`)).body.count).toBe(4)
    const idOf = async (name: string) => (await storedKeys()).find((key) => key.name === name)?._id
    for (const [person, owner] of [
      [admin, sa],
      [admin, peer],
      [sa, other],
      [superagent, agent],
    ] as const)
      expect((await person.delete(`${api}/${await idOf(owner.name)}`)).status).toBe(404)
    expect((await admin.delete(`${api}/${await idOf(agent.name)}`)).status).toBe(200)
    expect((await agent.get(api)).rows).toEqual([])
  })

  test('finds keys by name and by maker', async () => {
    const { sa, admin } = await people(server)
    await keyOf(server, admin, { 'user-list': [] }, { name: 'Pasarela de pagos' })
    await keyOf(server, sa, { 'user-list': [] }, { name: 'Sitio público' })
    expect(namesOf((await sa.get(`${api}?search=PÚBLICO`)).rows)).toEqual(['Sitio público'])
    expect(namesOf((await sa.get(`${api}?search=${admin.name}`)).rows)).toEqual(['Pasarela de pagos'])
    expect((await sa.get(`${api}?search=%25`)).rows).toEqual([])
    expect((await sa.get(`${api}?sort=keyHash`)).status).toBe(422)
  })

  test('a revoked or expired key is rejected', async () => {
    const { admin } = await people(server)
    const key = await keyOf(server, admin, { 'user-list': [] })
    expect((await key.get('/api/users')).status).toBe(200)
    expect((await admin.delete(`${api}/${key.id}`)).body).toEqual({ _id: key.id })
    expect((await key.get('/api/users')).status).toBe(401)
    expect((await admin.delete(`${api}/${key.id}`)).status).toBe(404)
    const dateExpire = new Date(server.clock.now().getTime() + MINUTE).toISOString()
    const short = await keyOf(server, admin, { 'user-list': [] }, { dateExpire })
    expect((await short.get('/api/users')).status).toBe(200)
    server.clock.advance(MINUTE)
    expect((await short.get('/api/users')).status).toBe(401)
    expect(namesOf((await admin.get(api)).rows)).toEqual(['Facturación'])
  })

  test('the last use is stored at most once a minute', async () => {
    const { admin } = await people(server)
    const key = await keyOf(server, admin, { 'user-list': [] })
    const lastUse = async () => (await admin.get(api)).rows[0]?.lastUse
    expect(await lastUse()).toBeNull()
    const first = server.clock.now().toISOString()
    await key.get('/api/users/me')
    expect(await lastUse()).toBe(first)
    server.clock.advance(MINUTE - 1)
    await key.get('/api/users/me')
    expect(await lastUse()).toBe(first)
    server.clock.advance(1)
    await key.get('/api/users/me')
    expect(await lastUse()).toBe(server.clock.now().toISOString())
  })
})

describe('what a key may do (rule A16)', () => {
  test('is shown by /api/users/me, with its maker’s identity', async () => {
    const { sa } = await people(server)
    const key = await keyOf(server, sa, { 'movie-list': [], 'movie-edit': ['modify'] })
    const { body } = await key.get('/api/users/me')
    expect(body).toMatchObject({ _id: sa.id, name: sa.name, role: 'admin', isAdmin: true })
    expect(body.routeAccess).toEqual(buildGrants({ 'movie-list': [], 'movie-edit': ['modify'] }))
    expect((await key.get('/api/movies')).status).toBe(200)
    expect((await key.post('/api/movies', filmOf())).status).toBe(403)
    expect((await key.get('/api/users')).status).toBe(403)
    expect((await key.get('/api/notices')).status).toBe(403)
  })

  test('follows changes of its maker’s profile at once, in both directions', async () => {
    const profile = await storeProfile(
      server,
      'Ventas',
      buildGrants({ 'key-list': ['register'], 'user-list': ['register'], 'movie-list': [] }),
    )
    const clerk = await signedIn(server, 'x', { profile })
    const key = await keyOf(server, clerk, { 'user-list': ['register'], 'movie-list': [] })
    const statuses = async () => [
      (await key.get('/api/users')).status,
      (await key.post('/api/users', {})).status,
      (await key.get('/api/movies')).status,
    ]
    const give = (flags: Parameters<typeof buildGrants>[0]) =>
      server.db
        .update(profiles)
        .set({ routeAccess: buildGrants(flags), dateUpdate: new Date() })
        .where(eq(profiles._id, profile))
    expect(await statuses()).toEqual([200, 422, 200])
    await give({ 'user-list': [] })
    expect(await statuses()).toEqual([200, 403, 403])
    await give({})
    expect(await statuses()).toEqual([403, 403, 403])
    await give(EVERYTHING)
    expect(await statuses()).toEqual([200, 422, 200])
    expect((await key.get('/api/audit')).status).toBe(403)
  })

  test('ends when its maker is disabled, loses web access or gets a profile without it', async () => {
    const { sa } = await people(server)
    const profile = await storeProfile(server, 'Ventas', buildGrants({ 'key-list': FLAGS, 'movie-list': [] }))
    const clerk = await signedIn(server, 'x', { profile })
    const key = await keyOf(server, clerk, { 'movie-list': [] })
    const status = async () => (await key.get('/api/movies')).status
    const setClerk = (changes: Partial<typeof users.$inferInsert>) =>
      server.db.update(users).set(changes).where(eq(users._id, clerk.id))
    await setClerk({ status: 'disable' })
    expect(await status()).toBe(401)
    await setClerk({ status: 'enable' })
    expect(await status()).toBe(200)
    await sa.put(`/api/profiles/${profile}`, { accessWeb: false })
    expect(await status()).toBe(401)
    await sa.put(`/api/profiles/${profile}`, { accessWeb: true })
    await setClerk({ profile: await profileId(server, 'app') })
    expect(await status()).toBe(401)
  })

  test('ends with its maker’s account', async () => {
    const { sa } = await people(server)
    const clerk = await signedInWith(server, { 'key-list': FLAGS, 'movie-list': [] })
    const key = await keyOf(server, clerk, { 'movie-list': [] })
    expect((await sa.delete(`/api/users/${clerk.id}`)).status).toBe(200)
    expect((await key.get('/api/movies')).status).toBe(401)
    expect(await storedKeys()).toEqual([])
  })

  test('keeps a reseller’s role, scope and balance', async () => {
    const { agent, otherAgent } = await people(server)
    await server.db.update(profiles).set({ routeAccess: allGrants() }).where(eq(profiles.name, 'agent'))
    const key = await keyOf(server, agent, { 'user-list': [], 'credit-list': ['register'] })
    const own = await storeUser(server, 'app', { createdBy: agent.id })
    const foreign = await storeUser(server, 'app', { createdBy: otherAgent.id })
    expect((await key.get('/api/users/me')).body.role).toBe('agent')
    expect(namesOf((await key.get('/api/users')).rows)).toEqual([own.name])
    expect((await key.get(`/api/users/${foreign._id}`)).status).toBe(404)
    expect((await makeTransaction(key, saleOf(own._id))).status).toBe(200)
    expect((await key.post('/api/license_transactions', saleOf(foreign._id))).status).toBe(404)
    expect((await agent.get('/api/users/me')).body.creditToResell).toBe(23)
  })

  test('is nothing for tokens that only look like keys', async () => {
    for (const token of [`ck_${'A'.repeat(43)}`, 'ck_', `ck_${'A'.repeat(44)}`, `CK_${'a'.repeat(43)}`])
      expect((await server.clientOf(token).get('/api/users/me')).status).toBe(401)
  })
})

describe('what only people do (rule A18)', () => {
  test('is rejected without the code for a missing confirmation, before the body is validated', async () => {
    const { sa, agent } = await people(server)
    const key = await keyOf(server, sa, WHOLE)
    const profile = await storeProfile(server, 'Otro')
    const attempts = [
      key.post('/auth/logout'),
      key.get('/api/me/sessions'),
      key.get(api),
      key.post(api, newKeyOf(server, { 'user-list': [] })),
      key.delete(`${api}/${key.id}`),
      key.put(`/api/users/${agent.id}/password`, { newPassword: 'otra-clave' }),
      key.put(`/api/users/${sa.id}/password`, { oldPassword: 'x', newPassword: 'otra-clave' }),
      key.post('/api/passwords/strength', { password: 'x' }),
      key.post('/api/profiles', { name: 'Nuevo' }),
      key.put(`/api/profiles/${profile}`, { routeAccess: allGrants() }),
      key.delete(`/api/profiles/${profile}`),
      key.post('/api/profiles/bulk', {}),
      key.post('/api/movies/bulk', {}),
      key.post('/api/users/bulk', {}),
      key.post(`/api/movies/${newId()}/merge`, {}),
      key.post('/api/users/imports', ''),
      key.get('/api/batches'),
      key.post(`/api/jobs/${newId()}/retry`),
      key.post('/api/issues/answers', {}),
      key.delete('/api/users/demo'),
      key.get('/api/views?list=movie-list'),
      key.post('/api/histories', {}),
    ]
    for (const [index, answer] of (await Promise.all(attempts)).entries()) {
      expect([index, answer.status, answer.body.code]).toEqual([index, 403, undefined])
    }
    expect((await sa.get('/api/users/me')).status).toBe(200)
    expect(await storedKeys()).toHaveLength(1)
  })

  test('includes setting a password or a profile, and any edit of the key’s maker', async () => {
    const { sa } = await people(server)
    const key = await keyOf(server, sa, WHOLE)
    const customer = await storeUser(server, 'app')
    const demo = await profileId(server, 'demo')
    const path = `/api/users/${customer._id}`
    for (const changes of [
      { password: 'otra-clave' },
      { profile: demo },
      { status: 'enable', password: 'otra-clave' },
    ]) {
      const { status, body } = await key.put(path, changes)
      expect([status, body.code]).toEqual([403, undefined])
    }
    for (const changes of [{ email: 'a@b.example' }, { fullName: 'Otra' }, { status: 'disable' }, {}]) {
      const { status, body } = await key.put(`/api/users/${sa.id}`, changes)
      expect([status, body.message]).toEqual([403, KEY_MESSAGES.maker])
    }
    expect((await key.put(path, { fullName: 'Otro Nombre', profile: customer.profile })).status).toBe(200)
    expect((await key.put(path, { status: 'disable' })).status).toBe(200)
  })

  test('excludes bulk sales to so few customers that they need no confirmation', async () => {
    const { agent } = await people(server)
    await server.db.update(profiles).set({ routeAccess: allGrants() }).where(eq(profiles.name, 'agent'))
    const key = await keyOf(server, agent, { 'user-list': [], 'credit-list': ['register'] })
    const viewer = ['app', { createdBy: agent.id }] as const
    const customers = await storeUsers(
      server,
      Array.from({ length: 21 }, () => viewer),
    )
    const sell = (sold: typeof customers) =>
      key.post(
        '/api/license_transactions/bulk',
        { ids: sold.map(({ _id }) => _id), period: 'MESES', count: 1 },
        { headers: { 'idempotency-key': newId() } },
      )
    const refused = await sell(customers)
    expect([refused.status, refused.body.message]).toEqual([403, KEY_MESSAGES.closed])
    expect((await sell(customers.slice(1))).status).toBe(201)
  })

  test('includes creating users who can sign in to the web (rule A19)', async () => {
    const { sa } = await people(server)
    const key = await keyOf(server, sa, WHOLE)
    const create = async (profile: string) =>
      key.post('/api/users', newUser(await profileId(server, profile)))
    expect((await create('app')).status).toBe(201)
    expect((await create('demo')).status).toBe(201)
    for (const profile of ['agent', 'superagent'])
      expect(validationErrorsOf(await create(profile))).toEqual({ profile: KEY_MESSAGES.onlyCustomers })
    for (const profile of ['Administrador', 'sa'])
      expect(Object.keys(validationErrorsOf(await create(profile)))).toEqual(['profile'])
    await server.db.update(profiles).set({ accessWeb: true }).where(eq(profiles.name, 'app'))
    expect((await create('app')).status).toBe(422)
  })
})

describe('the audit log (rule A20)', () => {
  test('names the key beside its maker, also after it is revoked', async () => {
    const { sa, admin } = await people(server)
    const key = await keyOf(server, admin, { 'movie-create': ['register'] }, { name: 'Catálogo' })
    expect((await key.post('/api/movies', filmOf())).status).toBe(201)
    expect((await key.get('/api/users')).status).toBe(403)
    await admin.delete(`${api}/${key.id}`)
    const { rows } = await sa.get('/api/audit?search=catálogo')
    const author = `${admin.name}, por la clave «Catálogo»`
    expect(rows).toMatchObject([
      { action: 'delete', resource: 'keys', recordName: 'Catálogo', userName: admin.name },
      { action: 'forbidden', resource: 'users', userName: author, user: admin.id },
      { action: 'create', resource: 'movies', userName: author, user: admin.id },
      { action: 'create', resource: 'keys', recordName: 'Catálogo', userName: admin.name },
    ])
  })

  test('forgets its maker when the account is deleted', async () => {
    const { sa } = await people(server)
    const clerk = await signedInWith(server, { 'key-list': FLAGS, 'movie-create': ['register'] })
    const key = await keyOf(server, clerk, { 'movie-create': ['register'] })
    await key.post('/api/movies', filmOf())
    await sa.delete(`/api/users/${clerk.id}`)
    expect((await sa.get('/api/audit?resource=movies')).rows).toMatchObject([
      { action: 'create', userName: '' },
    ])
    expect((await sa.get('/api/audit?limit=50')).text).not.toContain(clerk.name)
  })
})

test('the contract declares for each operation whether it takes keys', async () => {
  const { body } = await server.anonymous.get('/api/openapi.json')
  const contract = body as unknown as {
    paths: Record<string, Record<string, { security?: object[] }>>
    components: { securitySchemes: Record<string, { type: string; scheme: string }> }
  }
  const { token, key } = contract.components.securitySchemes
  for (const scheme of [token, key]) expect(scheme).toMatchObject({ type: 'http', scheme: 'bearer' })
  const schemesOf = (path: string, method: string) =>
    contract.paths[path]?.[method]?.security?.flatMap((each) => Object.keys(each))
  expect(schemesOf('/api/movies', 'get')).toEqual(['token', 'key'])
  expect(schemesOf('/api/users/me', 'get')).toEqual(['token', 'key'])
  expect(schemesOf('/api/keys', 'post')).toEqual(['token'])
  expect(schemesOf('/api/profiles/{id}', 'put')).toEqual(['token'])
  expect(schemesOf('/api/profiles/{id}', 'get')).toEqual(['token', 'key'])
  expect(schemesOf('/api/histories', 'post')).toEqual(['token'])
  expect(schemesOf('/auth/local', 'post')).toBeUndefined()
})
