import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { newUser, type People, people, profileId, signedInWith, storeUser } from '../../../support/people.ts'

const server = testApp()
const DAY = 86_400_000
let team: People

beforeEach(async () => {
  team = await people(server)
  // Balances without a transfer would not reconcile, so all users start at 0.
  await server.db.update(users).set({ creditToResell: 0 })
  await team.sa.put('/api/settings', { periods: ['MESES', 'AÑOS'], creditPriceMonthly: 350.5 })
})

const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value : [])
const sumOf = (rows: readonly Row[], field: string) => rows.reduce((sum, row) => sum + Number(row[field]), 0)

const transfer = (target: string, count: number) => saleOf(target, { type: TYPE.TRANSFER, count })

describe('the reconciliation', () => {
  test('agrees with what was sold, refunded, granted and transferred, demos included', async () => {
    await makeTransaction(team.admin, transfer(team.superagent.id, 40))
    await makeTransaction(team.superagent, transfer(team.agent.id, 30))
    const customer = (await storeUser(server, 'app', { createdBy: team.agent.id }))._id
    await makeTransaction(team.agent, saleOf(customer, { count: 3 }))
    await makeTransaction(team.admin, saleOf(customer, { type: TYPE.REFUND }))
    await team.agent.post('/api/users', newUser(await profileId(server, 'demo')))
    const { balances, licences, isSound } = await reconcile(server.db)
    expect(isSound).toBe(true)
    expect(balances.map(({ name, stored, computed }) => [name, stored, computed])).toEqual(
      expect.arrayContaining([
        [team.superagent.name, 10, 10],
        [team.agent.name, 27, 27],
      ]),
    )
    expect(licences).toEqual({ checked: 2, differences: [] })
  })

  test('names a balance and an expiry changed without a transaction', async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 5))
    const customer = await storeUser(server, 'app', { createdBy: team.agent.id })
    await makeTransaction(team.agent, saleOf(customer._id))
    await server.db.update(users).set({ creditToResell: 9 }).where(eq(users._id, team.agent.id))
    await server.db
      .update(users)
      .set({ dateExpire: sql`${users.dateExpire} + interval '1 day'` })
      .where(eq(users._id, customer._id))
    const found = await reconcile(server.db)
    expect(found.isSound).toBe(false)
    expect(found.balances).toMatchObject([{ name: team.agent.name, stored: 9, computed: 4, difference: 5 }])
    expect(found.licences.differences).toMatchObject([{ _id: customer._id, name: customer.name }])
  })

  test('is shown to sa and to users whose profile grants it', async () => {
    await makeTransaction(team.admin, transfer(team.agent.id, 5))
    const keeper = await signedInWith(server, { reconciliation: [] })
    expect((await keeper.get('/api/reconciliation')).body).toMatchObject({
      isSound: true,
      balances: [{ stored: 5, computed: 5, difference: 0 }],
    })
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
      period: fc.constantFrom('MESES', 'AÑOS'),
      count: fc.integer({ min: 1, max: 14 }),
      hours: fc.nat(11),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const { seller, target, hours, ...rest } of steps) {
          server.clock.advance(hours * 3_600_000)
          const by = sellers[seller] ?? team.sa
          const answer = await makeTransaction(by, saleOf(targets[target] ?? '', rest))
          if (![200, 404, 422].includes(answer.status)) return answer.status === 401
        }
        const rows = await server.db.select({ months: users.creditToResell }).from(users)
        return rows.every(({ months }) => months >= 0) && (await reconcile(server.db)).isSound
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
