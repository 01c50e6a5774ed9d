import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { APP_ACCESS_MESSAGES } from '../../../../src/domain/sign-in/sign-in.ts'
import { profiles, sessions, users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { MINUTE } from '../../../support/clock.ts'
import { PASSWORD, people, storeUser } from '../../../support/people.ts'
import { times, viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const box = { macAddress: '02:AA:BB:CC:DD:01', sdkVersion: '30', appVersion: '1.0', model: 'Caja' }
const lasting = { dateExpire: new Date('2030-01-01') }
const signIn = (name: string, device: unknown = box, password = PASSWORD) =>
  server.anonymous.post('/auth/local', { name, password, device })
const deviceOf = async (id: string) => {
  const [row] = await server.db.select().from(users).where(eq(users._id, id))
  return row?.device
}

describe('signing in from a viewer’s app', () => {
  test('opens a session for one’s own record, visits, reports and sign-out only', async () => {
    await storeUser(server, 'app', { name: 'ana', ...lasting })
    const { status, body } = await signIn('ana')
    expect(status).toBe(200)
    const app = server.clientOf(String(body.token))
    expect((await app.get('/api/users/me')).body).toMatchObject({ name: 'ana', role: 'app' })
    for (const path of [
      '/api/histories',
      '/api/issues',
      '/api/categories',
      '/api/settings',
      '/api/lookups/platforms',
    ])
      expect((await app.get(path)).status, path).toBe(403)
    expect((await app.put('/api/users/x/password', {})).status).toBe(403)
    expect((await app.post('/api/histories', {})).status).toBe(422)
    expect((await app.post('/api/issues', {})).status).toBe(422)
    expect((await app.post('/auth/logout')).status).toBe(204)
    expect((await app.get('/api/users/me')).status).toBe(401)
  })

  test('does not open the web, and web sessions send no visits', async () => {
    await storeUser(server, 'app', { name: 'ana', ...lasting })
    expect((await server.anonymous.post('/auth/local', { name: 'ana', password: PASSWORD })).status).toBe(401)
    const { sa } = await people(server)
    expect((await sa.post('/api/histories', {})).status).toBe(403)
    expect((await sa.post('/api/issues', {})).status).toBe(403)
  })

  test('explains a rejection only if the password is correct', async () => {
    await storeUser(server, 'app', { name: 'vencida', dateExpire: server.clock.now() })
    await storeUser(server, 'app', { name: 'nunca' })
    await storeUser(server, 'agent', { name: 'agente' })
    for (const name of ['vencida', 'nunca']) {
      const { status, body } = await signIn(name)
      expect([status, body.message]).toEqual([403, APP_ACCESS_MESSAGES.expired])
    }
    expect((await signIn('agente')).body.message).toBe(APP_ACCESS_MESSAGES.noAccess)
    const wrong = await signIn('vencida', box, 'otra')
    expect([wrong.status, wrong.body.message]).toEqual([401, 'Nombre de usuario o contraseña incorrectos.'])
  })

  test('ends when the licence expires', async () => {
    const viewer = await viewerApp(server, { dateExpire: new Date(server.clock.now().getTime() + MINUTE) })
    expect((await viewer.get('/api/users/me')).status).toBe(200)
    server.clock.advance(MINUTE)
    expect((await viewer.get('/api/users/me')).status).toBe(401)
  })

  test.each([
    [{}, 'device.macAddress'],
    [{ macAddress: ' - ' }, 'device.macAddress'],
    [{ ...box, serial: '1' }, 'device.serial'],
    ['caja', 'device'],
  ])('names what is wrong with the device %j', async (device, field) => {
    const answer = await signIn('ana', device)
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toContain(field)
  })
})

describe('the device of a viewer', () => {
  test('is linked at the first sign-in, and another one is rejected until it is unlinked', async () => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'app', { name: 'ana', ...lasting })
    const first = await signIn('ana')
    expect(await deviceOf(_id)).toMatchObject(box)
    expect((await signIn('ana', { ...box, macAddress: '02aabbccdd01', appVersion: '2.0' })).status).toBe(200)
    expect(await deviceOf(_id)).toMatchObject({ appVersion: '2.0' })
    const other = await signIn('ana', { ...box, macAddress: '02:00:00:00:00:09' })
    expect([other.status, other.body.message]).toEqual([403, APP_ACCESS_MESSAGES.otherDevice])
    expect((await sa.put(`/api/users/${_id}`, { device: null })).status).toBe(200)
    expect((await server.clientOf(String(first.body.token)).get('/api/users/me')).status).toBe(401)
    expect((await signIn('ana', { ...box, macAddress: '02:00:00:00:00:09' })).status).toBe(200)
  })

  test('is ignored if the profile does not require it', async () => {
    await server.db.update(profiles).set({ deviceValidate: false }).where(eq(profiles.name, 'app'))
    const { _id } = await storeUser(server, 'app', { name: 'ana', ...lasting })
    expect((await signIn('ana')).status).toBe(200)
    expect((await signIn('ana', { ...box, macAddress: '02:00:00:00:00:09' })).status).toBe(200)
    expect(await deviceOf(_id)).toBeNull()
  })

  test('is exactly one if several sign in for the first time concurrently', async () => {
    const { _id } = await storeUser(server, 'app', { name: 'ana', ...lasting })
    const answers = await times(8, (index) =>
      signIn('ana', { ...box, macAddress: `02:00:00:00:00:0${index}` }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(7)
    expect(await server.db.select().from(sessions).where(eq(sessions.user, _id))).toHaveLength(1)
  })
})
