import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeOldChallenges } from '../../../../src/server/features/sign-in/challenges.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import {
  challenges,
  factors,
  recoveryCodes,
} from '../../../../src/server/platform/database/schema/factors.ts'
import {
  loginAttempts,
  profiles,
  sessions,
  users,
} from '../../../../src/server/platform/database/schema/users.ts'
import { type CallOptions, testApp, validationErrorsOf } from '../../../support/app.ts'
import { MINUTE } from '../../../support/clock.ts'
import { codeAt, passPassword, storeTotp } from '../../../support/factors.ts'
import { importClient } from '../../../support/imports.ts'
import { runJobs } from '../../../support/jobs.ts'
import { PASSWORD, profileId, type SignedIn, signedIn, signInAs, storeUser } from '../../../support/people.ts'

const server = testApp()
const answerWith = (body: object, options?: CallOptions) =>
  server.anonymous.post('/auth/second-factor', body, options)

let ana: { _id: string; seed: string; codes: string[] }

beforeEach(async () => {
  const { _id } = await storeUser(server, 'sa', { name: 'ana' })
  ana = { _id, ...(await storeTotp(server, _id)) }
})

const pass = async (options?: CallOptions) => (await passPassword(server.anonymous, 'ana', options)).challenge
const code = (steps = 0) => codeAt(ana.seed, server.clock.now(), steps)
const wrong = () => String((Number(code()) + 1) % 1_000_000).padStart(6, '0')
const over = { code: 'CHALLENGE_OVER' }

describe('a sign-in of a user with a second factor', () => {
  test('gets a challenge instead of a session, and neither a cookie nor a last sign-in', async () => {
    const { answer } = await passPassword(server.anonymous, 'ana')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      message: 'Confirme su identidad con el segundo factor.',
      code: 'SECOND_FACTOR',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await server.db.select().from(sessions)).toEqual([])
    const [stored] = await server.db.select().from(challenges)
    expect(JSON.stringify(stored)).not.toContain(answer.body.challenge)
    const [user] = await server.db.select().from(users).where(eq(users._id, ana._id))
    expect(user?.lastLogin).toBeNull()
  })

  test('succeeds with the code of the app, and marks the browser as known', async () => {
    const entered = await answerWith({ challenge: await pass(), code: code() })
    expect(entered.status).toBe(200)
    expect(String(entered.headers['set-cookie'])).toMatch(/^known_browsers=/)
    expect(entered.headers['cache-control']).toBe('no-store')
    const me = await server.clientOf(String(entered.body.token)).get('/api/users/me')
    expect(me.body.name).toBe('ana')
    expect(await server.db.select().from(challenges)).toEqual([])
  })

  test.each([-1, 0, 1])('accepts the code of step %i from now', async (steps) => {
    expect((await answerWith({ challenge: await pass(), code: code(steps) })).status).toBe(200)
  })

  test.each([-2, 2])('rejects the code of step %i from now', async (steps) => {
    const answer = await answerWith({ challenge: await pass(), code: code(steps) })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('WRONG_FACTOR')
  })

  test('accepts a code with the space that apps show', async () => {
    const spaced = code().replace(/^.../, '$& ')
    expect((await answerWith({ challenge: await pass(), code: spaced })).status).toBe(200)
  })

  test('accepts no code twice, and none older than the last one', async () => {
    const used = code()
    expect((await answerWith({ challenge: await pass(), code: used })).status).toBe(200)
    expect((await answerWith({ challenge: await pass(), code: used })).status).toBe(401)
    expect((await answerWith({ challenge: await pass(), code: code(-1) })).status).toBe(401)
    expect((await answerWith({ challenge: await pass(), code: code(1) })).status).toBe(200)
  })

  test('succeeds with a recovery code in any spelling, once', async () => {
    const [recovery = ''] = ana.codes
    const typed = ` ${recovery.toLowerCase().replaceAll('-', ' ')}`
    expect((await answerWith({ challenge: await pass(), recoveryCode: typed })).status).toBe(200)
    const again = await answerWith({ challenge: await pass(), recoveryCode: recovery })
    expect(again.status).toBe(401)
    expect(again.body.code).toBe('WRONG_FACTOR')
    expect(await server.db.select().from(recoveryCodes)).toHaveLength(9)
    const used = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'recovery-used'))
    expect(used).toMatchObject([{ record: ana._id, user: ana._id }])
  })

  test('accepts no recovery code of another user', async () => {
    const luis = await storeUser(server, 'sa', { name: 'luis' })
    const { codes } = await storeTotp(server, luis._id)
    expect((await answerWith({ challenge: await pass(), recoveryCode: codes[0] })).status).toBe(401)
    expect((await answerWith({ challenge: await pass(), recoveryCode: ana.codes[0] })).status).toBe(200)
  })

  test('is not required of viewers’ apps, nor of users without a factor', async () => {
    await storeUser(server, 'sa', { name: 'luis' })
    const { answer } = await passPassword(server.anonymous, 'luis')
    expect(answer.status).toBe(200)
    const viewer = await storeUser(server, 'app', { name: 'cliente' })
    await storeTotp(server, viewer._id)
    await server.db
      .update(profiles)
      .set({ secondFactor: true, dateValidate: false })
      .where(eq(profiles.name, 'app'))
    const device = { macAddress: '00:11:22:33:44:55' }
    const app = await server.anonymous.post('/auth/local', { name: 'cliente', password: PASSWORD, device })
    expect(app.status).toBe(200)
  })

  test('is not revealed by a wrong password', async () => {
    const answer = await server.anonymous.post('/auth/local', { name: 'ana', password: 'otra' })
    expect(answer.body).toEqual({ message: 'Nombre de usuario o contraseña incorrectos.' })
  })
})

