import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { COMPENSATION_MESSAGES } from '../../../../src/domain/credits/compensation.ts'
import { KEY_MESSAGES } from '../../../../src/domain/keys/key.ts'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { profiles, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Answer, type Client, type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { runJobs } from '../../../support/jobs.ts'
import { keyOf } from '../../../support/keys.ts'
import {
  holdingsOf,
  openSession,
  type People,
  people,
  profileId,
  type SignedIn,
  signedInWith,
  storeUser,
} from '../../../support/people.ts'

const server = testApp()
const PATH = '/api/license_transactions/compensations'
const DAY = 24 * 3_600_000
let team: People

beforeEach(async () => {
  team = await people(server)
})

afterEach(() => server.db.execute(sql`delete from tasks`))

const soon = (days: number): Date => new Date(server.clock.now().getTime() + days * DAY)
const expiry = async (id: string) => (await holdingsOf(server, id)).dateExpire
const ledger = () => server.db.select().from(licenseTransactions).orderBy(licenseTransactions.posting)

/** A customer whose licence runs for some days, by a transaction. */
async function customer(days: number, fullName = 'Ana', createdBy: string | null = null): Promise<string> {
  const { _id } = await storeUser(server, 'app', { fullName, createdBy })
  const until = soon(days).toISOString()
  const given = { type: TYPE.CREDIT, period: 'DIAS', count: undefined, until }
  expect((await makeTransaction(team.sa, saleOf(_id, given))).status).toBe(200)
  return _id
}

const changeToDemo = async (id: string): Promise<void> => {
  const profile = await profileId(server, 'demo')
  await server.db.update(users).set({ profile }).where(eq(users._id, id))
}

const terms = (changes: Row = {}): Row => ({ at: server.clock.now().toISOString(), days: 2, ...changes })
const preview = (changes: Row = {}, client: Client = team.admin): Promise<Answer> =>
  client.post(`${PATH}/preview`, terms(changes))
const start = (changes: Row = {}, key = newId(), client: Client = team.admin): Promise<Answer> =>
  client.post(PATH, terms({ reason: 'Caída del 27', ...changes }), { headers: { 'idempotency-key': key } })

const batchOf = async (started: Answer, client: Client = team.admin): Promise<Row> => {
  expect(started).toMatchObject({ status: 202 })
  await runJobs(server.context)
  return (await client.get(`/api/batches/${started.body.batch}`)).body
}
const done = async (changes: Row = {}) => batchOf(await start(changes))
const undone = async (batch: unknown) => batchOf(await team.admin.post(`/api/batches/${batch}/undo`))

/** The balances of the test's resellers come from no transaction. */
const expectSound = async () => {
  const { licences, sums } = await reconcile(server.context)
  expect([licences.differences, sums.differences]).toEqual([[], []])
}

/** Moves the clock, and opens new sessions, as idle ones end. */
const wait = async (duration: number): Promise<void> => {
  server.clock.advance(duration)
  const reopened = async (user: SignedIn): Promise<SignedIn> => ({
    ...user,
    ...server.clientOf(await openSession(server.db, user.id, server.clock.now())),
  })
  team = { ...team, sa: await reopened(team.sa), admin: await reopened(team.admin) }
}

describe('a compensation (rule C32)', () => {
  test('gives its days to those whose licence ran at the instant, as single credits of one batch', async () => {
    const [ana, eva] = [await customer(6), await customer(30, 'Eva')]
    const ended = await customer(0.5, 'Leo')
    const outage = server.clock.now().toISOString()
    await wait(DAY)
    const never = await storeUser(server, 'app')
    const later = await customer(9)
    await changeToDemo(await customer(9))
    const before = await Promise.all([ana, eva, later].map(expiry))
    const shown = await preview({ at: outage })
    expect(shown.body).toMatchObject({ count: 3, ended: 1 })

    const batch = await done({ at: outage, expected: 3 })
    expect(batch).toMatchObject({
      resource: 'users',
      action: 'compensate',
      changes: { days: 2, reason: 'Caída del 27', at: outage },
      ...{ state: 'done', total: 3, changed: 3, refused: [], canUndo: true },
    })
    const [first, second, same] = before
    expect(await expiry(ana)).toEqual(new Date((first?.getTime() ?? 0) + 2 * DAY))
    expect(await expiry(eva)).toEqual(new Date((second?.getTime() ?? 0) + 2 * DAY))
    expect(await expiry(ended)).toEqual(soon(2))
    expect(await expiry(later)).toEqual(same)
    expect(await expiry(never._id)).toBeNull()
    const written = (await ledger()).filter(({ description }) => description !== '')
    expect(written).toHaveLength(3)
    for (const row of written)
      expect(row).toMatchObject({
        ...{ type: 'CREDIT', period: 'DIAS', count: 2, until: null, total: 0, status: 'PROCESSED' },
        ...{ userCreated: team.admin.id, description: 'Caída del 27' },
      })
    const events = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.batch, String(batch._id)))
    expect(events.filter(({ action }) => action === 'process')).toHaveLength(3)
    const [common] = events.filter(({ action }) => action === 'compensate')
    expect(common?.changes).toEqual(
      expect.arrayContaining([
        { field: 'days', before: null, after: 2 },
        { field: 'reason', before: null, after: 'Caída del 27' },
        { field: 'people', before: null, after: 3 },
      ]),
    )
    const listed = await team.admin.get(`/api/users?batch=${batch._id}`)
    expect(listed.rows.map(({ _id }) => _id).sort()).toEqual([ana, eva, ended].sort())
    await expectSound()
  })

  test('asks the ledger who had a licence then, whatever was sold, refunded or granted since', async () => {
    const started = server.clock.now()
    const ids: string[] = []
    for (let index = 0; index < 12; index++) ids.push((await storeUser(server, 'app'))._id)
    const ran = new Map<string, boolean[]>(ids.map((id) => [id, []]))
    const instants: string[] = []
    const note = async () => {
      const now = server.clock.now()
      instants.push(now.toISOString())
      for (const id of ids) ran.get(id)?.push(((await expiry(id))?.getTime() ?? 0) > now.getTime())
    }
    for (let turn = 0; turn < 40; turn++) {
      await wait((turn % 5) * 0.4 * DAY + 60_000)
      const id = ids[(turn * 7) % ids.length] ?? ''
      const type = turn % 4 === 1 ? TYPE.REFUND : turn % 3 === 0 ? TYPE.SALE : TYPE.CREDIT
      const period = turn % 6 === 0 ? 'MESES' : type === TYPE.SALE ? 'MESES' : 'DIAS'
      await makeTransaction(team.sa, saleOf(id, { type, period, count: 1 }))
      await note()
    }
    for (const [index, at] of instants.entries()) {
      const wanted = ids.filter((id) => ran.get(id)?.[index] === true)
      const { body } = await preview({ at })
      expect([at, body.count]).toEqual([at, wanted.length])
    }
    expect((await preview({ at: new Date(started.getTime() - DAY).toISOString() })).body.count).toBe(0)
  })

  test('shows the three nearest to their expiry, before and after, and who cannot be given the days', async () => {
    const near = await customer(1, 'Ana')
    await customer(40, 'Luis')
    await customer(20, 'Rosa')
    const next = await customer(3, 'Eva')
    const limit = soon(4.5).toISOString().slice(0, 10)
    await team.sa.put('/api/settings', { dateControl: limit })
    const { body } = await preview({ days: 3 })
    expect(body).toMatchObject({ count: 4, ended: 0 })
    expect(body.examples).toMatchObject([
      { _id: near, fullName: 'Ana', newDateExpire: soon(4).toISOString(), message: '' },
      { _id: next, fullName: 'Eva', newDateExpire: null, message: expect.stringContaining('no puede pasar') },
      { fullName: 'Rosa' },
    ])
    const batch = await done({ days: 3, expected: 4 })
    expect(batch).toMatchObject({ state: 'done', changed: 1, refusedCount: 3 })
    expect(batch.refused).toHaveLength(3)
    expect(await ledger()).toHaveLength(5)
    await expectSound()
  })

  test('takes the filters of the list of users', async () => {
    const ana = await customer(6, 'Ana Gil')
    await customer(6, 'Luis')
    const before = await expiry(ana)
    expect((await preview({ filter: { search: 'gil' } })).body).toMatchObject({ count: 1 })
    expect((await preview({ filter: { search: 'nadie' } })).body).toEqual({
      count: 0,
      ended: 0,
      examples: [],
    })
    expect(await done({ filter: { search: 'gil', page: 3 }, expected: 1 })).toMatchObject({ changed: 1 })
    expect(await expiry(ana)).toEqual(new Date((before?.getTime() ?? 0) + 2 * DAY))
    expect(validationErrorsOf(await start({ filter: { edad: '3' }, expected: 1 }))).toHaveProperty([
      'filter.edad',
    ])
  })

  test('is not started for another number of users than was seen, nor for none', async () => {
    await customer(6)
    expect(await start({ expected: 2 })).toMatchObject({ status: 409, body: { code: 'COUNT' } })
    expect((await start({ expected: 1, filter: { search: 'nadie' } })).status).toBe(409)
    expect((await start({ expected: 0 })).status).toBe(422)
    expect(await server.db.select().from(batches)).toEqual([])
  })

  test('repeated with its key is the same batch, also after it ended; another one with that key is refused', async () => {
    const ana = await customer(6)
    const sent = terms({ expected: 1, reason: 'Caída' })
    const send = (body: Row, client: Client = team.admin) =>
      client.post(PATH, body, { headers: { 'idempotency-key': 'una' } })
    const first = await send(sent)
    expect((await send(sent)).body).toEqual(first.body)
    await runJobs(server.context)
    const given = await expiry(ana)
    expect((await send(sent)).body).toEqual(first.body)
    for (const change of [{ days: 3 }, { reason: 'Otra' }, { expected: 2 }, { filter: { search: 'a' } }])
      expect(await send({ ...sent, ...change })).toMatchObject({ status: 422 })
    expect(await runJobs(server.context)).toBe(0)
    expect(await expiry(ana)).toEqual(given)
    // Keys are unique per author.
    expect((await send(sent, team.sa)).body.batch).not.toBe(first.body.batch)
    await server.db.execute(sql`delete from tasks`)

    // Once the batch is gone, its key gives nobody the days again.
    await server.db.delete(batches)
    expect(await batchOf(await send(sent))).toMatchObject({ state: 'done', changed: 0, refusedCount: 0 })
    expect(await expiry(ana)).toEqual(given)
    await expectSound()
  })

  test('refuses bad input, and writes nothing', async () => {
    await customer(6)
    const future = new Date(server.clock.now().getTime() + 5 * 60_000 + 1).toISOString()
    const cases: [Row, string][] = [
      [{ days: 0 }, 'days'],
      [{ days: 61 }, 'days'],
      [{ days: 1.5 }, 'days'],
      [{ days: 1e21 }, 'days'],
      [{ at: future }, 'at'],
      [{ at: 'ayer' }, 'at'],
      [{ at: '0001-01-01T00:00:00Z' }, 'at'],
      [{ reason: '' }, 'reason'],
      [{ reason: 'x'.repeat(201) }, 'reason'],
      [{ reason: undefined }, 'reason'],
      [{ until: future }, ''],
      [{ userLicensed: newId() }, ''],
    ]
    for (const [change, field] of cases) {
      const answer = await start({ expected: 1, ...change })
      expect([JSON.stringify(change), answer.status]).toEqual([JSON.stringify(change), 422])
      expect(validationErrorsOf(answer)).toHaveProperty([
        field === '' ? (Object.keys(change)[0] ?? '') : field,
      ])
    }
    expect(validationErrorsOf(await preview({ at: future }))).toEqual({ at: COMPENSATION_MESSAGES.future })
    expect((await team.admin.post(PATH, terms({ reason: 'Caída', expected: 1 }))).status).toBe(422)
    expect(await server.db.select().from(batches)).toEqual([])
    expect(await ledger()).toHaveLength(1)
  })

  test('takes an instant up to five minutes ahead, of a fast clock, as now, also if it is sent again', async () => {
    const ends = await customer(2 / (24 * 60))
    const ana = await customer(6)
    const at = new Date(server.clock.now().getTime() + 5 * 60_000).toISOString()
    // By the instant itself one licence would have ended.
    expect((await preview({ at })).body).toMatchObject({ count: 2, ended: 0 })
    const sent = { at, expected: 2 }
    const first = await start(sent, 'una')
    server.clock.advance(60_000)
    expect((await start(sent, 'una')).body).toEqual(first.body)
    expect(await batchOf(first)).toMatchObject({ state: 'done', changed: 2 })
    server.clock.advance(3 * 60_000)
    expect((await start(sent, 'una')).body).toEqual(first.body)
    expect(await Promise.all([ends, ana].map(expiry))).toEqual([
      new Date(new Date(at).getTime() - 3 * 60_000 + 2 * DAY),
      new Date(new Date(at).getTime() - 5 * 60_000 + 8 * DAY),
    ])
    await expectSound()
  })

  test('is for admin and sa with the flag of /credits, and for people', async () => {
    await customer(6)
    const reader = await signedInWith(server, {
      'user-list': ['register', 'modify', 'delete'],
      'credit-list': [],
    })
    const blind = await signedInWith(server, { 'credit-list': ['register'] })
    const both = await signedInWith(server, {
      'user-list': [],
      'credit-list': ['register'],
      'key-list': ['register'],
    })
    for (const client of [team.superagent, team.agent, reader])
      expect([
        (await preview({}, client)).status,
        (await start({ expected: 1 }, newId(), client)).status,
      ]).toEqual([403, 403])
    // Nor does it tell how many there are.
    expect([
      (await preview({}, blind)).status,
      (await start({ expected: 9 }, newId(), blind)).status,
    ]).toEqual([403, 403])
    expect((await preview({}, both)).body.count).toBe(1)
    const key = await keyOf(server, both, { 'user-list': [], 'credit-list': ['register'] })
    for (const answer of [await preview({}, key), await start({ expected: 1 }, newId(), key)])
      expect([answer.status, answer.body.message]).toEqual([403, KEY_MESSAGES.closed])
    expect(await start({ expected: 1 }, newId(), team.sa)).toMatchObject({ status: 202 })
  })

  test('names those who can no longer be given the days, and gives them to the others', async () => {
    const [ana, demo, gone] = [await customer(6), await customer(6), await customer(6)]
    const moved = await customer(6, 'Eva', team.agent.id)
    const started = await start({ expected: 4 })
    await changeToDemo(demo)
    await server.db.update(users).set({ createdBy: team.otherAgent.id }).where(eq(users._id, moved))
    expect((await team.sa.delete(`/api/users/${gone}`)).status).toBe(200)
    const batch = await batchOf(started)
    expect(batch).toMatchObject({ state: 'done', changed: 2, refusedCount: 2 })
    const messages = new Map((batch.refused as Row[]).map(({ _id, message }) => [_id, message]))
    expect(messages).toEqual(
      new Map([
        [demo, 'Es un demo: no compra licencias.'],
        [gone, 'El registro no existe.'],
      ]),
    )
    expect(await expiry(ana)).toEqual(soon(8))
    await expectSound()
  })

  test('stops when its author stops it, or loses the permission', async () => {
    for (let index = 0; index < 3; index++) await customer(6)
    const started = await start({ expected: 3 })
    await team.admin.post(`/api/batches/${started.body.batch}/cancel`)
    expect(await batchOf(started)).toMatchObject({ state: 'cancelled', changed: 0 })
    const other = await start({ expected: 3 })
    await server.db.update(profiles).set({ routeAccess: [] }).where(eq(profiles.name, 'Administrador'))
    await runJobs(server.context)
    expect((await team.admin.get(`/api/batches/${other.body.batch}`)).status).toBe(403)
    expect(
      await server.db
        .select()
        .from(batches)
        .where(eq(batches._id, String(other.body.batch))),
    ).toMatchObject([{ state: 'cancelled', changed: 0 }])
    expect(await ledger()).toHaveLength(3)
  })
})

