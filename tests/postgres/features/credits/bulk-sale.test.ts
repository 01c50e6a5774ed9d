import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { type Answer, testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { holdingsOf, type SignedIn, signedIn, storeUser, storeUsers } from '../../../support/people.ts'

const server = testApp()
const DAY = 24 * 60 * 60 * 1000
let superagent: SignedIn
let admin: SignedIn

beforeEach(async () => {
  superagent = await signedIn(server, 'superagent', { creditToResell: 60 })
  admin = await signedIn(server, 'Administrador')
})

const customersOf = async (createdBy: string, count: number): Promise<string[]> => {
  const now = server.clock.now().getTime()
  const rows = await storeUsers(
    server,
    Array.from({ length: count }, (_, index) => [
      'app',
      { createdBy, dateExpire: new Date(now + (index % 30) * DAY) },
    ]),
  )
  return rows.map(({ _id }) => _id)
}
const sell = (seller: SignedIn, ids: readonly string[], key = newId()): Promise<Answer> =>
  seller.post(
    '/api/license_transactions/bulk',
    { ids, period: 'MESES', count: 1 },
    { headers: { 'idempotency-key': key } },
  )
const balance = async (id: string) => (await holdingsOf(server, id)).creditToResell
const sold = async () => (await server.db.select().from(licenseTransactions)).length

test('of two concurrent sales exceeding the balance, one succeeds', async () => {
  const customers = await customersOf(superagent.id, 40)
  const answers = await Promise.all([sell(superagent, customers), sell(superagent, [...customers].reverse())])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  expect([await balance(superagent.id), await sold()]).toEqual([20, 40])
  expect((await reconcile(server.context)).sums.differences).toEqual([])
})

test('sent five times concurrently with one key is made once', async () => {
  const customers = await customersOf(superagent.id, 10)
  const answers = await Promise.all(Array.from({ length: 5 }, () => sell(superagent, customers, 'una')))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect([await balance(superagent.id), await sold()]).toEqual([50, 10])
})

test('of several sellers to the same customers, concurrent with single sales, are all made and counted', async () => {
  const agents = await Promise.all(
    [1, 2, 3].map(() => signedIn(server, 'agent', { createdBy: superagent.id, creditToResell: 500 })),
  )
  const lists = await Promise.all(agents.map(({ id }) => customersOf(id, 60)))
  const all = lists.flat()
  const alone = await Promise.all(
    agents.map(async ({ id }) => (await storeUser(server, 'app', { createdBy: id }))._id),
  )
  const sellers = [admin, await signedIn(server, 'sa'), await signedIn(server, 'Administrador')]
  const answers = await Promise.all([
    ...sellers.map((seller, index) => sell(seller, index % 2 === 0 ? all : [...all].reverse())),
    ...agents.map((agent, index) => sell(agent, lists[index] ?? [])),
    ...agents.flatMap((agent) =>
      Array.from({ length: 8 }, (_, turn) => makeTransaction(agent, saleOf(alone[turn % 3] ?? ''))),
    ),
  ])
  const failed = answers.filter(({ status }) => ![200, 201, 404].includes(status))
  expect(failed.map(({ status, text }) => `${status} ${text}`)).toEqual([])
  expect((await reconcile(server.context)).sums.differences).toEqual([])
})
