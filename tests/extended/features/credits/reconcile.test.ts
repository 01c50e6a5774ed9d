import { eq, type SQL, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import {
  balances,
  licences,
  type UserRow,
  users,
} from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import {
  newUser,
  type People,
  people,
  profileId,
  signedInWith,
  signInAs,
  storeUser,
} from '../../../support/people.ts'

const server = testApp()
const DAY = 86_400_000
let team: People

beforeEach(async () => {
  team = await people(server)
  // Balances without a transfer would not reconcile, so all users start at 0.
  await server.db.delete(balances)
  await team.sa.put('/api/settings', { periods: ['MESES', 'AÑOS'], creditPriceMonthly: 350.5 })
})

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value : [])
const sumOf = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + Number(row[field]), 0)

const transfer = (target: string, count: number) => saleOf(target, { type: TYPE.TRANSFER, count })

describe('the reconciliation', () => {
  test('agrees after sales, refunds, grants and transfers, including demos', async () => {
    await makeTransaction(team.admin, transfer(team.superagent.id, 40))
    await makeTransaction(team.superagent, transfer(team.agent.id, 30))
    const customer = (await storeUser(server, 'app', { createdBy: team.agent.id }))._id
    await makeTransaction(team.agent, saleOf(customer, { count: 3 }))
    await makeTransaction(team.admin, saleOf(customer, { type: TYPE.REFUND }))
    await team.agent.post('/api/users', newUser(await profileId(server, 'demo')))
    const { balances, licences, isSound, transactions } = await reconcile(server.context)
    expect(isSound).toBe(true)
    expect(transactions).toBe(5)
    expect(balances).toEqual({ checked: 2, different: 0, differences: [] })
    expect(licences).toEqual({ checked: 2, different: 0, differences: [] })
  })

  test('names a balance and an expiry changed without a transaction', async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 5))
    const customer = await storeUser(server, 'app', { createdBy: team.agent.id })
    await makeTransaction(team.agent, saleOf(customer._id))
    await server.db.update(balances).set({ months: 9 }).where(eq(balances._id, team.agent.id))
    await server.db
      .update(licences)
      .set({ dateExpire: sql`${licences.dateExpire} + interval '1 day'` })
      .where(eq(licences._id, customer._id))
    const found = await reconcile(server.context)
    expect(found.isSound).toBe(false)
    expect(found.different).toBe(2)
    expect(found.balances.differences).toMatchObject([
      { name: team.agent.name, stored: 9, computed: 4, difference: 5 },
    ])
    const [{ stored, computed, ...who } = { stored: null, computed: null }] = found.licences.differences
    expect(who).toEqual({ _id: customer._id, name: customer.name, fullName: customer.fullName })
    expect(Date.parse(stored ?? '') - Date.parse(computed ?? '')).toBe(DAY)
  })

  test('is shown to sa and to users whose profile grants it', async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 5))
    const keeper = await signedInWith(server, { reconciliation: [] })
    expect((await keeper.get('/api/reconciliation')).body).toMatchObject({
      isSound: true,
      isFull: true,
      transactions: 1,
      balances: { checked: 1, different: 0, differences: [] },
    })
    expect((await keeper.get('/api/reconciliation?full=si')).status).toBe(422)
    expect((await team.agent.get('/api/reconciliation')).status).toBe(403)
    expect((await server.anonymous.get('/api/reconciliation')).status).toBe(401)
  })

  test('agrees after any sequence of transactions by any users, and totals add up', async () => {
    const customers = [
      (await storeUser(server, 'app', { createdBy: team.agent.id }))._id,
      (await storeUser(server, 'app', { createdBy: team.otherAgent.id }))._id,
    ]
    const targets = [...customers, team.agent.id, team.superagent.id, team.otherAgent.id]
    const sellers = [team.sa, team.admin, team.superagent, team.agent, team.otherAgent]
    const step = fc.record({
      seller: fc.nat(sellers.length - 1),
      target: fc.nat(targets.length - 1),
      type: fc.integer({ min: 1, max: 5 }),
      period: fc.constantFrom('MESES', 'AÑOS', 'DIAS'),
      count: fc.integer({ min: 1, max: 14 }),
      /** Hours from now to an exact expiry, for some of the transactions in days. */
      until: fc.option(fc.integer({ min: -100, max: 9_000 })),
      hours: fc.nat(11),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const { seller, target, hours, until, count, ...rest } of steps) {
          server.clock.advance(hours * 3_600_000)
          const by = sellers[seller] ?? team.sa
          const isExact = rest.period === 'DIAS' && until !== null
          const end = new Date(server.clock.now().getTime() + (until ?? 0) * 3_600_000).toISOString()
          const amount = isExact ? { count: undefined, until: end } : { count }
          const answer = await makeTransaction(by, saleOf(targets[target] ?? '', { ...rest, ...amount }))
          if (![200, 404, 422].includes(answer.status)) return answer.status === 401
        }
        const rows = await server.db.select().from(balances)
        return rows.every(({ months }) => months >= 0) && (await reconcile(server.context)).isSound
      }),
      { numRuns: 6 },
    )
    const { admin } = await people(server)
    const listed = await admin.get('/api/license_transactions?status=PROCESSED&limit=100')
    const totals = (await admin.get('/api/license_transactions/totals')).body
    if (listed.rows.length < 100)
      expect(sumOf(rowsIn(Object.values(totals)), 'total')).toBeCloseTo(sumOf(listed.rows, 'total'), 2)
  })
})