describe('a challenge', () => {
  test('opens only one session', async () => {
    const challenge = await pass()
    expect((await answerWith({ challenge, code: code() })).status).toBe(200)
    const again = await answerWith({ challenge, code: code(1) })
    expect(again.status).toBe(401)
    expect(again.body).toMatchObject(over)
  })

  test('expires after five minutes, and is then deleted', async () => {
    const challenge = await pass()
    server.clock.advance(5 * MINUTE - 1)
    expect((await answerWith({ challenge, code: wrong() })).body.code).toBe('WRONG_FACTOR')
    server.clock.advance(1)
    expect((await answerWith({ challenge, code: code() })).body).toMatchObject(over)
    await removeOldChallenges(server.db, server.clock.now())
    expect(await server.db.select().from(challenges)).toEqual([])
  })

  test('is void after five wrong answers, even for a correct sixth one', async () => {
    const challenge = await pass()
    for (let guess = 0; guess < 5; guess++)
      expect((await answerWith({ challenge, code: wrong() })).body.code).toBe('WRONG_FACTOR')
    const sixth = await answerWith({ challenge, code: code() })
    expect(sixth.status).toBe(401)
    expect(sixth.body).toMatchObject(over)
  })

  test('for an enrolment cannot be answered, and one to be answered cannot enrol', async () => {
    const challenge = await pass()
    expect(
      (await server.anonymous.post('/auth/second-factor/enrol', { challenge, kind: 'totp' })).body,
    ).toMatchObject(over)
    await server.db.update(challenges).set({ purpose: 'enrol' })
    expect((await answerWith({ challenge, code: code() })).body).toMatchObject(over)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      'the password is changed',
      () => server.db.update(users).set({ passwordHash: 'x' }).where(eq(users._id, ana._id)),
    ],
    [
      'the user is disabled',
      () => server.db.update(users).set({ status: 'disable' }).where(eq(users._id, ana._id)),
    ],
    [
      'the profile loses web access',
      () => server.db.update(profiles).set({ accessWeb: false }).where(eq(profiles.name, 'sa')),
    ],
    [
      'the user is deleted',
      () => server.db.update(users).set({ deletedAt: new Date() }).where(eq(users._id, ana._id)),
    ],
  ])('is void once %s', async (_, change) => {
    const challenge = await pass()
    await change()
    expect((await answerWith({ challenge, code: code() })).body).toMatchObject(over)
    expect(await server.db.select().from(sessions)).toEqual([])
  })

  test.each<[string, (admin: SignedIn) => Promise<unknown>]>([
    ['in the form', (admin) => admin.put(`/api/users/${ana._id}`, { status: 'disable' })],
    [
      'in bulk',
      async (admin) => {
        const body = { ids: [ana._id], expected: 1, action: 'update', changes: { status: 'disable' } }
        await admin.post('/api/users/bulk', body)
        await runJobs(server.context)
      },
    ],
    [
      'by an import',
      async (admin) => {
        const imports = importClient(server, '/api/users', () => admin)
        const { body } = await imports.upload(`usuario,estado\nana,Inactivo`)
        const checked = await imports.check(body, { columns: ['name', 'status'] })
        await imports.applied(checked, { fields: ['status'] })
      },
    ],
  ])('is void once its user was disabled %s, even if enabled again', async (_name, disable) => {
    const admin = await signedIn(server, 'Administrador')
    const profile = await profileId(server, 'agent')
    await server.db.update(users).set({ profile }).where(eq(users._id, ana._id))
    const challenge = await pass()
    await disable(admin)
    const [row] = await server.db.select().from(users).where(eq(users._id, ana._id))
    expect(row?.status).toBe('disable')
    await admin.put(`/api/users/${ana._id}`, { status: 'enable' })
    expect((await answerWith({ challenge, code: code() })).body).toMatchObject(over)
    expect((await answerWith({ challenge: await pass(), code: code() })).status).toBe(200)
  })

  test.each(['', 'x', '../', `${'a'.repeat(43)}`])(
    'with the unknown value %j is rejected',
    async (challenge) => {
      expect((await answerWith({ challenge, code: '123456' })).body).toMatchObject(over)
    },
  )

  test('accepts exactly one kind of answer, with well-formed values', async () => {
    const challenge = await pass()
    for (const body of [
      {},
      { code: code(), recoveryCode: ana.codes[0] },
      { code: '12345' },
      { code: 123456 },
      { code: '12345a' },
      { recoveryCode: 'corto' },
      { assertion: {} },
      { code: code(), role: 'sa' },
    ]) {
      const answer = await answerWith({ challenge, ...body })
      expect(answer.status).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).not.toEqual([])
    }
    const [stored] = await server.db.select().from(challenges)
    expect(stored?.attempts).toBe(0)
    expect((await answerWith({ challenge, code: code() })).status).toBe(200)
  })
})

