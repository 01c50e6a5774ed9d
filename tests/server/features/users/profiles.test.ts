import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { allGrants, buildGrants } from '../../../../src/domain/access/permissions.ts'
import { PROFILE_MESSAGES } from '../../../../src/domain/users/profile.ts'
import { PROFILE_TOGGLES } from '../../../../src/domain/users/profile-rules.ts'
import { templatesFor } from '../../../../src/domain/users/profile-templates.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { people, profileId, signedInWith, storeProfile, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/profiles'
const keeper = { 'profile-list': ['register', 'modify', 'delete'], 'user-list': ['register'] } as const

const access = (flags: Parameters<typeof buildGrants>[0]) => ({ routeAccess: buildGrants(flags) })

describe('the list of profiles', () => {
  test('shows profiles to users who may read them, and only names to others', async () => {
    const { admin, agent } = await people(server)
    const whole = await admin.get(api)
    expect(whole.rows.map(({ name }) => name)).toEqual([
      'Administrador',
      'agent',
      'app',
      'demo',
      'sa',
      'superagent',
    ])
    expect(whole.rows[0]).toHaveProperty('routeAccess')
    const names = await agent.get(api)
    for (const row of names.rows)
      expect(Object.keys(row).sort()).toEqual([
        '_id',
        'accessWeb',
        'assignable',
        'below',
        'isSystem',
        'name',
        'role',
      ])
    expect((await agent.get(`${api}/size`)).body).toEqual({ count: 6 })
    expect((await agent.get(`${api}/${names.rows[0]?._id}`)).status).toBe(403)
  })

  test('marks those that the current user may assign', async () => {
    const { admin, superagent, agent } = await people(server)
    const given = async (person: typeof agent) =>
      (await person.get(api)).rows.filter(({ assignable }) => assignable).map(({ name }) => name)
    expect(await given(admin)).toEqual(['Administrador', 'agent', 'app', 'demo', 'superagent'])
    expect(await given(superagent)).toEqual(['agent', 'app', 'demo'])
    expect(await given(agent)).toEqual(['app', 'demo'])
  })

  test('marks those whose users rank below the current user', async () => {
    const { sa, admin, superagent } = await people(server)
    const clerk = await signedInWith(server, keeper)
    await storeProfile(server, 'Menos', buildGrants({ 'user-list': ['register'] }))
    const below = async (person: typeof sa) =>
      (await person.get(`${api}?limit=100`)).rows
        .filter(({ below }) => below)
        .map(({ name }) => String(name))
        .filter((name) => !name.startsWith('perfil'))
    const ordinary = ['agent', 'app', 'demo']
    expect(await below(sa)).toEqual(['Administrador', ...ordinary, 'Menos', 'superagent'])
    expect(await below(admin)).toEqual([...ordinary, 'Menos', 'superagent'])
    expect(await below(clerk)).toEqual([...ordinary, 'Menos', 'superagent'])
    expect(await below(superagent)).toEqual(ordinary)
  })

  test('is searched and paged like any list', async () => {
    const { admin } = await people(server)
    await storeProfile(server, 'Atención al Cliente')
    expect((await admin.get(`${api}?search=atencion%20cli`)).rows).toHaveLength(1)
    expect((await admin.get(`${api}?sort=name&order=desc&limit=1`)).rows).toMatchObject([
      { name: 'superagent' },
    ])
    expect((await admin.get(`${api}?sort=isSystem`)).status).toBe(422)
    expect((await admin.get(`${api}?sort=accessApp&order=desc&limit=2`)).rows).toMatchObject([
      { accessApp: true },
      { accessApp: true },
    ])
  })
})