describe('a reconciliation after a successful one', () => {
  let customer: UserRow

  beforeEach(async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 20))
    customer = await storeUser(server, 'app', { createdBy: team.agent.id })
    for (const day of [0, 40, 80]) {
      server.clock.advance(day * DAY)
      team = { ...team, ...(await signedInAgain()) }
      await makeTransaction(team.agent, saleOf(customer._id))
    }
    expect(await reconcile(server.context)).toMatchObject({ isFull: true, isSound: true, transactions: 4 })
    server.clock.advance(3 * DAY)
    team = { ...team, ...(await signedInAgain()) }
  })

  /** Signs in again, since unused sessions expire. */
  const signedInAgain = async () => {
    const of = async ({ id, name }: { id: string; name: string }) => {
      const [row] = await server.db.select().from(users).where(eq(users._id, id))
      if (!row) throw new Error(`No user ${name}`)
      return signInAs(server, row)
    }
    return { agent: await of(team.agent), admin: await of(team.admin) }
  }

  test('reads only new transactions', async () => {
    expect(await reconcile(server.context)).toMatchObject({ isFull: false, isSound: true, transactions: 0 })
    await makeTransaction(team.agent, saleOf(customer._id, { count: 2 }))
    await makeTransaction(team.admin, saleOf(customer._id, { type: TYPE.REFUND }))
    await makeTransaction(team.admin, transfer(team.otherAgent.id, 3))
    const second = await reconcile(server.context)
    expect(second).toMatchObject({ isFull: false, isSound: true, transactions: 3 })
    expect(second.balances.checked).toBe(2)
    expect(await reconcile(server.context)).toMatchObject({
      transactions: 0,
      since: second.date,
      lastFull: second.lastFull,
    })
    expect(await reconcile(server.context, { isFull: true })).toMatchObject({
      ...{ isFull: true, isSound: true, transactions: 7, since: null },
    })
  })

  test('accounts for changes of owner since then', async () => {
    await server.db.update(users).set({ createdBy: team.otherAgent.id }).where(eq(users._id, customer._id))
    expect(await reconcile(server.context)).toMatchObject({ isFull: false, isSound: true })
  })

  test('reads everything a month after the last full one', async () => {
    await server.db.execute(
      sql`update reconciliation_checkpoint set full_date = full_date - interval '31 days'`,
    )
    expect(await reconcile(server.context)).toMatchObject({ isFull: true, isSound: true, transactions: 4 })
  })

  const APART = sql`set local session_replication_role = replica`
  const CHANGES: Record<string, (SQL | string)[]> = {
    'a balance': [sql`update balances set months = months + 1 where months > 0`],
    'a balance without transactions': [
      sql`insert into balances select _id, 1 from users where deleted_at is null on conflict do nothing`,
    ],
    'an expiry': [sql`update licences set date_expire = date_expire + interval '1 hour'`],
    'the sum of a day': [sql`update ledger_sums set total = total + 1 where span = 'day'`],
    'the sum of a month': [sql`update ledger_sums set transactions = transactions + 1 where span = 'month'`],
    'all sums of a day': [
      sql`update ledger_sums set credits = credits + 1 where start = (select min(start) from ledger_sums)`,
    ],
    'the seller of sums': [sql`update ledger_sums set user_created = 'x' where type = 'SALE'`],
    'the owner of sums': [sql`update ledger_sums set owner = 'x' where type = 'SALE'`],
    'the expiries of a day': [sql`update expiry_days set licences = licences - 1`],
    'the number of transactions with a text': [
      sql`update transaction_search set transactions = transactions + 1`,
    ],
    'the owner of a text': [sql`update transaction_search set owner = 'x'`],
    'an old transaction, deleted': [
      APART,
      sql`delete from license_transactions where posting = (select min(posting) from license_transactions)`,
    ],
    'what it has read': [sql`update reconciled_users set sold_posting = sold_posting + 5`, 'sale'],
  }

  test.each(Object.entries(CHANGES))('detects later changes: %s', async (what, changes) => {
    await server.db.transaction(async (tx) => {
      for (const change of changes) if (typeof change !== 'string') await tx.execute(change)
    })
    if (changes.includes('sale')) await makeTransaction(team.agent, saleOf(customer._id))
    const found = await reconcile(server.context)
    expect(found.isFull).toBe(true)
    expect(found.isSound).toBe(what === 'what it has read')
  })

  test('a full one detects a transaction changed by hand', async () => {
    await server.db.transaction(async (tx) => {
      await tx.execute(APART)
      await tx.execute(sql`update license_transactions set seller_months = -7 where type = 'SALE'`)
    })
    const { balances } = await reconcile(server.context, { isFull: true })
    expect(balances.differences).toMatchObject([{ _id: team.agent.id, stored: 17, computed: -1 }])
  })
})

