import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { createTransaction, makeTransaction, process, saleOf } from '../../../support/credits.ts'
import { people, storeUser } from '../../../support/people.ts'
import { sentBy } from '../../../support/statements.ts'

const server = testApp()

/** The first table of each statement that is sent by `work`. */
const tablesOf = async <T>(work: () => Promise<T>): Promise<{ answer: T; tables: string[] }> => {
  const { answer, sent } = await sentBy(work)
  const tables = sent.map((statement) => {
    // Without subqueries in columns.
    const text = statement.text.replace(/\(select [^()]+\)/g, '')
    return /(?:from|into) "(\w+)"(?!\))/.exec(text)?.[1] ?? text
  })
  return { answer, tables }
}

const shop = async () => {
  const { agent } = await people(server)
  const customer = await storeUser(server, 'app', { createdBy: agent.id })
  expect((await makeTransaction(agent, saleOf(customer._id))).status).toBe(200)
  return { agent, customer: customer._id }
}

test('a sale is created by two statements after that of the session, without a transaction', async () => {
  const { agent, customer } = await shop()
  const { answer, tables } = await tablesOf(() => createTransaction(agent, saleOf(customer)))
  expect(answer.status).toBe(201)
  expect(tables).toEqual(['sessions', 'users', 'license_transactions'])
})

test('a sale is processed by three statements, one of which takes the locks', async () => {
  const { agent, customer } = await shop()
  const { body } = await createTransaction(agent, saleOf(customer))
  const { answer, tables } = await tablesOf(() => process(agent, body._id))
  expect(answer.status).toBe(200)
  expect(tables).toEqual(['sessions', 'license_transactions', 'license_transactions', 'balances'])
})

test('settings changed by SQL apply to the next sale, and to the processing of a created one', async () => {
  const { agent, customer } = await shop()
  const set = (name: string, value: number) =>
    server.db.execute(
      sql`update settings set value = jsonb_set(value, array[${name}::text], to_jsonb(${value}::int))`,
    )
  await set('creditPriceMonthly', 777)
  const { body } = await createTransaction(agent, saleOf(customer, { count: 2 }))
  expect(body).toMatchObject({ creditPrice: 777, total: 1554 })
  await set('agentTransMax', 1)
  expect((await process(agent, body._id)).status).toBe(422)
  await set('agentTransMax', 5)
  expect((await process(agent, body._id)).status).toBe(200)
})

test('sales created by one prepared statement have distinct ids', async () => {
  const { agent, customer } = await shop()
  const ids = new Set<unknown>()
  for (let sale = 0; sale < 3; sale++) ids.add((await createTransaction(agent, saleOf(customer))).body._id)
  expect(ids.size).toBe(3)
})