describe('a profile', () => {
  test('is created with the routes in the notation of the route table', async () => {
    const { admin } = await people(server)
    const entry = { name: 'user-list', description: 'otra cosa', path: '/robado', register: true }
    const answer = await admin.post(api, {
      name: 'Ventas',
      accessWeb: true,
      routeAccess: [{ onMenu: 'admin', access: [entry, { name: 'user-list', modify: true }] }],
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
      name: 'Ventas',
      isSystem: false,
      role: 'admin',
      accessWeb: true,
      accessApp: false,
      routeAccess: [
        {
          onMenu: 'admin',
          access: [
            {
              name: 'user-list',
              description: 'Usuarios',
              path: '/admin',
              register: true,
              modify: true,
              delete: false,
            },
          ],
        },
      ],
    })
    expect((await admin.get(`${api}/${answer.body._id}`)).body).toEqual(answer.body)
  })

  test('with the name of a system profile has no system role', async () => {
    const { admin } = await people(server)
    const answer = await admin.post(api, { name: 'superadmin', isSystem: true })
    expect(Object.keys(validationErrorsOf(answer))).toEqual(['isSystem'])
    expect((await admin.post(api, { name: 'SA' })).status).toBe(409)
  })

  test.each(['Ventas', 'ventas', ' VENTAS ', 'véntas'])('has a unique name: %j', async (name) => {
    const { admin } = await people(server)
    await admin.post(api, { name: 'Ventas' })
    const answer = await admin.post(api, { name })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      code: 11000,
      message: `Ya se encuentra agregado el perfil ${name}`,
    })
    expect(validationErrorsOf(answer)).toEqual({ name: `Ya se encuentra agregado el perfil ${name}` })
  })

  test.each([
    [[{ onMenu: 'nada', access: [] }]],
    [[{ onMenu: 'admin', access: [{ name: 'movie-list' }] }]],
    [[{ onMenu: 'admin', access: [{ name: 'user-list', extra: 1 }] }]],
    ['todo'],
    [[1]],
  ])('grants no route that does not exist: %j', async (routeAccess) => {
    const { admin } = await people(server)
    expect((await admin.post(api, { name: 'x', routeAccess })).status).toBe(422)
  })

  test('changes the fields that are sent', async () => {
    const { admin } = await people(server)
    const id = await storeProfile(server, 'Ventas', buildGrants({ 'user-list': ['register'] }))
    const { body } = await admin.put(`${api}/${id}`, { dateValidate: true })
    expect(body).toMatchObject({ name: 'Ventas', dateValidate: true })
    expect(body.routeAccess).toEqual(buildGrants({ 'user-list': ['register'] }))
  })

  test('can be changed even if it lists a route that no longer exists', async () => {
    const { admin } = await people(server)
    const stored = buildGrants({ 'user-list': [], 'issue-list': [] }).map((group) => ({
      ...group,
      access: group.access.map((grant) =>
        grant.name === 'issue-list' ? { ...grant, name: 'antes' } : grant,
      ),
    }))
    const id = await storeProfile(server, 'Viejo', stored)
    const { status, body } = await admin.put(`${api}/${id}`, { accessApp: true })
    expect([status, body.routeAccess]).toEqual([200, buildGrants({ 'user-list': [] })])
  })

  test('is not overwritten by a stale edit', async () => {
    const { admin } = await people(server)
    const id = await storeProfile(server, 'Ventas')
    const { dateUpdate } = (await admin.get(`${api}/${id}`)).body
    expect((await admin.put(`${api}/${id}`, { accessApp: true, dateUpdate })).status).toBe(200)
    const stale = await admin.put(`${api}/${id}`, { accessApp: false, dateUpdate })
    expect(stale.status).toBe(409)
    expect(stale.body.code).toBe('STALE')
  })
})

