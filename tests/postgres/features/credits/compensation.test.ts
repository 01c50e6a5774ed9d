import { and, eq, isNull, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Answer, type Row, testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type People, people, storeUsers } from '../../../support/people.ts'

const server = testApp()
const DAY = 24 * 3_600_000
/** Three chunks of a batch. */
const CUSTOMERS = 240
let team: People
let customers: string[]

beforeEach(async () => {
  team = await people(server)
  const rows = await storeUsers(
    server,
    Array.from({ length: CUSTOMERS }, () => ['app', { createdBy: team.agent.id }] as const),
  )
  customers = rows.map(({ _id }) => _id)
  for (let start = 0; start < CUSTOMERS; start += 120)
    await team.admin.post(
      '/api/license_transactions/bulk',
      { ids: customers.slice(start, start + 120), period: 'MESES', count: 1 },
      { headers: { 'idempotency-key': newId() } },
    )
})

const start = (body: Row, key = newId()): Promise<Answer> =>
  team.admin.post(
    '/api/license_transactions/compensations',
    { at: server.clock.now().toISOString(), days: 2, reason: 'Caída', ...body },
    { headers: { 'idempotency-key': key } },
  )

/** Two nodes work on the batches. */
const work = () => Promise.all([runJobs(server.context), runJobs(server.context)])

const given = (type: 'CREDIT' | 'REFUND') =>
  server.db
    .select({ user: licenseTransactions.userLicensed })
    .from(licenseTransactions)
    .where(and(eq(licenseTransactions.period, 'DIAS'), eq(licenseTransactions.type, type)))

/** The balances of the test's resellers come from no transaction. */
const expectSound = async () => {
  const { licences, sums } = await reconcile(server.context)
  expect([licences.differences, sums.differences]).toEqual([[], []])
  const counted = sql`select day, licences::int from expiry_days where licences <> 0 order by day`
  const computed = sql`select (date_expire at time zone counted_zone())::date as day, count(*)::int as licences
    from licences where date_expire is not null group by 1 order by 1`
  expect((await server.db.execute(counted)).rows).toEqual((await server.db.execute(computed)).rows)
}

test('of five requests with one key, one starts a batch, which gives everybody the days once', async () => {
  const sent = { at: server.clock.now().toISOString(), expected: CUSTOMERS }
  const answers = await Promise.all(Array.from({ length: 5 }, () => start(sent, 'una')))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  expect(new Set(answers.map(({ body }) => body.batch)).size).toBe(1)
  await work()
  expect(await server.db.select().from(batches)).toMatchObject([{ state: 'done', changed: CUSTOMERS }])
  const credits = await given('CREDIT')
  expect([credits.length, new Set(credits.map(({ user }) => user)).size]).toEqual([CUSTOMERS, CUSTOMERS])
  await expectSound()
})

test('while the same customers are sold to, moved and deleted, gives each that is left the days once', async () => {
  const started = await start({ expected: CUSTOMERS })
  const sold = customers.slice(0, 40)
  const moved = customers.slice(20, 80)
  // Disjoint from those moved: a change of a given number of users is refused once one of them is gone.
  const deleted = customers.slice(80, 90)
  const move = {
    ids: moved,
    expected: moved.length,
    action: 'update',
    changes: { seller: team.otherAgent.id },
  }
  const [, ...others] = await Promise.all([
    work(),
    ...sold.map((id) => makeTransaction(team.sa, saleOf(id))),
    team.sa.post('/api/users/bulk', move),
    ...deleted.map((id) => team.sa.delete(`/api/users/${id}`)),
  ])
  expect(others.map(({ status }) => status).filter((status) => ![200, 202].includes(status))).toEqual([])
  await work()
  const { body: batch } = await team.admin.get(`/api/batches/${started.body.batch}`)
  expect(batch).toMatchObject({ state: 'done', done: CUSTOMERS })
  const credits = (await given('CREDIT')).map(({ user }) => user)
  expect(new Set(credits).size).toBe(credits.length)
  expect(credits).toHaveLength(Number(batch.changed))
  const present = await server.db.select({ _id: users._id }).from(users).where(isNull(users.deletedAt))
  const left = new Set(present.map(({ _id }) => _id))
  for (const id of customers) if (left.has(id)) expect(credits).toContain(id)
  await expectSound()
})

test('undone while the same customers are sold to, takes the days from each once', async () => {
  const started = await start({ expected: CUSTOMERS })
  await work()
  const undo = await team.admin.post(`/api/batches/${started.body.batch}/undo`)
  const again = await team.admin.post(`/api/batches/${started.body.batch}/undo`)
  expect([undo.status, again.status]).toEqual([202, 409])
  await Promise.all([work(), ...customers.slice(0, 40).map((id) => makeTransaction(team.sa, saleOf(id)))])
  await work()
  const { body } = await team.admin.get(`/api/batches/${undo.body.batch}`)
  expect(body).toMatchObject({ state: 'done', changed: CUSTOMERS, refusedCount: 0 })
  const refunds = (await given('REFUND')).map(({ user }) => user)
  expect([refunds.length, new Set(refunds).size]).toEqual([CUSTOMERS, CUSTOMERS])
  await expectSound()
})

test('two compensations and a bulk sale of the same customers at once are all made', async () => {
  const inAnHour = server.clock.now().getTime() + 3_600_000
  const [first, second, sale] = await Promise.all([
    start({ expected: CUSTOMERS }),
    start({ expected: CUSTOMERS, days: 3 }),
    team.sa.post(
      '/api/license_transactions/bulk',
      { ids: [...customers].reverse(), period: 'MESES', count: 1 },
      { headers: { 'idempotency-key': newId() } },
    ),
    work(),
  ])
  expect([first.status, second.status, sale.status]).toEqual([202, 202, 201])
  await work()
  expect(await given('CREDIT')).toHaveLength(2 * CUSTOMERS)
  const { rows } = await server.db.execute<{ earliest: string }>(
    sql`select min(date_expire) as earliest from licences where date_expire is not null`,
  )
  expect(new Date(rows[0]?.earliest ?? 0).getTime()).toBeGreaterThan(inAnHour + 63 * DAY)
  await expectSound()
})
