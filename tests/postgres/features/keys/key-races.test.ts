import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_KEYS } from '../../../../src/domain/keys/key.ts'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { keyOf, newKeyOf } from '../../../support/keys.ts'
import { hold, untilWaiting } from '../../../support/locks.ts'
import { newUser, people, profileId, storeUser } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
let database: Database
let other: App

beforeAll(async () => {
  database = await openDatabase({ databaseUrl: server.database.url, dataDir: '', log: silentLog })
  other = await buildApp({ ...server.context, db: database.db }, { admin: undefined })
  await other.ready()
})

afterAll(async () => {
  await other.close()
  await database.close()
})

const FLAGS = { 'user-list': ['register'], 'user-edit': ['modify'] } as const

describe('two nodes', () => {
  test('never let a maker have more keys than allowed, however many are created concurrently', async () => {
    const { admin } = await people(server)
    const there = clientOf(other, admin.token)
    for (let made = 0; made < MAX_KEYS - 3; made++) await keyOf(server, admin, FLAGS)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? admin : there).post('/api/keys', newKeyOf(server, FLAGS)),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(3).fill(201), ...Array(9).fill(409)])
    expect((await admin.get('/api/keys?limit=50')).rows).toHaveLength(MAX_KEYS)
  })

  test('refuse a key revoked under load from the first request after the response on', async () => {
    const { admin } = await people(server)
    const key = await keyOf(server, admin, FLAGS)
    const clients = [key, clientOf(other, key.token)]
    let isRevoked = false
    const late: number[] = []
    const before: number[] = []
    const load = clients.flatMap((client) =>
      Array.from({ length: 4 }, async () => {
        for (let after = 0; after < 5; ) {
          const wasRevoked = isRevoked
          const { status } = await client.get('/api/users?limit=1')
          if (wasRevoked) after++
          ;(wasRevoked ? late : before).push(status)
        }
      }),
    )
    while (before.length < 40) await new Promise(setImmediate)
    expect((await clientOf(other, admin.token).delete(`/api/keys/${key.id}`)).status).toBe(200)
    isRevoked = true
    await Promise.all(load)
    expect(before.slice(0, 40).every((status) => status === 200)).toBe(true)
    expect(new Set(late)).toEqual(new Set([401]))
  })

  test('refuse a key on both as soon as its maker is disabled', async () => {
    const { sa, admin } = await people(server)
    const key = await keyOf(server, admin, FLAGS)
    const there = clientOf(other, key.token)
    expect((await there.get('/api/users')).status).toBe(200)
    expect((await sa.put(`/api/users/${admin.id}`, { status: 'disable' })).status).toBe(200)
    for (const client of [key, there]) expect((await client.get('/api/users')).status).toBe(401)
  })
})

describe('a write in progress', () => {
  test('is refused when its key is revoked while it waits', async () => {
    const { admin } = await people(server)
    const key = await keyOf(server, admin, FLAGS)
    const { _id } = await storeUser(server, 'app')
    const commit = await hold(server.db, (tx) =>
      tx.select().from(users).where(eq(users._id, _id)).for('update'),
    )
    const waiting = key.put(`/api/users/${_id}`, { comment: 'Tarde' })
    await untilWaiting(server.db)
    const revoked = await admin.delete(`/api/keys/${key.id}`).finally(commit)
    expect(revoked.status).toBe(200)
    expect((await waiting).status).toBe(401)
    const [stored] = await server.db.select().from(users).where(eq(users._id, _id))
    expect(stored?.comment).toBe('')
  })

  test('is refused when its maker loses the permission while it waits, though the key was granted it', async () => {
    const { admin, agent } = await people(server)
    const key = await keyOf(server, admin, FLAGS)
    const profile = await profileId(server, 'agent')
    const commit = await hold(server.db, (tx) =>
      tx.update(users).set({ profile }).where(eq(users._id, admin.id)),
    )
    const waiting = key.put(`/api/users/${agent.id}`, { comment: 'Tarde' })
    await untilWaiting(server.db).finally(commit)
    expect([403, 404]).toContain((await waiting).status)
  })

  test('is limited to what the key was granted even if its maker has more', async () => {
    const { sa } = await people(server)
    const key = await keyOf(server, sa, { 'user-list': ['register'] })
    const profile = await profileId(server, 'app')
    const created = await key.post('/api/users', newUser(profile))
    expect(created.status).toBe(201)
    expect((await key.put(`/api/users/${created.body._id}`, { comment: 'x' })).status).toBe(403)
  })
})
