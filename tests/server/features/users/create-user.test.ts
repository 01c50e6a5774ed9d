import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { newUser, people, profileId, signedIn, signedInWith, storeProfile } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

const NOT_WRITABLE = [
  '_id',
  'dateCreate',
  'dateExpire',
  'dateUpdate',
  'userCreate',
  'userUpdate',
  'views',
  'role',
  'isSystem',
  'lastLogin',
  'device',
  'creditToResell',
  'creditAmount',
  'balanceToCredit',
  'createdBy',
  'passwordHash',
  'deletedAt',
  'inventado',
]

const row = async (id: unknown) => {
  const [found] = await server.db
    .select()
    .from(users)
    .where(eq(users._id, String(id)))
  return found
}

describe('creating', () => {
  test('stores the input with its creator', async () => {
    const { admin } = await people(server)
    const input = newUser(await profileId(server, 'app'), {
      email: 'ñandú@correo.example',
      telePhone: '809-555-0199',
      comment: ' con  espacios ',
      mailNotify: true,
      useTvList: true,
    })
    const { status, body } = await admin.post(api, input)
    expect(status).toBe(201)
    const { password, ...fields } = input
    expect(body).toMatchObject({
      ...fields,
      role: 'app',
      profileName: 'app',
      status: 'enable',
      userCreate: admin.name,
      dateExpire: null,
      device: null,
      views: 0,
      creditAmount: 0,
      balanceToCredit: null,
      dateCreate: server.clock.now().toISOString(),
    })
    expect((await admin.get(`${api}/${body._id}`)).body).toEqual(body)
    expect((await row(body._id))?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(password).toBe('secreta')
  })

  test('rejects a name that differs only in case, Unicode form or outer spaces', async () => {
    const { admin } = await people(server)
    const profile = await profileId(server, 'app')
    await admin.post(api, newUser(profile, { name: 'María' }))
    for (const name of ['maría', 'MARÍA', ' María ', 'Mari\u0301a']) {
      const answer = await admin.post(api, newUser(profile, { name }))
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe(11000)
      expect(validationErrorsOf(answer)).toEqual({ name: 'Ya existe un usuario con ese nombre.' })
    }
    expect((await admin.post(api, newUser(profile, { name: 'Maria' }))).status).toBe(201)
  })

  test('accepts a name once among concurrent requests', async () => {
    const { admin } = await people(server)
    const profile = await profileId(server, 'app')
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.post(api, newUser(profile, { name: 'uno' }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
  })

  test('accepts the name of a deleted user', async () => {
    const { sa } = await people(server)
    const profile = await profileId(server, 'app')
    const first = await sa.post(api, newUser(profile, { name: 'uno' }))
    await sa.delete(`${api}/${first.body._id}`)
    expect((await sa.post(api, newUser(profile, { name: 'uno' }))).status).toBe(201)
  })

  test('rejects each field that the caller may not write', async () => {
    const { sa } = await people(server)
    const profile = await profileId(server, 'app')
    for (const field of NOT_WRITABLE) {
      const answer = await sa.post(api, newUser(profile, { [field]: 1 }))
      expect(answer.status, field).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
    }
  })

  test('rejects a platform that the deployment does not have', async () => {
    const { sa } = await people(server)
    const profile = await profileId(server, 'app')
    const answer = await sa.post(api, newUser(profile, { platform: 'com.otra.tv' }))
    expect(validationErrorsOf(answer)).toEqual({ platform: 'El App Origen no es válido.' })
  })
})

describe('the roles that may be created', () => {
  const created = async (caller: 'sa' | 'admin' | 'superagent' | 'agent') => {
    const creators = await people(server)
    await storeProfile(server, 'soporte')
    const allowed: string[] = []
    for (const profile of ['sa', 'Administrador', 'soporte', 'superagent', 'agent', 'app', 'demo']) {
      const answer = await creators[caller].post(api, newUser(await profileId(server, profile)))
      if (answer.status === 201) allowed.push(profile)
      else expect(validationErrorsOf(answer)).toEqual({ profile: 'No puede asignar este perfil.' })
    }
    return allowed
  }

  test('sa creates all but sa', async () => {
    expect(await created('sa')).toEqual(['Administrador', 'soporte', 'superagent', 'agent', 'app', 'demo'])
  })

  test('an administrator creates all but sa', async () => {
    expect(await created('admin')).toEqual(['Administrador', 'soporte', 'superagent', 'agent', 'app', 'demo'])
  })

  test('a superagent creates app, agent and demo users', async () => {
    expect(await created('superagent')).toEqual(['agent', 'app', 'demo'])
  })

  test('an agent creates app and demo users', async () => {
    expect(await created('agent')).toEqual(['app', 'demo'])
  })

  test('resellers create no demo users while disabled in the settings; administrators do', async () => {
    const { sa, admin, superagent, agent } = await people(server)
    await sa.put('/api/settings', { enableDemo: false })
    const demo = await profileId(server, 'demo')
    expect((await superagent.post(api, newUser(demo))).status).toBe(422)
    expect((await agent.post(api, newUser(demo))).status).toBe(422)
    expect((await admin.post(api, newUser(demo))).status).toBe(201)
  })

  test('an administrator cannot assign a profile that grants more than its own', async () => {
    const clerk = await signedInWith(server, { 'user-list': ['register'] })
    const wider = await profileId(server, 'Administrador')
    const narrow = await storeProfile(server, 'mirón')
    expect((await clerk.post(api, newUser(wider))).status).toBe(422)
    expect((await clerk.post(api, newUser(narrow))).status).toBe(201)
    expect((await clerk.post(api, newUser(await profileId(server, 'app')))).status).toBe(201)
  })

  test.each(['agent', 'superagent'])('a user without /credits creates no %s', async (name) => {
    const reseller = { 'user-list': ['register'], 'user-edit': ['modify'], 'credit-balance': [] } as const
    const clerk = await signedInWith(server, reseller)
    const seller = await signedInWith(server, { ...reseller, 'credit-list': ['register'] })
    const profile = await profileId(server, name)
    const rejected = await clerk.post(api, newUser(profile))
    expect([rejected.status, validationErrorsOf(rejected)]).toEqual([
      422,
      { profile: 'No puede asignar este perfil.' },
    ])
    const { body: customer } = await clerk.post(api, newUser(await profileId(server, 'app')))
    expect((await clerk.put(`${api}/${customer._id}`, { profile })).status).toBe(422)
    expect((await seller.post(api, newUser(profile))).status).toBe(201)
    expect((await seller.put(`${api}/${customer._id}`, { profile })).status).toBe(200)
  })

  test('rejects an unknown profile', async () => {
    const { sa } = await people(server)
    const answer = await sa.post(api, newUser('00000000-0000-7000-8000-000000000000'))
    expect(validationErrorsOf(answer)).toHaveProperty('profile')
  })
})

describe('the credit required to create a user', () => {
  const none = 'No tiene créditos suficientes para crear usuarios.'

  test.each([
    ['agent', 0, ['MESES'], 'app', false],
    ['agent', 1, ['MESES'], 'app', true],
    ['agent', 11, ['AÑOS'], 'app', false],
    ['agent', 11, ['AÑOS'], 'demo', false],
    ['agent', 12, ['AÑOS'], 'app', true],
    ['agent', 1, ['MESES', 'AÑOS'], 'app', true],
    ['superagent', 0, ['MESES'], 'agent', false],
    ['superagent', 1, ['AÑOS'], 'agent', true],
    ['superagent', 11, ['AÑOS'], 'app', false],
    ['superagent', 12, ['AÑOS'], 'app', true],
  ])(
    'a %s with %i months, selling %j, creating a user of %s: %s',
    async (profile, months, periods, created, may) => {
      const { sa } = await people(server)
      await sa.put('/api/settings', { periods })
      const reseller = await signedIn(server, profile, { creditToResell: months })
      const answer = await reseller.post(api, newUser(await profileId(server, created)))
      expect(answer.status).toBe(may ? 201 : 422)
      if (!may) expect(answer.body).toEqual({ message: none })
    },
  )

  test('is not required of an administrator', async () => {
    const { admin } = await people(server)
    expect((await admin.post(api, newUser(await profileId(server, 'agent')))).status).toBe(201)
  })
})