describe('an editor below sa', () => {
  test('cannot grant a permission that it lacks', async () => {
    const clerk = await signedInWith(server, keeper)
    const beyond = [access({ 'user-edit': [] }), access({ 'user-list': ['modify'] })]
    for (const fields of beyond) {
      const answer = await clerk.post(api, { name: 'x', ...fields })
      expect(validationErrorsOf(answer)).toEqual({
        routeAccess: 'No puede dar un permiso que usted no tiene.',
      })
    }
    const id = await storeProfile(server, 'Ventas')
    for (const fields of beyond) expect((await clerk.put(`${api}/${id}`, fields)).status).toBe(422)
    expect((await clerk.put(`${api}/${id}`, access({ 'user-list': ['register'] }))).status).toBe(200)
  })

  test('registers the templates as far as it holds them, and none beyond', async () => {
    const clerk = await signedInWith(server, keeper)
    const offered = templatesFor({ role: 'admin', routeAccess: buildGrants(keeper) })
    expect(offered.map(({ name }) => name)).toEqual(['Vacío', 'Soporte', 'Ventas', 'Administrador'])
    for (const { name, accessWeb, routeAccess } of offered) {
      const answer = await clerk.post(api, { name: `De ${name}`, accessWeb, routeAccess })
      expect(answer.body, name).toMatchObject({ role: 'admin', accessWeb, routeAccess })
    }
    for (const { name, isCut, accessWeb, routeAccess } of templatesFor({ role: 'sa', routeAccess: [] })) {
      const answer = await clerk.post(api, { name: `Entero ${name}`, accessWeb, routeAccess })
      expect([name, answer.status]).toEqual([name, name === 'Vacío' ? 201 : 422])
      expect(isCut).toBe(false)
    }
  })

  test('cannot change or delete a profile that grants more than its own', async () => {
    const clerk = await signedInWith(server, keeper)
    const id = await storeProfile(server, 'Amplio', buildGrants({ 'movie-list': [], 'user-list': [] }))
    const before = (await clerk.get(`${api}/${id}`)).body
    const sent = [
      { name: 'Otro nombre' },
      { accessWeb: false },
      { accessApp: true },
      { dateValidate: true },
      { deviceValidate: true },
      { routeAccess: [] },
      access({ 'user-list': [] }),
      access({ 'movie-list': [] }),
      { name: '', nada: 1 },
      {},
    ]
    for (const body of sent) {
      const answer = await clerk.put(`${api}/${id}`, body)
      expect(answer.status, JSON.stringify(body)).toBe(403)
      expect(answer.body.message).toBe(
        'No puede modificar ni eliminar un perfil con permisos que usted no tiene.',
      )
    }
    expect((await clerk.delete(`${api}/${id}`)).status).toBe(403)
    expect((await clerk.get(`${api}/${id}`)).body).toEqual(before)
  })

  test('cannot outrank the users of a profile with more grants by changing it', async () => {
    const clerk = await signedInWith(server, { ...keeper, 'user-edit': ['modify', 'delete'] })
    const profile = await storeProfile(
      server,
      'Amplio',
      buildGrants({ 'movie-list': [], 'user-edit': ['modify'] }),
    )
    const { _id } = await storeUser(server, 'x', { profile })
    expect((await clerk.put(`${api}/${profile}`, { routeAccess: [] })).status).toBe(403)
    expect((await clerk.put(`/api/users/${_id}/password`, { newPassword: 'robada' })).status).toBe(422)
    const app = await profileId(server, 'app')
    const changes = [
      { password: 'robada' },
      { profile: app },
      { status: 'disable' },
      { device: null },
      { name: 'x' },
    ]
    for (const change of changes)
      expect((await clerk.put(`/api/users/${_id}`, change)).status, JSON.stringify(change)).toBe(403)
    expect((await clerk.delete(`/api/users/${_id}`)).status).toBe(403)
  })

  test('cannot change a profile that gives a higher role, with any routes', async () => {
    await server.db.update(profiles).set({ routeAccess: allGrants() }).where(eq(profiles.name, 'agent'))
    const { agent } = await people(server)
    const custom = await storeProfile(server, 'Vacío')
    for (const id of [
      custom,
      await profileId(server, 'superagent'),
      await profileId(server, 'Administrador'),
    ])
      expect((await agent.put(`${api}/${id}`, { accessWeb: false })).status).toBe(403)
    expect((await agent.delete(`${api}/${custom}`)).status).toBe(403)
    expect((await agent.post(api, { name: 'Propio' })).status).toBe(403)
  })

  test('of a reseller changes one of a lower role, as far as it covers it', async () => {
    await server.db.update(profiles).set({ routeAccess: allGrants() }).where(eq(profiles.name, 'superagent'))
    const { superagent } = await people(server)
    const agents = await profileId(server, 'agent')
    const narrower = await superagent.put(`${api}/${agents}`, access({ 'movie-list': [] }))
    expect(narrower.body.routeAccess).toEqual(buildGrants({ 'movie-list': [] }))
    const app = await superagent.put(`${api}/${await profileId(server, 'app')}`, { accessApp: false })
    expect(validationErrorsOf(app)).toEqual({ accessApp: PROFILE_MESSAGES.viewerFlags })
    expect((await superagent.delete(`${api}/${agents}`)).status).toBe(409)
  })

  test('cannot widen its own profile', async () => {
    const clerk = await signedInWith(server, keeper)
    const { profile } = (await clerk.get('/api/users/me')).body
    const wider = await clerk.put(`${api}/${profile}`, access({ ...keeper, 'movie-list': [] }))
    expect(validationErrorsOf(wider)).toEqual({ routeAccess: 'No puede ampliar su propio perfil.' })
    const narrower = await clerk.put(`${api}/${profile}`, access({ 'profile-list': ['modify'] }))
    expect(narrower.status).toBe(200)
  })

  test('can neither loosen its own profile nor lock itself out', async () => {
    const clerk = await signedInWith(server, keeper)
    const { profile } = (await clerk.get('/api/users/me')).body
    const app = await clerk.put(`${api}/${profile}`, { accessApp: true })
    expect(validationErrorsOf(app)).toEqual({ accessApp: 'No puede ampliar su propio perfil.' })
    const web = await clerk.put(`${api}/${profile}`, { accessWeb: false })
    expect(validationErrorsOf(web)).toEqual({
      accessWeb: 'No puede quitar el acceso web a su propio perfil.',
    })
    expect((await clerk.put(`${api}/${profile}`, { dateValidate: true })).status).toBe(200)
  })

  test('cannot change the profile of sa', async () => {
    const { admin } = await people(server)
    const sa = await profileId(server, 'sa')
    expect((await admin.put(`${api}/${sa}`, { accessWeb: false })).status).toBe(403)
    expect((await admin.put(`${api}/${sa}`, { deviceValidate: true })).status).toBe(403)
  })

  test.each(['app', 'demo'] as const)(
    'cannot change the flags of the profile %s, which only sa may',
    async (name) => {
      const { sa, admin } = await people(server)
      const address = `${api}/${await profileId(server, name)}`
      const before = (await sa.get(address)).body
      for (const flag of PROFILE_TOGGLES) {
        const changed = { [flag]: before[flag] !== true }
        expect(validationErrorsOf(await admin.put(address, changed))).toEqual({
          [flag]: PROFILE_MESSAGES.viewerFlags,
        })
        expect((await sa.put(address, changed)).body).toMatchObject(changed)
      }
    },
  )
})

