import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import {
  challenges,
  factors,
  recoveryCodes,
} from '../../../../src/server/platform/database/schema/factors.ts'
import { licences, sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { codeAt, passPassword, storeTotp } from '../../../support/factors.ts'
import { openSession, type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
let sa: SignedIn
let ana: SignedIn

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  ana = await signedIn(server, 'agent', { name: 'ana' })
})

const left = async () => [
  ...(await server.db.select().from(factors)),
  ...(await server.db.select().from(recoveryCodes)),
  ...(await server.db.select().from(challenges)),
]

test('sa resets a lost factor: the sessions on the web end, those of apps stay, and it is in the audit log', async () => {
  const { seed } = await storeTotp(server, ana.id)
  const { challenge } = await passPassword(server.anonymous, 'ana')
  await openSession(server.db, ana.id, server.clock.now(), true)
  const listed = await sa.get(`/api/users/${ana.id}/factors`)
  expect(listed.body).toMatchObject({ factors: [{ kind: 'totp', name: 'Teléfono' }], recoveryCodes: 10 })
  expect(listed.text).not.toContain(seed)
  expect((await sa.delete(`/api/users/${ana.id}/factors`)).status).toBe(204)
  expect(await left()).toEqual([])
  expect((await ana.get('/api/users/me')).status).toBe(401)
  const kept = await server.db.select().from(sessions).where(eq(sessions.user, ana.id))
  expect(kept).toMatchObject([{ isApp: true }])
  const answer = { challenge, code: codeAt(seed, server.clock.now()) }
  expect((await server.anonymous.post('/auth/second-factor', answer)).body.code).toBe('CHALLENGE_OVER')
  expect((await passPassword(server.anonymous, 'ana')).answer.status).toBe(200)
  const events = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'factor-reset'))
  expect(events).toMatchObject([{ user: sa.id, record: ana.id }])
})

test('a password reset by a superior leaves the factors in force, and ends the sessions', async () => {
  const { seed } = await storeTotp(server, ana.id)
  const given = { oldPassword: '', newPassword: 'dada-por-otro' }
  expect((await sa.put(`/api/users/${ana.id}/password`, given)).status).toBe(204)
  expect((await ana.get('/api/users/me')).status).toBe(401)
  const passed = await server.anonymous.post('/auth/local', { name: 'ana', password: given.newPassword })
  expect([passed.status, passed.body.code]).toEqual([401, 'SECOND_FACTOR'])
  const answer = { challenge: passed.body.challenge, code: codeAt(seed, server.clock.now()) }
  expect((await server.anonymous.post('/auth/second-factor', answer)).status).toBe(200)
})

test('only sa reads or resets the factors of others, and sa not its own', async () => {
  await storeTotp(server, ana.id)
  for (const profile of ['Administrador', 'superagent']) {
    const other = await signedIn(server, profile)
    expect((await other.get(`/api/users/${ana.id}/factors`)).status).toBe(403)
    expect((await other.delete(`/api/users/${ana.id}/factors`)).status).toBe(403)
  }
  expect((await sa.delete(`/api/users/${sa.id}/factors`)).status).toBe(403)
  expect((await sa.delete('/api/users/nadie/factors')).status).toBe(404)
  expect((await sa.get('/api/users/nadie/factors')).status).toBe(404)
  expect(await left()).toHaveLength(11)
})

test('sa confirms before it resets factors (rule P13)', async () => {
  const earlier = new Date(server.clock.now().getTime() - 2 * HOUR)
  await server.db.update(sessions).set({ confirmedAt: earlier }).where(eq(sessions.user, sa.id))
  const answer = await sa.delete(`/api/users/${ana.id}/factors`)
  expect([answer.status, answer.body.code]).toEqual([403, 'CONFIRM'])
})

test('deleting a user, or an expired demo, erases its factors, codes and challenges', async () => {
  await storeTotp(server, ana.id)
  await passPassword(server.anonymous, 'ana')
  const demo = await storeUser(server, 'demo', { dateExpire: new Date(Date.now() - HOUR) })
  await storeTotp(server, demo._id)
  expect((await server.db.select().from(licences).where(eq(licences._id, demo._id))).length).toBe(1)
  expect((await sa.delete(`/api/users/${ana.id}`)).status).toBe(200)
  expect((await sa.delete('/api/users/demo')).body).toEqual({ count: 1 })
  expect(await left()).toEqual([])
})
