import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import type { Tx } from '../../../../src/server/platform/database/open.ts'
import {
  licenseTransactions,
  transactionSearch,
} from '../../../../src/server/platform/database/schema/credits.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { licences, profiles, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Answer, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { createTransaction, makeTransaction, process, saleOf, TYPE } from '../../../support/credits.ts'
import { answerDuring } from '../../../support/locks.ts'
import { holdingsOf, profileId, type SignedIn, signedIn, storeUser } from '../../../support/people.ts'

const server = testApp()
let agent: SignedIn
let superagent: SignedIn
let admin: SignedIn

beforeEach(async () => {
  superagent = await signedIn(server, 'superagent', { creditToResell: 100 })
  agent = await signedIn(server, 'agent', { creditToResell: 50, createdBy: superagent.id })
  admin = await signedIn(server, 'Administrador')
})

const balance = async (id: string) => (await holdingsOf(server, id)).creditToResell
const customerOf = async (seller: SignedIn) => (await storeUser(server, 'app', { createdBy: seller.id }))._id
const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))
/** Retries on 503 like a client: on a busy machine some requests wait too long for a connection. */
const sell = async (...sale: Parameters<typeof makeTransaction>): Promise<Answer> => {
  const answer = await makeTransaction(...sale)
  return answer.status === 503 ? sell(...sale) : answer
}
const processed = async () => {
  const [row] = await server.db
    .select({ count: sql<number>`count(*)::int`, credits: sql<number>`sum(count)::int` })
    .from(licenseTransactions)
    .where(eq(licenseTransactions.status, 'PROCESSED'))
  return row
}