describe('a system profile', () => {
  test('keeps its name, and that of sa its web access', async () => {
    const { sa } = await people(server)
    const id = await profileId(server, 'sa')
    expect(validationErrorsOf(await sa.put(`${api}/${id}`, { accessWeb: false }))).toEqual({
      accessWeb: 'El perfil sa no puede perder su acceso web.',
    })
    for (const name of ['sa', 'agent', 'demo']) {
      const answer = await sa.put(`${api}/${await profileId(server, name)}`, { name: 'otro' })
      expect(Object.keys(validationErrorsOf(answer))).toEqual(['name'])
    }
  })

  test('cannot be deleted', async () => {
    const { sa } = await people(server)
    for (const name of ['app', 'agent', 'superagent', 'sa', 'demo']) {
      const answer = await sa.delete(`${api}/${await profileId(server, name)}`)
      expect(answer.status).toBe(409)
      expect(answer.body.message).toBe('No puede eliminar el perfil, es un registro de sistema.')
    }
  })
})

describe('deleting a profile', () => {
  test('is rejected while users have it, with their number', async () => {
    const { sa } = await people(server)
    const profile = await storeProfile(server, 'Ventas')
    const one = await storeUser(server, 'x', { profile })
    expect((await sa.delete(`${api}/${profile}`)).body.message).toBe(
      'No puede eliminar el perfil, lo usa 1 usuario.',
    )
    const two = await storeUser(server, 'x', { profile })
    const answer = await sa.delete(`${api}/${profile}`)
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('No puede eliminar el perfil, lo usan 2 usuarios.')
    for (const { _id } of [one, two]) await sa.delete(`/api/users/${_id}`)
    expect((await sa.delete(`${api}/${profile}`)).body).toEqual({ _id: profile })
    expect((await sa.get(`${api}/${profile}`)).status).toBe(404)
  })
})

