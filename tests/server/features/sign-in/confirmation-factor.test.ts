import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp, validationErrorsOf } from '../../../support/app.ts'
import { createAuthenticator } from '../../../support/authenticator.ts'
import { HOUR } from '../../../support/clock.ts'
import { codeAt, storeTotp } from '../../../support/factors.ts'
import { openSession, PASSWORD, type SignedIn, signedIn } from '../../../support/people.ts'

const SITE = { id: 'cartelera.example', origin: 'https://cartelera.example' }
const server = testApp({ config: { publicUrl: SITE.origin } })
const key = createAuthenticator(SITE)

let ana: SignedIn
let seed: string

beforeEach(async () => {
  key.setCounter(0)
  ana = await signedIn(server, 'sa', { name: 'ana' })
  const { options } = (await ana.post('/api/me/factors', { kind: 'passkey' })).body
  const attestation = key.create(options as { challenge: string })
  expect((await ana.post('/api/me/factors/verify', { attestation })).status).toBe(200)
  seed = (await storeTotp(server, ana.id)).seed
  server.clock.advance(2 * HOUR)
})

const code = (steps = 0) => codeAt(seed, server.clock.now(), steps)
const confirm = (body: object, person: SignedIn | ReturnType<typeof server.clientOf> = ana) =>
  person.post('/auth/confirm', body)
const isConfirmed = async () => (await ana.post('/api/me/factors/recovery-codes')).status === 200
const options = async (person: SignedIn | ReturnType<typeof server.clientOf> = ana) =>
  (await person.post('/auth/confirm/options')).body.passkey as { challenge: string }

test('the code of the app confirms a session, once (rule P18)', async () => {
  expect(await isConfirmed()).toBe(false)
  expect((await confirm({ code: code() })).status).toBe(204)
  expect(await isConfirmed()).toBe(true)
  expect(validationErrorsOf(await confirm({ code: code() }))).toEqual({
    code: 'El código no es correcto o ya se usó.',
  })
  const events = await server.db.select().from(auditEntries).orderBy(auditEntries._id)
  const changes = [{ field: 'factor', before: null, after: 'Aplicación de autenticación' }]
  expect(events.filter(({ action }) => action.startsWith('confirm'))).toMatchObject([
    { action: 'confirm', changes },
    { action: 'confirm-failed', changes },
  ])
})

test('a passkey confirms the session whose options it signed, once', async () => {
  expect((await ana.post('/auth/confirm/options')).body.kinds).toEqual(['passkey', 'totp'])
  const asked = await options()
  const other = server.clientOf(await openSession(server.db, ana.id, server.clock.now()))
  expect(Object.keys(validationErrorsOf(await confirm({ assertion: key.get(asked) }, other)))).toEqual([
    'assertion',
  ])
  const assertion = key.get(asked)
  expect((await confirm({ assertion })).status).toBe(204)
  expect(await isConfirmed()).toBe(true)
  expect((await confirm({ assertion })).status).toBe(422)
})

test('the passkey options of a sign-in cannot confirm a session', async () => {
  const { body } = await server.anonymous.post('/auth/local', { name: 'ana', password: PASSWORD })
  const asked = await server.anonymous.post('/auth/second-factor/options', { challenge: body.challenge })
  await options()
  const assertion = key.get(asked.body.passkey as { challenge: string })
  expect((await confirm({ assertion })).status).toBe(422)
  expect(await isConfirmed()).toBe(false)
})

test('a confirmation requires exactly one of password, code and assertion', async () => {
  for (const body of [{}, { password: PASSWORD, code: code() }, { recoveryCode: 'x' }])
    expect((await confirm(body)).status).toBe(422)
  expect(await isConfirmed()).toBe(false)
})

test('after ten wrong codes confirmations are limited, but not sign-ins from other addresses (rule P7)', async () => {
  const wrong = String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
  for (let guess = 0; guess < 10; guess++) expect((await confirm({ code: wrong })).status).toBe(422)
  expect((await confirm({ code: code() })).status).toBe(429)
  const elsewhere = { address: '198.51.100.7' }
  const sent = { name: 'ana', password: PASSWORD }
  const { body } = await server.anonymous.post('/auth/local', sent, elsewhere)
  expect(body.code).toBe('SECOND_FACTOR')
})

test('a user without factors confirms with the password alone', async () => {
  const luis = await signedIn(server, 'agent', { name: 'luis' })
  expect((await luis.post('/auth/confirm/options')).body).toEqual({ kinds: [], passkey: null, minutes: 120 })
  expect((await confirm({ code: '123456' }, luis)).status).toBe(422)
  expect((await confirm({ password: PASSWORD }, luis)).status).toBe(204)
})

test('a session that ended meanwhile is not confirmed', async () => {
  const asked = await options()
  await server.db.delete(sessions)
  expect((await confirm({ assertion: key.get(asked) })).status).toBe(401)
})
