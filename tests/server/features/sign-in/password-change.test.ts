import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { PASSWORD_CHANGE } from '../../../../src/domain/sign-in/confirmation.ts'
import { PASSWORD_MESSAGES } from '../../../../src/domain/users/password.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { sessions, users } from '../../../../src/server/platform/database/schema/users.ts'
import { createFirstUser } from '../../../../src/server/start/prepare.ts'
import { type Client, testApp } from '../../../support/app.ts'
import { importClient } from '../../../support/imports.ts'
import {
  newUser,
  openSession,
  PASSWORD,
  type People,
  people,
  profileId,
  signInAs,
  storeUser,
} from '../../../support/people.ts'

const server = testApp()
let team: People

beforeEach(async () => {
  team = await people(server)
})

const demand = async (passwordChange = true) =>
  expect(await team.sa.put('/api/settings', { passwordChange })).toMatchObject({ status: 200 })

const asked = { status: 403, body: PASSWORD_CHANGE }

const signIn = async (name: string, password: string): Promise<Client> => {
  const { body } = await server.anonymous.post('/auth/local', { name, password })
  return server.clientOf(String(body.token))
}

const isGiven = async (name: string): Promise<boolean | undefined> => {
  const [user] = await server.db.select().from(users).where(eq(users.name, name))
  return user?.isPasswordGiven
}

test('is required with the setting, from users whose password somebody else has set', async () => {
  await team.admin.put(`/api/users/${team.agent.id}/password`, { newPassword: 'dada-por-otro' })
  const agent = await signIn(team.agent.name, 'dada-por-otro')
  expect(await agent.get('/api/users')).toMatchObject({ status: 200 })
  await demand()
  const path = `/api/users/${team.agent.id}/password`
  for (const answer of [
    await agent.get('/api/users'),
    await agent.get('/api/settings'),
    await agent.get('/api/me/sessions'),
    await agent.post('/auth/confirm', { password: 'dada-por-otro' }),
    await agent.put(`/api/users/${team.agent.id}`, { comment: 'x' }),
    await agent.put(`/api/users/${team.otherAgent.id}/password`, { newPassword: 'otra' }),
    await agent.get('/api/audit'),
  ])
    expect(answer).toMatchObject(asked)
  expect(await agent.get('/api/users/me')).toMatchObject({ status: 200, body: { mustChangePassword: true } })
  expect(await agent.post('/api/passwords/strength', { password: 'x' })).toMatchObject({ status: 200 })
  const change = { oldPassword: 'dada-por-otro', newPassword: 'propia' }
  expect(await agent.put(path, { ...change, oldPassword: 'no' })).toMatchObject({ status: 422 })
  expect(await agent.put(path, change)).toMatchObject({ status: 204 })
  const own = await signIn(team.agent.name, 'propia')
  expect(await own.get('/api/users')).toMatchObject({ status: 200 })
  expect(await own.get('/api/users/me')).toMatchObject({ body: { mustChangePassword: false } })
  // Requests that were refused meanwhile are not audited as forbidden.
  expect(await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'forbidden'))).toEqual([])
})

test('is required at once when the setting is turned on, and no longer when it is turned off', async () => {
  await server.db.update(users).set({ isPasswordGiven: true }).where(eq(users._id, team.agent.id))
  const { headers: before } = await team.agent.get('/api/users/me')
  await demand()
  expect(await team.agent.get('/api/users')).toMatchObject(asked)
  const { headers: after } = await team.agent.get('/api/users/me')
  expect(after['session-state']).not.toBe(before['session-state'])
  await demand(false)
  expect(await team.agent.get('/api/users')).toMatchObject({ status: 200 })
})

test('requires a different password, even if it was set to the same one before the setting was on', async () => {
  await server.db.update(users).set({ isPasswordGiven: true }).where(eq(users._id, team.agent.id))
  const path = `/api/users/${team.agent.id}/password`
  const change = { oldPassword: PASSWORD, newPassword: PASSWORD }
  expect(await team.agent.put(path, change)).toMatchObject({ status: 204 })
  await demand()
  const agent = await signIn(team.agent.name, PASSWORD)
  expect(await agent.put(path, change)).toMatchObject({
    status: 422,
    body: { errors: { newPassword: { message: PASSWORD_MESSAGES.same } } },
  })
  expect(await agent.get('/api/users')).toMatchObject(asked)
})

test('does not prevent signing out', async () => {
  await server.db.update(users).set({ isPasswordGiven: true }).where(eq(users._id, team.agent.id))
  await demand()
  expect(await team.agent.post('/auth/logout')).toMatchObject({ status: 204 })
})

test('is not required in a viewer’s app', async () => {
  const { _id } = await storeUser(server, 'app', {
    isPasswordGiven: true,
    dateExpire: new Date('2030-01-01'),
  })
  await demand()
  const app = server.clientOf(await openSession(server.db, _id, server.clock.now(), true))
  expect(await app.get('/api/users/me')).toMatchObject({ status: 200, body: { mustChangePassword: false } })
  expect(await app.get('/api/issues/mine')).toMatchObject({ status: 200 })
})

test('is required after each way of setting another user’s password, until that user changes it', async () => {
  const created = newUser(await profileId(server, 'app'))
  expect(await team.admin.post('/api/users', created)).toMatchObject({ status: 201 })
  expect(await isGiven(created.name)).toBe(true)
  const edited = await storeUser(server, 'agent')
  expect(await isGiven(edited.name)).toBe(false)
  await team.admin.put(`/api/users/${edited._id}`, { comment: 'x' })
  expect(await isGiven(edited.name)).toBe(false)
  await team.admin.put(`/api/users/${edited._id}`, { password: 'dada' })
  expect(await isGiven(edited.name)).toBe(true)
  const own = await signInAs(server, edited)
  await own.put(`/api/users/${edited._id}/password`, { oldPassword: 'dada', newPassword: 'propia' })
  expect(await isGiven(edited.name)).toBe(false)
  const imports = importClient(server, '/api/users', () => team.admin)
  const { body } = await imports.upload('usuario,clave\nimportado,dada\n')
  await imports.applied(await imports.check(body, { columns: ['name', 'password'] }))
  expect(await isGiven('importado')).toBe(true)
})

test.each([
  ['generated', undefined, true],
  ['of the environment', PASSWORD, false],
])('depends, for the first user, on the source of the password: %s', async (_name, saPassword, given) => {
  await server.db.delete(sessions)
  const config = { ...server.context.config, saName: 'primero', saPassword }
  await createFirstUser({ ...server.context, config, db: server.db })
  expect(await isGiven('primero')).toBe(given)
})

test('does not appear in the audit log', async () => {
  await team.admin.put(`/api/users/${team.agent.id}`, { password: 'dada' })
  const events = await server.db.select().from(auditEntries).where(eq(auditEntries.record, team.agent.id))
  expect(JSON.stringify(events)).not.toContain('isPasswordGiven')
})
