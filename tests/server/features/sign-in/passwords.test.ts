import { availableParallelism } from 'node:os'
import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import {
  hashing,
  MAX_HASHES,
  MAX_WAITING_SIGN_INS,
  verifyDummy,
} from '../../../../src/server/features/sign-in/passwords.ts'
import { loginAttempts } from '../../../../src/server/platform/database/schema/users.ts'
import { Overloaded } from '../../../../src/server/platform/http/errors.ts'
import { testApp } from '../../../support/app.ts'
import { signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()

test('runs at most one hash per core, and keeps a thread free', () => {
  expect(MAX_HASHES).toBeLessThanOrEqual(availableParallelism())
  expect(MAX_HASHES).toBeLessThan(Number(process.env.UV_THREADPOOL_SIZE) || 4)
})

test('queues sixty concurrent sign-ins, and answers /health before them', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let answered = 0
  const held = Array.from({ length: MAX_HASHES }, () => hashing.signIn(() => released))
  const signIns = Array.from({ length: 60 }, async (_, index) => {
    const body = { name: `nadie-${index}`, password: 'no' }
    const { status } = await server.anonymous.post('/auth/local', body, { address: `198.51.100.${index}` })
    answered++
    return status
  })
  // Releases all pending hashes also on failure, because other files share the process.
  try {
    await expect.poll(() => hashing.waiting).toBe(60)
    expect(hashing.running).toBe(MAX_HASHES)
    expect((await server.anonymous.get('/health')).status).toBe(200)
    expect(answered).toBe(0)
  } finally {
    release()
    await Promise.all(held)
  }
  expect(new Set(await Promise.all(signIns))).toEqual(new Set([401]))
})

test('answers 503 without counting an attempt when too many wait', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const waiting: Promise<void>[] = []
  // Releases all pending hashes also on failure, because other files share the process.
  try {
    for (let each = 0; each < MAX_WAITING_SIGN_INS + MAX_HASHES; each++)
      waiting.push(hashing.signIn(() => released))
    await expect
      .poll(() => hashing.waiting, { timeout: 120_000 })
      .toBeGreaterThanOrEqual(MAX_WAITING_SIGN_INS)
    await expect(verifyDummy('no')).rejects.toThrow(Overloaded)
    const rejected = await server.anonymous.post('/auth/local', { name: 'ana', password: 'no' })
    expect(rejected.status).toBe(503)
    expect(rejected.headers['retry-after']).toBe('5')
    expect(await server.db.select().from(loginAttempts)).toEqual([])
  } finally {
    release()
    await Promise.all(waiting)
  }
  expect(await verifyDummy('no')).toBe(false)
})

describe('a password with accents', () => {
  const COMPOSED = 'contraseña-é'.normalize('NFC')
  const DECOMPOSED = COMPOSED.normalize('NFD')
  const open = (name: string, password: string) =>
    server.anonymous.post('/auth/local', { name, password }).then(({ status }) => status)

  test('is accepted in either Unicode form, whichever it was set in', async () => {
    const sa = await signedIn(server, 'sa')
    const agent = await storeUser(server, 'agent')
    const change = { oldPassword: '', newPassword: DECOMPOSED }
    expect((await sa.put(`/api/users/${agent._id}/password`, change)).status).toBe(204)
    expect(await open(agent.name, COMPOSED)).toBe(200)
    expect(await open(agent.name, DECOMPOSED)).toBe(200)
  })

  test('that was stored in another Unicode form is still accepted, also as the old password of a change', async () => {
    const agent = await signedIn(server, 'agent', { passwordHash: await hash(DECOMPOSED) })
    expect(await open(agent.name, DECOMPOSED)).toBe(200)
    const change = { oldPassword: DECOMPOSED, newPassword: COMPOSED }
    expect((await agent.put(`/api/users/${agent.id}/password`, change)).status).toBe(204)
    expect(await open(agent.name, COMPOSED)).toBe(200)
  })

  test('that is wrong in both forms counts as one failed attempt', async () => {
    const agent = await storeUser(server, 'agent')
    expect(await open(agent.name, DECOMPOSED)).toBe(401)
    expect(await server.db.select().from(loginAttempts)).toHaveLength(1)
  })

  test('is measured in the form in which it is stored', async () => {
    const sa = await signedIn(server, 'sa')
    const agent = await storeUser(server, 'agent')
    const change = { oldPassword: '', newPassword: 'áé'.normalize('NFD') }
    expect((await sa.put(`/api/users/${agent._id}/password`, change)).status).toBe(422)
  })
})
