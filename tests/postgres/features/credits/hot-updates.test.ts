import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { people, storeUser } from '../../../support/people.ts'

const server = testApp()

interface Updates extends Record<string, unknown> {
  table: string
  updates: number
  /** Updates that write an entry into every index of the table. */
  cold: number
}

/** Updates so far by table, which each connection reports on request. */
const updatesSoFar = async (): Promise<Map<string, Updates>> => {
  const reports = Array.from({ length: 60 }, async (_, index) =>
    (index % 2 ? server.db : server.context.db).execute(
      sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`,
    ),
  )
  await Promise.all(reports)
  const { rows } = await server.db.execute<Updates>(sql`
    select relname as "table", n_tup_upd::int as updates, (n_tup_upd - n_tup_hot_upd)::int as cold
    from pg_stat_user_tables`)
  return new Map(rows.map((row) => [row.table, row]))
}

test('a sale updates only its own row and one licence without HOT, and no users', async () => {
  const { admin, agent, superagent } = await people(server)
  expect(
    (await makeTransaction(admin, saleOf(superagent.id, { type: TYPE.TRANSFER, count: 500 }))).status,
  ).toBe(200)
  expect(
    (await makeTransaction(superagent, saleOf(agent.id, { type: TYPE.TRANSFER, count: 400 }))).status,
  ).toBe(200)
  const customers: string[] = []
  for (let index = 0; index < 12; index++)
    customers.push((await storeUser(server, 'app', { createdBy: agent.id }))._id)
  const before = await updatesSoFar()
  const sales = 60
  for (let sale = 0; sale < sales; sale++)
    expect((await makeTransaction(agent, saleOf(customers[sale % 12] ?? ''))).status).toBe(200)
  const after = await updatesSoFar()
  const since = (table: string) => ({
    updates: (after.get(table)?.updates ?? 0) - (before.get(table)?.updates ?? 0),
    cold: (after.get(table)?.cold ?? 0) - (before.get(table)?.cold ?? 0),
  })
  expect(since('users')).toEqual({ updates: 0, cold: 0 })
  expect(since('balances')).toEqual({ updates: sales, cold: 0 })
  // The row leaves the partial index of pending transactions.
  expect(since('license_transactions')).toEqual({ updates: sales, cold: sales })
  expect(since('licences')).toEqual({ updates: sales, cold: sales })
  const cold = [...after.keys()].reduce((sum, table) => sum + since(table).cold, 0)
  expect(cold).toBe(2 * sales)
})
