import { beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { balances } from '../../../../src/server/platform/database/schema/users.ts'
import { withStatementContext } from '../../../../src/server/platform/database/statement-context.ts'
import { testApp } from '../../../support/app.ts'
import { createTransaction, makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { type People, people, storeUser } from '../../../support/people.ts'

const server = testApp()
let team: People
let customer: string

beforeEach(async () => {
  team = await people(server)
  // Balances without a transfer would not reconcile.
  await server.db.delete(balances)
  await makeTransaction(team.admin, saleOf(team.agent.id, { type: TYPE.TRANSFER, count: 20 }))
  customer = (await storeUser(server, 'app', { createdBy: team.agent.id }))._id
})

test('an idempotency key creates one transaction among concurrent requests', async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => createTransaction(team.agent, saleOf(customer), 'k-2')),
  )
  expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
})

describe('a reconciliation', () => {
  test('reports no difference during sales', async () => {
    let isSelling = true
    const selling = (async () => {
      for (let sold = 0; sold < 20; sold++) await makeTransaction(team.agent, saleOf(customer))
    })().finally(() => {
      isSelling = false
    })
    const found: boolean[] = []
    while (isSelling)
      found.push((await reconcile(server.context, { isFull: found.length % 2 === 0 })).isSound)
    await selling
    expect(found.length).toBeGreaterThan(1)
    expect(new Set(found)).toEqual(new Set([true]))
  })

  test('is aborted when all its clients have disconnected, and can be requested again', async () => {
    const gone = [new AbortController(), new AbortController()]
    const asked = gone.map(({ signal }) =>
      withStatementContext({ load: 'reports', limit: 5_000, signal }, () => reconcile(server.context)),
    )
    for (const each of gone) each.abort()
    for (const result of await Promise.allSettled(asked)) expect(result.status).toBe('rejected')
    expect((await reconcile(server.context)).isSound).toBe(true)
  })
})