describe('concurrent requests', () => {
  afterEach(async () => {
    const { sums } = await reconcile(server.context)
    expect(sums.differences).toEqual([])
    expect(sums.checked).toBeGreaterThan(0)
  })

  test('sell 50 of 200 credits on a balance of 50', async () => {
    const customers = await times(8, () => customerOf(agent))
    const answers = await times(200, (index) => sell(agent, saleOf(customers[index % 8] ?? '')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(150)
    expect(await balance(agent.id)).toBe(0)
    expect(await processed()).toEqual({ count: 50, credits: 50 })
  })

  test('process one transaction once', async () => {
    const { body } = await createTransaction(agent, saleOf(await customerOf(agent), { count: 7 }))
    const answers = await times(20, () => process(agent, body._id))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(await balance(agent.id)).toBe(43)
  })

  test('lose no update between sales and transfers', async () => {
    const customer = await customerOf(agent)
    const answers = await times(40, (index) =>
      index % 2 === 0
        ? sell(agent, saleOf(customer))
        : sell(superagent, saleOf(agent.id, { type: TYPE.TRANSFER })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect([await balance(agent.id), await balance(superagent.id)]).toEqual([50, 80])
  })

  test('do not deadlock with opposite transfers', async () => {
    const other = await signedIn(server, 'agent', { creditToResell: 50, createdBy: superagent.id })
    const answers = await times(60, (index) => {
      const target = index % 2 === 0 ? agent : other
      const type = index % 4 < 2 ? TYPE.TRANSFER : TYPE.REFUND_TRANSFER
      return sell(index % 3 === 0 ? superagent : admin, saleOf(target.id, { type }))
    })
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true)
    const sum = (await balance(agent.id)) ?? 0
    expect(sum).toBeGreaterThanOrEqual(0)
  })

  test('of many sellers neither deadlock nor lose a sum while customers are deleted', async () => {
    const sellers = await times(12, () => signedIn(server, 'agent', { creditToResell: 50 }))
    const sales = await times(48, async (index) => {
      const seller = sellers[index % 12] ?? agent
      return { seller, customer: await customerOf(seller) }
    })
    const sa = await signedIn(server, 'sa')
    const answers = await Promise.all(
      sales.map(async ({ seller, customer }, index) => {
        const sold = await sell(seller, saleOf(customer))
        return index % 3 === 0 ? sa.delete(`/api/users/${customer}`) : sold
      }),
    )
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([])
  })

  test('extend one licence by all sold months', async () => {
    const customer = await customerOf(agent)
    await times(12, () => sell(agent, saleOf(customer)))
    const { dateExpire } = await holdingsOf(server, customer)
    expect(dateExpire?.toISOString().slice(0, 7)).toBe(
      new Date(server.clock.now().getTime() + 365 * 86_400_000).toISOString().slice(0, 7),
    )
  })
})

describe('a transaction that waits for a lock', () => {
  /** Response to processing a sale that waits until `change` is committed. */
  const processDuring = async (count: number, change: (tx: Tx) => PromiseLike<unknown>): Promise<Answer> => {
    const { body } = await createTransaction(agent, saleOf(await customerOf(agent), { count }))
    const lockAndChange = async (tx: Tx) => {
      await tx.select().from(users).where(eq(users._id, agent.id)).for('update')
      await change(tx)
    }
    return answerDuring(server.db, lockAndChange, () => process(agent, body._id))
  }

  test.each([
    ['the customer', ['app']],
    ['the seller', ['agent']],
    ['both', ['app', 'agent']],
  ])('is rejected when the profile of %s becomes one without sales', async (_, names) => {
    const demo = await profileId(server, 'demo')
    const before = await Promise.all(names.map((name) => profileId(server, name)))
    const { status } = await processDuring(1, (tx) =>
      tx.update(users).set({ profile: demo }).where(inArray(users.profile, before)),
    )
    expect(status).toBe(422)
  })

  test('is rejected when the profile of the seller changes to another role', async () => {
    const { status } = await processDuring(1, (tx) =>
      tx.update(profiles).set({ name: 'app' }).where(eq(profiles.name, 'agent')),
    )
    expect(status).toBe(422)
  })

  test('respects a cap saved meanwhile', async () => {
    const answer = await processDuring(9, (tx) =>
      tx.update(settings).set({ value: sql`${settings.value} || '{"agentTransMax": 2}'` }),
    )
    expect(answer.status).toBe(422)
    expect(Object.keys(validationErrorsOf(answer))).toEqual(['count'])
    expect(await balance(agent.id)).toBe(50)
  })
})

describe('a sale to a customer', () => {
  const ownersOfSums = async () => {
    const { rows } = await server.db.execute<{ owner: string }>(
      sql`select distinct owner from ledger_sums where transactions <> 0`,
    )
    return rows.map(({ owner }) => owner)
  }
  const saleTo = (customer: string) => (tx: Tx) =>
    tx.insert(licenseTransactions).values({
      ...{ userCreated: admin.id, userLicensed: customer, userFullName: 'Rosa', search: ' rosa' },
      ...{ type: 'SALE', status: 'PROCESSED', period: 'MESES', count: 1, creditPrice: 1, total: 1 },
      ...{ posting: 1, date: new Date() },
    })

  test('that is deleted meanwhile has no owner in the sums', async () => {
    const customer = await customerOf(agent)
    const { status } = await answerDuring(server.db, saleTo(customer), () =>
      admin.delete(`/api/users/${customer}`),
    )
    expect(status).toBe(200)
    expect(await ownersOfSums()).toEqual([''])
    const texts = await server.db.select().from(transactionSearch)
    expect(texts).toMatchObject([{ userLicensed: customer, owner: '', transactions: 1 }])
  })

  test('that gets another owner meanwhile is summed for the new one', async () => {
    const customer = await customerOf(agent)
    await answerDuring(server.db, saleTo(customer), async () =>
      server.db.update(users).set({ createdBy: superagent.id }).where(eq(users._id, customer)),
    )
    expect(await ownersOfSums()).toEqual([superagent.id])
  })
})

test('a removal of demos keeps one that gets a licence while it waits', async () => {
  const soldTo = await storeUser(server, 'demo', { dateExpire: new Date(0) })
  const sale = async (tx: Tx) => {
    await tx.select().from(users).where(eq(users._id, soldTo._id)).for('no key update')
    const dateExpire = new Date(Date.now() + 720 * HOUR)
    await tx.update(licences).set({ dateExpire }).where(eq(licences._id, soldTo._id))
  }
  const { status, body } = await answerDuring(server.db, sale, () => admin.delete('/api/users/demo'))
  expect([status, body]).toEqual([200, { count: 0 }])
  const [kept] = await server.db.select().from(users).where(eq(users._id, soldTo._id))
  expect(kept?.deletedAt).toBeNull()
})