describe('the limits of failures', () => {
  const failures = () => server.db.select().from(loginAttempts)

  test('count a password without a following factor, until the factor is given', async () => {
    const challenge = await pass()
    expect(await failures()).toMatchObject([{ nameKey: 'ana', pending: false }])
    expect((await answerWith({ challenge, code: code() })).status).toBe(200)
    expect(await failures()).toEqual([])
  })

  test('lock a name at an IP address after ten passwords without a factor', async () => {
    for (let time = 0; time < 10; time++) await pass()
    expect((await passPassword(server.anonymous, 'ana')).answer.status).toBe(429)
    expect((await passPassword(server.anonymous, 'ana', { address: '198.51.100.7' })).answer.status).toBe(401)
  })

  test('count each wrong code, so that further challenges allow no more attempts', async () => {
    const first = await pass()
    for (let guess = 0; guess < 5; guess++) await answerWith({ challenge: first, code: wrong() })
    const second = await pass()
    for (let guess = 0; guess < 3; guess++)
      expect((await answerWith({ challenge: second, code: wrong() })).status).toBe(401)
    const limited = await answerWith({ challenge: second, code: code() })
    expect(limited.status).toBe(429)
    expect(limited.headers['retry-after']).toBe('900')
    const refused = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'sign-in-refused'))
    expect(refused).toMatchObject([{ record: ana._id, user: null }])
  })

  test('never lock out a known browser, whose attempts are counted separately (rule P7)', async () => {
    const entered = await answerWith({ challenge: await pass(), code: code() })
    const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
    for (let time = 0; time < 25; time++) await pass({ address: `198.51.100.${time}` })
    const options = { address: '203.0.113.9', headers: { cookie } }
    const challenge = await pass(options)
    expect((await answerWith({ challenge, code: code(1) }, options)).status).toBe(200)
    expect((await passPassword(server.anonymous, 'ana')).answer.status).toBe(429)
  })
})

test('the audit log records a password without its factor, wrong codes and sign-ins, with the kind of factor', async () => {
  const challenge = await pass()
  await answerWith({ challenge, code: wrong() })
  await answerWith({ challenge, code: code() })
  await answerWith({ challenge: await pass(), recoveryCode: ana.codes[0] })
  const events = await server.db.select().from(auditEntries).orderBy(auditEntries._id)
  const by = (factor: string) => [{ field: 'factor', before: null, after: factor }]
  expect(events.map(({ action, user, changes }) => [action, user, changes])).toEqual([
    ['sign-in-password', null, []],
    ['sign-in-failed', null, by('Aplicación de autenticación')],
    ['sign-in', ana._id, by('Aplicación de autenticación')],
    ['sign-in-password', null, []],
    ['recovery-used', ana._id, []],
    ['sign-in', ana._id, by('Código de recuperación')],
  ])
})

test('a factor added during the verification of the password prevents a session without it', async () => {
  await server.db.delete(factors)
  const luis = await storeUser(server, 'sa', { name: 'luis' })
  const { openSession } = await import('../../../../src/server/features/sign-in/open-session.ts')
  const opening = { user: luis, attempts: [], address: '', agent: '', now: server.clock.now() }
  const withId = { ...opening, user: { id: luis._id, passwordHash: luis.passwordHash } }
  await storeTotp(server, luis._id)
  expect(await server.db.transaction((tx) => openSession(tx, withId))).toBeUndefined()
  expect(
    await server.db.transaction((tx) => openSession(tx, { ...withId, isFactorGiven: true })),
  ).toBeDefined()
})

test('seeds, keys and codes never leave the server', async () => {
  const { token } = await signInAs(server, { ...(await storeUser(server, 'sa', { name: 'jefe' })) })
  const client = server.clientOf(token)
  const texts = await Promise.all(
    [
      '/api/me/factors',
      `/api/users/${ana._id}/factors`,
      `/api/users/${ana._id}`,
      '/api/audit',
      '/api/users/export',
    ].map(async (path) => (await client.get(path)).text),
  )
  expect(texts.join()).not.toContain(ana.seed)
  expect(texts.join()).not.toContain(ana.codes[0])
})
