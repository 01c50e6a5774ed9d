import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CONFIRMATION } from '../../../../src/domain/sign-in/confirmation.ts'
import { PASSWORD_MESSAGES } from '../../../../src/domain/users/password.ts'
import { strictPasswordError } from '../../../../src/server/features/sign-in/passwords.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { newUser, PASSWORD, people, profileId, storeUser } from '../../../support/people.ts'

const server = testApp({ config: { strictPasswords: true } })
const judged = '/api/passwords/strength'

describe('the strength of a password', () => {
  test.each([
    ['abc', 0, false],
    ['Password', 0, true],
    ['123456789', 0, true],
    ['Tren-azul_camina.42', 4, false],
  ])('rates %j by estimate and common-password list', async (password, score, isCommon) => {
    const { admin } = await people(server)
    expect((await admin.post(judged, { password })).body).toEqual({ score, isCommon })
  })

  test('is computed in bounded time for long passwords', async () => {
    const { admin } = await people(server)
    expect((await admin.post(judged, { password: 'aB3$'.repeat(50) })).status).toBe(200)
    expect((await admin.post(judged, { password: 'a'.repeat(201) })).status).toBe(422)
  })
})

describe('a strict deployment', () => {
  const api = '/api/users'

  test.each([
    ['corta12', PASSWORD_MESSAGES.strictShort],
    ['password1', PASSWORD_MESSAGES.common],
  ])('rejects %j for users with web access, at every endpoint', async (password, message) => {
    const { sa, agent } = await people(server)
    const created = await sa.post(api, newUser(await profileId(server, 'agent'), { password }))
    expect([created.status, validationErrorsOf(created)]).toEqual([422, { password: message }])
    const edited = await sa.put(`${api}/${agent.id}`, { password })
    expect([edited.status, validationErrorsOf(edited)]).toEqual([422, { password: message }])
    const set = await sa.put(`${api}/${agent.id}/password`, { oldPassword: '', newPassword: password })
    expect([set.status, validationErrorsOf(set)]).toEqual([422, { newPassword: message }])
    const own = await agent.put(`${api}/${agent.id}/password`, {
      oldPassword: PASSWORD,
      newPassword: password,
    })
    expect([own.status, validationErrorsOf(own)]).toEqual([422, { newPassword: message }])
  })

  test('reports validation errors before it demands a confirmation', async () => {
    const { sa, agent } = await people(server)
    server.clock.advance(2 * HOUR)
    const password = 'corta12'
    expect(await sa.put(`${api}/${agent.id}`, { password })).toMatchObject({ status: 422 })
    const set = await sa.put(`${api}/${agent.id}/password`, { oldPassword: '', newPassword: password })
    expect(set).toMatchObject({ status: 422 })
    expect(await sa.put(`${api}/${agent.id}`, { password: 'tren-azul-42' })).toMatchObject({
      status: 403,
      body: { code: CONFIRMATION.code },
    })
  })

  test('accepts three characters for viewers, and requires a new password for a profile with web access', async () => {
    const { sa } = await people(server)
    const { status, body } = await sa.post(api, newUser(await profileId(server, 'app'), { password: 'abc' }))
    expect(status).toBe(201)
    const profile = await profileId(server, 'agent')
    const missing = await sa.put(`${api}/${body._id}`, { profile })
    expect([missing.status, validationErrorsOf(missing)]).toEqual([
      422,
      { password: PASSWORD_MESSAGES.neededForWeb },
    ])
    const weak = await sa.put(`${api}/${body._id}`, { profile, password: 'corta12' })
    expect(validationErrorsOf(weak)).toEqual({ password: PASSWORD_MESSAGES.strictShort })
    expect((await sa.put(`${api}/${body._id}`, { profile, password: 'tren-azul-42' })).status).toBe(200)
  })

  test('does not affect other edits', async () => {
    const { sa } = await people(server)
    const { _id } = await storeUser(server, 'agent')
    expect((await sa.put(`${api}/${_id}`, { fullName: 'Otro Nombre' })).status).toBe(200)
    const [row] = await server.db.select().from(users).where(eq(users._id, _id))
    expect(row?.fullName).toBe('Otro Nombre')
  })
})

test('a deployment that is not strict rejects no weak password', async () => {
  expect(await strictPasswordError({ strictPasswords: false }, 'abc')).toBeUndefined()
})
