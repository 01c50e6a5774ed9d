import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { people, profileId, signedIn, signedInWith, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

const row = async (id: unknown) => {
  const [found] = await server.db
    .select()
    .from(users)
    .where(eq(users._id, String(id)))
  return found
}

describe('editing', () => {
  test('changes the fields that are sent and leaves the others', async () => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app', { comment: 'igual' })
    server.clock.advance(1_000)
    const { body } = await admin.put(`${api}/${user._id}`, { fullName: 'Otro Nombre' })
    expect(body).toMatchObject({
      fullName: 'Otro Nombre',
      comment: 'igual',
      name: user.name,
      userUpdate: admin.name,
      dateUpdate: server.clock.now().toISOString(),
    })
    const found = await admin.get(`${api}/short?search=otro%20nombre`)
    expect(found.rows).toHaveLength(1)
  })

  test('moves dateUpdate forward even if the clock does not', async () => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app')
    const first = await admin.put(`${api}/${user._id}`, { comment: 'a' })
    const second = await admin.put(`${api}/${user._id}`, { comment: 'b' })
    expect(String(second.body.dateUpdate) > String(first.body.dateUpdate)).toBe(true)
  })

  test('rejects a stale edit', async () => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app')
    const dateUpdate = user.dateUpdate.toISOString()
    expect((await admin.put(`${api}/${user._id}`, { comment: 'a', dateUpdate })).status).toBe(200)
    const stale = await admin.put(`${api}/${user._id}`, { comment: 'b', dateUpdate })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'STALE', message: expect.any(String) })
    expect((await row(user._id))?.comment).toBe('a')
  })

  test('accepts one of two concurrent edits of the same version', async () => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app')
    const dateUpdate = user.dateUpdate.toISOString()
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((comment) => admin.put(`${api}/${user._id}`, { comment, dateUpdate })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('validates the whole record, unless only the status is sent', async () => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app', { address: '' })
    const whole = await admin.put(`${api}/${user._id}`, { fullName: 'Otro' })
    expect(validationErrorsOf(whole)).toEqual({ address: 'Debe especificar la dirección.' })
    expect((await admin.put(`${api}/${user._id}`, { status: 'disable' })).body.status).toBe('disable')
  })

  test.each([true, 'apagado', '', null, 1])('rejects the status %j', async (status) => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app')
    expect(validationErrorsOf(await admin.put(`${api}/${user._id}`, { status }))).toHaveProperty('status')
  })

  test.each([
    '_id',
    'dateCreate',
    'dateExpire',
    'views',
    'role',
    'creditToResell',
    'createdBy',
    'deletedAt',
    'x',
  ])('rejects %s, which the caller may not write', async (field) => {
    const { sa } = await people(server)
    const user = await storeUser(server, 'agent')
    const answer = await sa.put(`${api}/${user._id}`, { [field]: '1' })
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toEqual([field])
  })

  test('unlinks the device with null and rejects other values', async () => {
    const { admin } = await people(server)
    const device = {
      macAddress: 'm',
      sdkVersion: '1',
      appVersion: '2',
      model: 'x',
      product: 'p',
      description: '',
    }
    const user = await storeUser(server, 'app', { device })
    expect((await admin.get(`${api}/${user._id}`)).body.device).toEqual(device)
    for (const value of [device, {}, '', false])
      expect(validationErrorsOf(await admin.put(`${api}/${user._id}`, { device: value }))).toHaveProperty(
        'device',
      )
    expect((await admin.put(`${api}/${user._id}`, { device: null })).body.device).toBeNull()
  })

  test('keeps a stored platform that the deployment no longer has', async () => {
    const { admin } = await people(server)
    const user = await storeUser(server, 'app', { platform: 'com.vieja.tv' })
    expect((await admin.put(`${api}/${user._id}`, { comment: 'x', platform: 'com.vieja.tv' })).status).toBe(
      200,
    )
    const answer = await admin.put(`${api}/${user._id}`, { platform: 'com.otra.tv' })
    expect(validationErrorsOf(answer)).toEqual({ platform: 'El App Origen no es válido.' })
  })

  test('rejects the name of another user', async () => {
    const { admin } = await people(server)
    await storeUser(server, 'app', { name: 'ana' })
    const user = await storeUser(server, 'app')
    const answer = await admin.put(`${api}/${user._id}`, { name: 'ANA' })
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe(11000)
  })

  test('by an agent rejects useTvList and platform', async () => {
    const { agent, superagent } = await people(server)
    const user = await storeUser(server, 'app', { createdBy: agent.id })
    const sent = { useTvList: true, platform: 'com.cartelera.lg.tv' }
    const answer = await agent.put(`${api}/${user._id}`, sent)
    expect(Object.keys(validationErrorsOf(answer)).sort()).toEqual(['platform', 'useTvList'])
    expect((await superagent.put(`${api}/${user._id}`, sent)).status).toBe(200)
  })

  test('by an agent changes the profile of demo users only', async () => {
    const { agent } = await people(server)
    const app = await profileId(server, 'app')
    const demo = await storeUser(server, 'demo', { createdBy: agent.id })
    const customer = await storeUser(server, 'app', { createdBy: agent.id })
    expect((await agent.put(`${api}/${demo._id}`, { profile: app })).body.role).toBe('app')
    const answer = await agent.put(`${api}/${customer._id}`, { profile: await profileId(server, 'demo') })
    expect(validationErrorsOf(answer)).toHaveProperty('profile')
  })

  test('rejects a profile that the current user may not create or lacks the credit for', async () => {
    const { superagent, agent, admin } = await people(server)
    const sa = await profileId(server, 'sa')
    expect(validationErrorsOf(await admin.put(`${api}/${agent.id}`, { profile: sa }))).toHaveProperty(
      'profile',
    )
    const poor = await signedIn(server, 'superagent', { creditToResell: 0 })
    const user = await storeUser(server, 'app', { createdBy: poor.id })
    const answer = await poor.put(`${api}/${user._id}`, { profile: await profileId(server, 'agent') })
    expect(answer.body.message).toBe('No tiene créditos suficientes para crear usuarios.')
    const own = await superagent.put(`${api}/${superagent.id}`, { profile: await profileId(server, 'agent') })
    expect(own.status).toBe(404)
  })

  test('keeps an agent an agent while it has a balance or customers', async () => {
    const { admin, agent } = await people(server)
    const answer = await admin.put(`${api}/${agent.id}`, { profile: await profileId(server, 'app') })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toBe('No puede cambiar el perfil: el usuario tiene 24 créditos y 0 clientes.')
  })

  test('sets the password of a user below, and ends its sessions', async () => {
    const { admin, agent } = await people(server)
    expect((await admin.put(`${api}/${agent.id}`, { password: 'nueva1' })).status).toBe(200)
    expect((await agent.get('/api/users/me')).status).toBe(401)
    const signIn = await server.anonymous.post('/auth/local', { name: agent.name, password: 'nueva1' })
    expect(signIn.status).toBe(200)
  })

  test('accepts permissionToAlter with a password, which grants no authority', async () => {
    const { admin, agent } = await people(server)
    const sent = { password: 'nueva1', permissionToAlter: true }
    expect((await admin.put(`${api}/${agent.id}`, sent)).status).toBe(200)
    expect(validationErrorsOf(await admin.put(`${api}/${admin.id}`, sent))).toHaveProperty('password')
    const misshapen = await admin.put(`${api}/${agent.id}`, { permissionToAlter: 'sí' })
    expect(validationErrorsOf(misshapen)).toEqual({ permissionToAlter: 'Debe ser verdadero o falso.' })
  })

  test('rejects one’s own password, and ignores an empty one', async () => {
    const { admin, agent } = await people(server)
    expect(validationErrorsOf(await admin.put(`${api}/${admin.id}`, { password: 'nueva1' }))).toHaveProperty(
      'password',
    )
    expect((await admin.put(`${api}/${agent.id}`, { password: '' })).status).toBe(200)
    expect((await agent.get('/api/users/me')).status).toBe(200)
  })

  test('cannot disable oneself or change one’s own profile', async () => {
    const { sa, admin } = await people(server)
    for (const person of [sa, admin]) {
      const off = await person.put(`${api}/${person.id}`, { status: 'disable' })
      expect(validationErrorsOf(off)).toEqual({ status: 'No puede deshabilitar su propio usuario.' })
      const profile = await profileId(server, 'agent')
      expect(validationErrorsOf(await person.put(`${api}/${person.id}`, { profile }))).toHaveProperty(
        'profile',
      )
      expect((await person.put(`${api}/${person.id}`, { comment: 'yo' })).status).toBe(200)
    }
  })

  test('requires a target of a lower role, or of the same one with strictly fewer permissions', async () => {
    const { sa, admin } = await people(server)
    const otherSa = await storeUser(server, 'sa')
    const peer = await storeUser(server, 'Administrador')
    const clerk = await signedInWith(server, { 'user-edit': ['modify', 'delete'] })
    for (const [caller, id] of [
      [admin, sa.id],
      [sa, otherSa._id],
      [admin, peer._id],
      [clerk, admin.id],
    ] as const) {
      expect((await caller.put(`${api}/${id}`, { comment: 'x' })).status).toBe(403)
      expect((await caller.put(`${api}/${id}`, { status: 'disable' })).status).toBe(403)
      expect((await caller.delete(`${api}/${id}`)).status).toBe(403)
    }
    expect((await admin.put(`${api}/${clerk.id}`, { comment: 'x' })).status).toBe(200)
  })
})
