import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { USER_BULK_MESSAGES } from '../../../../src/domain/users/bulk.ts'
import { USER_MESSAGES } from '../../../../src/domain/users/user-messages.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { type UserRow, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
let sa: SignedIn
let superagent: SignedIn
let agent: SignedIn
let other: UserRow
let customers: UserRow[]

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  superagent = await signedIn(server, 'superagent', { creditToResell: 50 })
  agent = await signedIn(server, 'agent', { createdBy: superagent.id })
  other = await storeUser(server, 'agent', { createdBy: superagent.id })
  customers = []
  for (let n = 0; n < 3; n++) customers.push(await storeUser(server, 'app', { createdBy: agent.id }))
})

const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)

const update = (changes: Row, ids = idsOf(customers)): Row => ({
  ids,
  expected: ids.length,
  action: 'update',
  changes,
})

async function done(body: Row, client: SignedIn): Promise<Row> {
  const started = await client.post('/api/users/bulk', body)
  expect(started).toMatchObject({ status: 202 })
  return finished(started.body.batch, client)
}

async function finished(batch: unknown, client: SignedIn): Promise<Row> {
  await runJobs(server.context)
  return (await client.get(`/api/batches/${batch}`)).body
}

const stored = async ({ _id }: { _id: string }): Promise<UserRow> => {
  const [row] = await server.db.select().from(users).where(eq(users._id, _id))
  if (!row) throw new Error('No such user')
  return row
}

test('an agent disables customers by a filter, within its scope, and undoes it', async () => {
  await storeUser(server, 'app', { createdBy: other._id })
  const changes = { status: 'disable' }
  const everybody = { filter: {}, expected: 4, action: 'update', changes }
  expect(await agent.post('/api/users/bulk', everybody)).toMatchObject({
    status: 409,
    body: { code: 'COUNT' },
  })

  const batch = await done({ ...everybody, expected: 3 }, agent)
  expect(batch).toMatchObject({ state: 'done', changed: 3, refused: [] })
  for (const each of customers) expect(await stored(each)).toMatchObject({ status: 'disable' })

  const undo = await agent.post(`/api/batches/${batch._id}/undo`)
  expect(await finished(undo.body.batch, agent)).toMatchObject({ state: 'done', changed: 3 })
  for (const each of customers) expect(await stored(each)).toMatchObject({ status: 'enable' })
})

test('ignores customers of others and unknown ids', async () => {
  const foreign = await storeUser(server, 'app', { createdBy: sa.id })
  const body = update({ status: 'disable' }, [...idsOf(customers), foreign._id, 'nadie'])
  expect(await agent.post('/api/users/bulk', body)).toMatchObject({ status: 409, body: { code: 'COUNT' } })
  expect(await stored(foreign)).toMatchObject({ status: 'enable' })
})

test('a superagent moves customers to another of its agents, who finds them; undoing reverts it', async () => {
  const before = await Promise.all(customers.map(stored))
  const batch = await done(update({ seller: other._id }), superagent)

  expect(batch).toMatchObject({ state: 'done', changed: 3, refused: [], canUndo: true })
  expect((await agent.get('/api/users/size')).body).toEqual({ count: 0 })
  for (const [n, each] of customers.entries()) {
    const row = await stored(each)
    expect(row).toMatchObject({ createdBy: other._id, userCreate: before[n]?.userCreate })
  }
  const events = await server.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.batch, String(batch._id)))
  expect(events.map(({ changes }) => changes)).toEqual(
    customers.map(() => [{ field: 'seller', before: agent.id, after: other._id }]),
  )

  const undo = await superagent.post(`/api/batches/${batch._id}/undo`)
  expect(await finished(undo.body.batch, superagent)).toMatchObject({ changed: 3 })
  for (const each of customers) expect(await stored(each)).toMatchObject({ createdBy: agent.id })
})

test('only customers are moved, and only to a reseller within the scope', async () => {
  const stranger = await storeUser(server, 'agent', { createdBy: sa.id })
  const first = await done(update({ seller: stranger._id }), superagent)
  expect(first).toMatchObject({
    changed: 0,
    refused: idsOf(customers).map((_id) => ({ _id, message: USER_BULK_MESSAGES.seller })),
  })
  const second = await done(update({ seller: other._id }, [agent.id]), superagent)
  expect(second).toMatchObject({ refused: [{ _id: agent.id, message: USER_BULK_MESSAGES.onlyCustomers }] })
  const both = await superagent.post('/api/users/bulk', update({ seller: other._id, status: 'enable' }))
  expect(both).toMatchObject({ status: 422, body: { message: USER_BULK_MESSAGES.sellerAlone } })
})

test('refuses users by the rules of a single edit', async () => {
  const app = customers[0]?.profile
  const peer = await signedIn(server, 'sa')
  const batch = await done(update({ status: 'disable', platform: 'no.such.app' }, [peer.id, sa.id]), sa)
  const refused = Object.fromEntries(
    (batch.refused as { _id: string; message: string }[]).map(({ _id, message }) => [_id, message]),
  )
  expect(refused).toEqual({
    [peer.id]: USER_MESSAGES.notBelow,
    [sa.id]: `${USER_MESSAGES.disableSelf} ${USER_MESSAGES.platformUnknown}`,
  })
  const profiles = await done(update({ profile: app }, [agent.id]), superagent)
  // It still has customers.
  expect(profiles).toMatchObject({ changed: 0, refusedCount: 1 })
})

test('deletes permanently, like a single deletion, and not for resellers', async () => {
  const ids = [...idsOf(customers), agent.id]
  const batch = await done({ ids, expected: 4, action: 'delete' }, sa)
  expect(batch).toMatchObject({ state: 'done', done: 4, canUndo: false })
  for (const each of customers) expect((await stored(each)).deletedAt).not.toBeNull()
  expect(await sa.post(`/api/batches/${batch._id}/undo`)).toMatchObject({
    status: 409,
    body: { message: BATCH_MESSAGES.notUndoable },
  })
  const left = await storeUser(server, 'app', { createdBy: superagent.id })
  const answer = await superagent.post('/api/users/bulk', { ids: [left._id], expected: 1, action: 'delete' })
  expect(answer).toMatchObject({ status: 403 })
})

test('the users changed by a batch can be listed, counted and selected for another one', async () => {
  const batch = await done(update({ status: 'disable' }, idsOf(customers).slice(0, 2)), agent)
  for (const client of [agent, superagent, sa])
    for (const order of ['', '&sort=dateExpire', '&sort=creditToResell'])
      expect((await client.get(`/api/users/short?batch=${batch._id}${order}`)).rows).toHaveLength(2)
  expect((await sa.get(`/api/users/size?batch=${batch._id}`)).body).toEqual({ count: 2 })
  expect((await sa.get(`/api/users/size?batch=${batch._id}&profile=${customers[0]?.profile}`)).body).toEqual({
    count: 2,
  })
  const again = {
    filter: { batch: String(batch._id) },
    expected: 2,
    action: 'update',
    changes: { status: 'enable' },
  }
  expect(await done(again, sa)).toMatchObject({ changed: 2 })
  const stranger = await signedIn(server, 'agent')
  expect((await stranger.get(`/api/users/short?batch=${batch._id}`)).rows).toEqual([])
})
