import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { DEMO_LOGINS } from '../../../../src/server/features/sign-in/demo-logins.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { auditEntries, auditPersonal } from '../../../../src/server/platform/database/schema/audit.ts'
import { factors, recoveryCodes } from '../../../../src/server/platform/database/schema/factors.ts'
import { installation } from '../../../../src/server/platform/database/schema/settings.ts'
import { loginAttempts, profiles, sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { codeAt, passPassword, storeTotp } from '../../../support/factors.ts'
import { openSession, type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp({ config: { publicUrl: 'https://cartelera.example' } })
const SITE = { id: 'cartelera.example', origin: 'https://cartelera.example' }
const RECOVERY = /^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/

const code = (seed: unknown, steps = 0) => codeAt(String(seed), server.clock.now(), steps)
const wrong = (seed: unknown) => String((Number(code(seed)) + 1) % 1_000_000).padStart(6, '0')
const demand = (name: string, secondFactor = true) =>
  server.db.update(profiles).set({ secondFactor }).where(eq(profiles.name, name))
const unconfirmed = (id: string) =>
  server.db
    .update(sessions)
    .set({ confirmedAt: new Date(server.clock.now().getTime() - 2 * HOUR) })
    .where(eq(sessions.user, id))

describe('a profile that demands a second factor', () => {
  beforeEach(() => demand('agent'))

  const pass = async (name = 'ana') => passPassword(server.anonymous, name)
  const begin = (challenge: string, kind = 'totp') =>
    server.anonymous.post('/auth/second-factor/enrol', { challenge, kind })
  const verify = (challenge: string, proof: object) =>
    server.anonymous.post('/auth/second-factor/enrol/verify', { challenge, ...proof })

  test('makes its users enrol at the next sign-in, with recovery codes', async () => {
    await storeUser(server, 'agent', { name: 'ana' })
    const { answer, challenge } = await pass()
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({ code: 'ENROL', challenge: expect.any(String) })
    const begun = await begin(challenge)
    expect(begun.status).toBe(200)
    expect(begun.headers['cache-control']).toBe('no-store')
    expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(begun.body.offersPasskeys).toBe(true)
    expect(begun.body.url).toBe(
      `otpauth://totp/Cartelera:ana?issuer=Cartelera&secret=${begun.body.secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const entered = await verify(challenge, { code: code(begun.body.secret) })
    expect(entered.status).toBe(200)
    const codes = entered.body.recoveryCodes as string[]
    expect(new Set(codes).size).toBe(10)
    for (const each of codes) expect(each).toMatch(RECOVERY)
    expect(JSON.stringify(await server.db.select().from(recoveryCodes))).not.toContain(codes[0])
    expect((await server.clientOf(String(entered.body.token)).get('/api/users/me')).body.name).toBe('ana')
    expect(String(entered.headers['set-cookie'])).toMatch(/^known_browsers=/)
    expect(await server.db.select().from(loginAttempts)).toEqual([])
    expect((await pass()).answer.body.code).toBe('SECOND_FACTOR')
  })

  test('lets them enrol a passkey instead', async () => {
    await storeUser(server, 'agent', { name: 'ana' })
    const { challenge } = await pass()
    const key = createAuthenticator(SITE)
    const { body } = await begin(challenge, 'passkey')
    const entered = await verify(challenge, {
      attestation: key.create(body.options as { challenge: string }),
    })
    expect(entered.status).toBe(200)
    expect(await server.db.select().from(factors)).toMatchObject([
      { kind: 'passkey', name: 'Llave de acceso' },
    ])
  })

  test('does not accept the code of the enrolment for a sign-in', async () => {
    await storeUser(server, 'agent', { name: 'ana' })
    const { challenge } = await pass()
    const { secret } = (await begin(challenge)).body
    await verify(challenge, { code: code(secret) })
    const next = (await pass()).challenge
    const answer = (sent: string) =>
      server.anonymous.post('/auth/second-factor', { challenge: next, code: sent })
    expect((await answer(code(secret))).status).toBe(401)
    expect((await answer(code(secret, 1))).status).toBe(200)
  })

  test('allows five wrong codes; then the sign-in must be started again', async () => {
    await storeUser(server, 'agent', { name: 'ana' })
    const { challenge } = await pass()
    const { secret } = (await begin(challenge)).body
    for (let guess = 0; guess < 5; guess++) {
      const answer = await verify(challenge, { code: wrong(secret) })
      expect(answer.status).toBe(422)
      expect(validationErrorsOf(answer).code).toMatch(/código/)
    }
    expect((await verify(challenge, { code: code(secret) })).body.code).toBe('CHALLENGE_OVER')
    expect((await begin(challenge)).body.code).toBe('CHALLENGE_OVER')
    expect(await server.db.select().from(factors)).toEqual([])
    expect(await server.db.select().from(sessions)).toEqual([])
  })

  test('allows no second enrolment with the password alone, once a factor was enrolled', async () => {
    const ana = await storeUser(server, 'agent', { name: 'ana' })
    const { challenge } = await pass()
    const { secret } = (await begin(challenge)).body
    await storeTotp(server, ana._id)
    expect((await verify(challenge, { code: code(secret) })).body.code).toBe('CHALLENGE_OVER')
    expect(await server.db.select().from(factors)).toHaveLength(1)
  })

  test('demands none once this is switched off, but lets a started enrolment finish', async () => {
    await storeUser(server, 'agent', { name: 'ana' })
    const { challenge } = await pass()
    await demand('agent', false)
    const { secret } = (await begin(challenge)).body
    expect((await verify(challenge, { code: code(secret) })).status).toBe(200)
    await server.db.delete(factors)
    expect((await pass()).answer.status).toBe(200)
  })

  test('does not end sessions, and lets nobody delete their last factor', async () => {
    const ana = await signedIn(server, 'agent', { name: 'ana' })
    await storeTotp(server, ana.id)
    const own = await ana.get('/api/me/factors')
    expect(own.body).toMatchObject({ isDemanded: true, recoveryCodes: 10 })
    const [{ _id }] = own.body.factors as [{ _id: string }]
    const refused = await ana.delete(`/api/me/factors/${_id}`)
    expect(refused.status).toBe(409)
    expect(refused.body.message).toMatch(/exige/)
  })
})

describe('one’s own second factors', () => {
  let ana: SignedIn
  beforeEach(async () => {
    ana = await signedIn(server, 'agent', { name: 'ana' })
  })
  const begin = () => ana.post('/api/me/factors', { kind: 'totp' })
  const addTotp = async () => {
    const { secret } = (await begin()).body
    const { body } = await ana.post('/api/me/factors/verify', { code: code(secret), name: ' Mi teléfono ' })
    return { secret, codes: body.recoveryCodes as string[] | null }
  }

  test('are none at first, with the kinds that can be added', async () => {
    expect((await ana.get('/api/me/factors')).body).toEqual({
      factors: [],
      recoveryCodes: 0,
      kinds: ['totp', 'passkey'],
      isDemanded: false,
      notice: null,
    })
  })

  test('are added in two steps, the first with ten recovery codes', async () => {
    const { codes } = await addTotp()
    expect(codes).toHaveLength(10)
    const { body } = await ana.get('/api/me/factors')
    expect(body).toMatchObject({
      factors: [{ kind: 'totp', name: 'Mi teléfono', lastUse: null }],
      recoveryCodes: 10,
      kinds: ['passkey'],
    })
    const key = createAuthenticator(SITE)
    const { options } = (await ana.post('/api/me/factors', { kind: 'passkey' })).body
    const second = await ana.post('/api/me/factors/verify', {
      attestation: key.create(options as { challenge: string }),
    })
    expect(second.body).toEqual({ recoveryCodes: null })
    expect((await passPassword(server.anonymous, 'ana')).answer.body.code).toBe('SECOND_FACTOR')
  })

  test('allow one authenticator app', async () => {
    await addTotp()
    expect((await begin()).status).toBe(409)
  })

  test('are not added without the first step, after five minutes, or in another session', async () => {
    expect((await ana.post('/api/me/factors/verify', { code: '123456' })).status).toBe(409)
    const { secret } = (await begin()).body
    const other = server.clientOf(await openSession(server.db, ana.id, server.clock.now()))
    expect((await other.post('/api/me/factors/verify', { code: code(secret) })).status).toBe(409)
    server.clock.advance(5 * MINUTE)
    expect((await ana.post('/api/me/factors/verify', { code: code(secret) })).status).toBe(409)
    expect(await server.db.select().from(factors)).toEqual([])
  })

  test.each(['a\u202eb', 'a\u0007b', 'a\u200bb'])(
    'reject names with invisible characters: %j',
    async (name) => {
      const { secret } = (await begin()).body
      const refused = await ana.post('/api/me/factors/verify', { code: code(secret), name })
      expect(Object.keys(validationErrorsOf(refused))).toEqual(['name'])
      const added = await ana.post('/api/me/factors/verify', { code: code(secret), name: ' Móvil ' })
      expect(added.status).toBe(200)
      expect((await ana.get('/api/me/factors')).body.factors).toMatchObject([{ name: 'Móvil' }])
    },
  )

  test('are off once the last one is deleted, which deletes the recovery codes', async () => {
    await addTotp()
    const [{ _id }] = (await ana.get('/api/me/factors')).body.factors as [{ _id: string }]
    const foreign = await signedIn(server, 'sa')
    expect((await foreign.delete(`/api/me/factors/${_id}`)).status).toBe(404)
    expect((await ana.delete(`/api/me/factors/${_id}`)).status).toBe(204)
    expect((await ana.delete(`/api/me/factors/${_id}`)).status).toBe(404)
    expect(await server.db.select().from(recoveryCodes)).toEqual([])
    expect((await passPassword(server.anonymous, 'ana')).answer.status).toBe(200)
  })

  test('can get new recovery codes, which replace the old ones', async () => {
    expect((await ana.post('/api/me/factors/recovery-codes')).status).toBe(409)
    const { codes } = await addTotp()
    const renewed = (await ana.post('/api/me/factors/recovery-codes')).body.recoveryCodes as string[]
    expect(renewed).toHaveLength(10)
    const answer = async (recoveryCode: string | undefined) => {
      const { challenge } = await passPassword(server.anonymous, 'ana')
      return (await server.anonymous.post('/auth/second-factor', { challenge, recoveryCode })).status
    }
    expect(await answer(codes?.[0])).toBe(401)
    expect(await answer(renewed[0])).toBe(200)
    expect((await ana.get('/api/me/factors')).body.recoveryCodes).toBe(9)
  })

  test('change only while a confirmation is valid (rule P13)', async () => {
    await unconfirmed(ana.id)
    for (const answer of [
      await begin(),
      await ana.post('/api/me/factors/verify', { code: '123456' }),
      await ana.post('/api/me/factors/recovery-codes'),
      await ana.delete(`/api/me/factors/${newId()}`),
    ]) {
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('CONFIRM')
    }
    expect((await ana.get('/api/me/factors')).status).toBe(200)
  })

  test('are in the audit log without their secrets', async () => {
    const { secret, codes } = await addTotp()
    await ana.post('/api/me/factors/recovery-codes')
    const [{ _id }] = (await ana.get('/api/me/factors')).body.factors as [{ _id: string }]
    await ana.delete(`/api/me/factors/${_id}`)
    const events = await server.db.select().from(auditEntries).orderBy(auditEntries._id)
    const factor = 'Aplicación de autenticación'
    expect(events).toMatchObject([
      { action: 'factor-add', user: ana.id, record: ana.id, changes: [{ before: null, after: factor }] },
      { action: 'recovery-codes', user: ana.id },
      { action: 'factor-remove', user: ana.id, changes: [{ before: factor, after: null }] },
    ])
    const written = JSON.stringify([events, await server.db.select().from(auditPersonal)])
    expect(written).not.toContain(secret)
    expect(written).not.toContain(codes?.[0])
  })
})

describe('the logins of the demo', () => {
  const isDemo = (value: boolean) =>
    server.db
      .insert(installation)
      .values({ isDemo: value, date: server.clock.now() })
      .onConflictDoUpdate({ target: installation._id, set: { isDemo: value } })

  test('cannot have a second factor, and none is demanded of them', async () => {
    await isDemo(true)
    await demand('sa')
    for (const { name } of DEMO_LOGINS) {
      const login = await signedIn(server, 'sa', { name })
      const refused = await login.post('/api/me/factors', { kind: 'totp' })
      expect(refused.status).toBe(409)
      expect(refused.body.message).toMatch(/demostración/)
      const { body } = await login.get('/api/me/factors')
      expect(body).toMatchObject({
        kinds: [],
        isDemanded: false,
        notice: expect.stringMatching(/demostración/),
      })
      expect((await passPassword(server.anonymous, name)).answer.status).toBe(200)
    }
    await storeUser(server, 'sa', { name: 'otro' })
    expect((await passPassword(server.anonymous, 'otro')).answer.body.code).toBe('ENROL')
  })

  test('are ordinary names elsewhere', async () => {
    await isDemo(false)
    const sa = await signedIn(server, 'sa', { name: 'sa' })
    expect((await sa.post('/api/me/factors', { kind: 'totp' })).status).toBe(200)
  })
})