describe('a hostile request', () => {
  const none = '00000000-0000-7000-8000-000000000000'

  test('gets 404 for an unknown profile', async () => {
    const { admin } = await people(server)
    expect((await admin.get(`${api}/${none}`)).status).toBe(404)
    expect((await admin.put(`${api}/${none}`, { accessApp: true })).status).toBe(404)
    expect((await admin.delete(`${api}/${none}`)).status).toBe(404)
  })

  test.each([
    ['_id', 'x'],
    ['isSystem', true],
    ['role', 'sa'],
    ['dateCreate', '2026-01-01T00:00:00.000Z'],
    ['nameKey', 'x'],
    ['search', 'x'],
    ['nada', 1],
    ['name', ''],
    ['name', '   '],
    ['name', null],
    ['name', 'x'.repeat(101)],
    ['name', 'x'.repeat(10_000)],
    ['template', 'Soporte'],
    ['name', 'a\u0000b'],
    ['accessWeb', 'true'],
    ['accessWeb', 1],
    ['accessApp', null],
    ['routeAccess', null],
    ['routeAccess', {}],
    ['routeAccess', Array.from({ length: 6 }, () => ({ onMenu: 'admin', access: [] }))],
    [
      'routeAccess',
      [{ onMenu: 'admin', access: Array.from({ length: 101 }, () => ({ name: 'user-list' })) }],
    ],
    ['routeAccess', [{ onMenu: 'admin', access: [{ name: 'user-list', register: 'sí' }] }]],
    ['routeAccess', [{ onMenu: 'admin', access: [{ name: '__proto__' }] }]],
    ['routeAccess', [{ onMenu: 'admin', access: [{ name: 'main' }] }]],
    ['dateUpdate', 'ayer'],
  ])('changes nothing with %s: %j', async (field, value) => {
    const { admin } = await people(server)
    const id = await storeProfile(server, 'Ventas', buildGrants({ 'user-list': [] }))
    const before = (await admin.get(`${api}/${id}`)).body
    const answer = await admin.put(`${api}/${id}`, { accessApp: true, [field]: value })
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer)).every((name) => name.startsWith(field))).toBe(true)
    expect((await admin.get(`${api}/${id}`)).body).toEqual(before)
    expect((await admin.post(api, { name: 'Otro', [field]: value })).status).toBe(422)
    expect((await admin.get(`${api}/size`)).body).toEqual({ count: 7 })
  })

  test('is rejected once its profile lost web access', async () => {
    const { sa } = await people(server)
    const clerk = await signedInWith(server, keeper)
    const { profile } = (await clerk.get('/api/users/me')).body
    await sa.put(`${api}/${profile}`, { accessWeb: false })
    expect((await clerk.get('/api/users/me')).status).toBe(401)
  })
})
