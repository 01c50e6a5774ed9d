import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase, type Tx } from '../../../../src/server/platform/database/open.ts'
import {
  challenges,
  factors,
  recoveryCodes,
} from '../../../../src/server/platform/database/schema/factors.ts'
import { apiKeys } from '../../../../src/server/platform/database/schema/keys.ts'
import { sessions, users } from '../../../../src/server/platform/database/schema/users.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { type Client, clientOf, testApp } from '../../../support/app.ts'
import { codeAt, passPassword, storeTotp } from '../../../support/factors.ts'
import { newKeyOf } from '../../../support/keys.ts'
import { hold, untilWaiting } from '../../../support/locks.ts'
import { signedIn, storeUser } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
let database: Database
let other: App
let ana: { _id: string; seed: string; codes: string[] }

beforeAll(async () => {
  database = await openDatabase({ databaseUrl: server.database.url, dataDir: '', log: silentLog })
  other = await buildApp({ ...server.context, db: database.db }, { admin: undefined })
  await other.ready()
})

afterAll(async () => {
  await other.close()
  await database.close()
})

beforeEach(async () => {
  const { _id } = await storeUser(server, 'sa', { name: 'ana' })
  ana = { _id, ...(await storeTotp(server, _id)) }
})

/** Sends concurrent requests, alternately to both nodes; returns their statuses. */
const atBoth = async (count: number, send: (node: Client, index: number) => Promise<{ status: number }>) => {
  const nodes = [server.anonymous, clientOf(other)] as const
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => send(nodes[index % 2] ?? nodes[0], index)),
  )
  return answers.map(({ status }) => status).sort()
}
const pass = async (node: Client) => (await passPassword(node, 'ana')).challenge
const answer = (node: Client, body: object) => node.post('/auth/second-factor', body)

test('a challenge of one node can be answered at another', async () => {
  const challenge = await pass(server.anonymous)
  expect(
    (await answer(clientOf(other), { challenge, code: codeAt(ana.seed, server.clock.now()) })).status,
  ).toBe(200)
})

test('of concurrent correct answers to one challenge, one opens a session', async () => {
  const challenge = await pass(server.anonymous)
  const statuses = await atBoth(6, (node, index) =>
    answer(node, { challenge, recoveryCode: ana.codes[index] }),
  )
  expect(statuses).toEqual([200, 401, 401, 401, 401, 401])
  expect(await server.db.select().from(sessions)).toHaveLength(1)
  // The others were not evaluated, so their codes are still good.
  expect(await server.db.select().from(recoveryCodes)).toHaveLength(9)
})

test('one recovery code for several concurrent challenges opens one session', async () => {
  const sent: string[] = []
  for (let index = 0; index < 4; index++) sent.push(await pass(server.anonymous))
  const statuses = await atBoth(4, (node, index) =>
    answer(node, { challenge: sent[index], recoveryCode: ana.codes[0] }),
  )
  expect(statuses).toEqual([200, 401, 401, 401])
  expect(await server.db.select().from(recoveryCodes)).toHaveLength(9)
})

test('one TOTP code for several concurrent challenges opens one session', async () => {
  const sent: string[] = []
  for (let index = 0; index < 4; index++) sent.push(await pass(server.anonymous))
  const code = codeAt(ana.seed, server.clock.now())
  expect(await atBoth(4, (node, index) => answer(node, { challenge: sent[index], code }))).toEqual([
    200, 401, 401, 401,
  ])
})

test('at most five of the concurrent wrong answers are evaluated', async () => {
  const challenge = await pass(server.anonymous)
  const wrong = String((Number(codeAt(ana.seed, server.clock.now())) + 1) % 1_000_000).padStart(6, '0')
  await atBoth(8, (node) => answer(node, { challenge, code: wrong }))
  const [stored] = await server.db.select().from(challenges)
  expect(stored?.attempts).toBe(5)
})

test('of two concurrent verifications of one enrolment, one succeeds', async () => {
  await server.db.delete(factors)
  const eva = await signedIn(server, 'agent', { name: 'eva' })
  const { secret } = (await eva.post('/api/me/factors', { kind: 'totp' })).body
  const code = codeAt(String(secret), server.clock.now())
  const statuses = await Promise.all(
    [eva, clientOf(other, eva.token)].map(
      async (node) => (await node.post('/api/me/factors/verify', { code })).status,
    ),
  )
  expect(statuses.sort()).toEqual([200, 409])
  expect(await server.db.select().from(factors)).toHaveLength(1)
  expect(await server.db.select().from(recoveryCodes)).toHaveLength(20)
})

test('a session that ends while it adds a factor or creates a key leaves neither', async () => {
  const eva = await signedIn(server, 'Administrador', { name: 'eva' })
  const { secret } = (await eva.post('/api/me/factors', { kind: 'totp' })).body
  const code = codeAt(String(secret), server.clock.now())
  const endAll = async (tx: Tx) => {
    await tx.select().from(users).where(eq(users._id, eva.id)).for('no key update')
    await tx.delete(sessions).where(eq(sessions.user, eva.id))
  }
  const commit = await hold(server.db, endAll)
  const waiting = [
    eva.post('/api/me/factors/verify', { code }),
    eva.post('/api/keys', newKeyOf(server, { 'user-list': [] })),
  ]
  await untilWaiting(server.db, waiting.length).finally(commit)
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 401])
  expect(await server.db.select().from(factors).where(eq(factors.user, eva.id))).toEqual([])
  expect(await server.db.select().from(apiKeys)).toEqual([])
})