describe('the result', () => {
  test('names at most a thousand differences and counts all', async () => {
    const { _id, ...someone } = await storeUser(server, 'app')
    const many = Array.from({ length: 1_100 }, (_, index) => ({
      ...someone,
      name: `persona-${index}`,
      nameKey: `persona-${index}`,
    }))
    for (let first = 0; first < many.length; first += 100)
      await server.db.insert(users).values(many.slice(first, first + 100))
    await server.db.execute(sql`insert into balances select _id, 1 from users where name like 'persona-%'`)
    await server.db.execute(sql`
      update licences set date_expire = now() where _id in (select _id from users where name like 'persona-%' limit 50)`)
    const { different, balances, licences } = await reconcile(server.context)
    expect(different).toBe(1_150)
    expect(balances).toMatchObject({ checked: 1_100, different: 1_100 })
    expect(licences).toMatchObject({ checked: 1_101, different: 50 })
    expect(balances.differences.length + licences.differences.length).toBe(1_000)
  })

  test('is shared by concurrent requests', async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 5))
    const ask = () => reconcile(server.context, { isFull: true })
    const [first, ...others] = await Promise.all([ask(), ask(), ask()])
    for (const other of others) expect(other).toBe(first)
    expect(await ask()).not.toBe(first)
  })
})

describe('the summary of sales', () => {
  test('sums per day of the service and per seller', async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 20))
    const customer = (await storeUser(server, 'app', { createdBy: team.agent.id }))._id
    await makeTransaction(team.agent, saleOf(customer, { count: 2 }))
    server.clock.advance(DAY / 4)
    const later = await people(server)
    await makeTransaction(later.admin, saleOf(customer))
    await makeTransaction(later.admin, saleOf(customer, { type: TYPE.REFUND }))
    const { body } = await later.admin.get('/api/license_transactions/summary')
    expect(sumOf(rowsIn(body.days), 'sales')).toBeCloseTo(1051.5, 2)
    expect(sumOf(rowsIn(body.sellers), 'sales')).toBeCloseTo(1051.5, 2)
    expect(body.sellers).toMatchObject([
      { userCreated: team.agent.id, sales: 701, refunds: 0 },
      { userCreated: later.admin.id, sales: 350.5, refunds: 350.5 },
    ])
    expect(rowsIn(body.days)[0]?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })
})