describe('undoing it', () => {
  test('takes the days back with refunds, also after further sales, but not from a licence that ended since', async () => {
    const [ana, eva] = [await customer(6), await customer(40, 'Eva')]
    const [leo, ivo] = [await customer(0.1), await customer(0.2)]
    const outage = server.clock.now().toISOString()
    await wait(DAY)
    const first = await done({ at: outage, expected: 4, days: 5 })
    expect(first).toMatchObject({ changed: 4 })
    await makeTransaction(team.sa, saleOf(eva, { count: 2 }))
    const [beforeAna, beforeEva] = [await expiry(ana), await expiry(eva)]
    await wait(3.5 * DAY)
    // Of an ended licence that began anew, only what is left is taken.
    await makeTransaction(team.sa, saleOf(ivo, { type: TYPE.REFUND, period: 'DIAS', count: 2 }))
    const undo = await undone(first._id)
    expect(undo).toMatchObject({ action: 'undo', undoes: 'compensate', changed: 3, refusedCount: 1 })
    expect(undo.refused).toEqual([{ _id: ivo, message: COMPENSATION_MESSAGES.ended }])
    expect(await expiry(ana)).toEqual(new Date((beforeAna?.getTime() ?? 0) - 5 * DAY))
    expect(await expiry(eva)).toEqual(new Date((beforeEva?.getTime() ?? 0) - 5 * DAY))
    expect(await expiry(leo)).toEqual(server.clock.now())
    const refunds = (await ledger()).filter(
      ({ type, description }) => type === 'REFUND' && description !== '',
    )
    expect(refunds.map(({ period, count, description }) => [period, count, description])).toEqual(
      expect.arrayContaining([
        ['DIAS', 5, 'Compensación deshecha: Caída del 27'],
        ['DIAS', 2, 'Compensación deshecha: Caída del 27'],
      ]),
    )
    expect(await team.admin.post(`/api/batches/${first._id}/undo`)).toMatchObject({ status: 409 })
    const [common] = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'undo-compensate'))
    expect(common?.batch).toBe(undo._id)
    await expectSound()
  })

  test('takes nothing from a licence that ended since and began anew by a sale or another compensation', async () => {
    const [ana, eva, leo] = [await customer(5), await customer(5, 'Eva'), await customer(5, 'Leo')]
    // Sold at the same time, before it ended.
    const ivo = await customer(5, 'Ivo')
    const first = await done({ expected: 4, days: 1 })
    await makeTransaction(team.sa, saleOf(ivo))
    await wait(2 * DAY)
    await makeTransaction(team.sa, saleOf(leo, { type: TYPE.REFUND, period: 'DIAS', count: 4 }))
    await wait(8 * DAY)
    const second = await done({ at: soon(-9).toISOString(), expected: 4, days: 5 })
    await makeTransaction(team.sa, saleOf(ana))
    await makeTransaction(team.sa, saleOf(leo))
    await wait(2 * DAY)
    const before = await Promise.all([ana, eva, leo, ivo].map(expiry))
    const undo = await undone(first._id)
    expect(undo).toMatchObject({ changed: 1, refusedCount: 3 })
    expect(undo.refused).toEqual(
      expect.arrayContaining([ana, eva, leo].map((_id) => ({ _id, message: COMPENSATION_MESSAGES.ended }))),
    )
    const [ofAna, ofEva, ofLeo, ofIvo] = before
    expect(await Promise.all([ana, eva, leo].map(expiry))).toEqual([ofAna, ofEva, ofLeo])
    expect(await expiry(ivo)).toEqual(new Date((ofIvo?.getTime() ?? 0) - DAY))
    // The second one began their terms itself.
    expect(await undone(second._id)).toMatchObject({ changed: 4, refusedCount: 0 })
    await expectSound()
  })

  test('is possible for 30 days, by its author alone', async () => {
    await customer(60)
    const batch = await done({ expected: 1 })
    expect((await team.sa.post(`/api/batches/${batch._id}/undo`)).status).toBe(404)
    await wait(31 * DAY)
    const late = await team.admin.get(`/api/batches/${batch._id}`)
    expect(late.body.canUndo ?? false).toBe(false)
  })

  test('continues where it was stopped, and takes from nobody twice', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index++) ids.push(await customer(10))
    const batch = await done({ expected: 5 })
    const stopped = await team.admin.post(`/api/batches/${batch._id}/undo`)
    await team.admin.post(`/api/batches/${stopped.body.batch}/cancel`)
    await runJobs(server.context)
    expect(await undone(batch._id)).toMatchObject({ changed: 5 })
    for (const id of ids) expect(await expiry(id)).toEqual(soon(10))
    expect(await ledger()).toHaveLength(15)
    await expectSound()
  })
})
