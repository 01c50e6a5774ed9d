import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newId } from '../../src/server/platform/database/ids.ts'
import { expectSound, newDatabase, testCleanUp } from '../faults/setup.ts'
import { type Answer, ask, openShop, type Server, type Shop } from '../faults/shop.ts'
import { saleOf } from '../support/credits.ts'

const { endings, folder } = testCleanUp()

/** Client of the agent that fails over between two servers. */
const agentAtBoth = (shop: Shop, tills: readonly [Server, Server]) => {
  const counts = { asked: 0, retried: 0 }
  const rejected: string[] = []
  const call = async (method: string, path: string, body?: Answer['body'], key?: string): Promise<Answer> => {
    const turn = counts.asked++ % 2
    const [first, other] = turn === 0 ? tills : [tills[1], tills[0]]
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
    const at = (till: Server) => ask(till.url(), shop.agent.token, method, path, body, headers)
    const answer = await at(first).catch(() => {
      counts.retried++
      return at(other)
    })
    if (answer.status >= 300) rejected.push(`${method} ${path}: ${answer.status}`)
    return answer
  }
  return { counts, rejected, call }
}

test('requests retried at the other server succeed while either of two is killed under load', async () => {
  const shop = await openShop(folder(), await newDatabase(), 9_999)
  endings.push(() => shop.stop())
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  const { counts, rejected, call } = agentAtBoth(shop, [shop, second])
  const sold: string[] = []
  let isOver = false
  const work = async (index: number) => {
    for (let turn = 0; !isOver; turn++) {
      const customer = shop.customers[(index + turn) % shop.customers.length] ?? ''
      const { body } = await call('POST', '/api/license_transactions', saleOf(customer), newId())
      await call('PUT', `/api/license_transactions/${String(body._id)}`, { status: 'PROCESSED' })
      sold.push(String(body._id))
      await call('GET', '/api/users/short?search=cliente')
      await call('PUT', `/api/users/${customer}`, { comment: `Turno ${turn}` })
    }
  }
  const load = Promise.all([0, 1, 2, 3, 4, 5].map(work))
  const passed = async (requests: number) => {
    for (const goal = counts.asked + requests; counts.asked < goal; ) await pause(5)
  }
  for (const till of [shop, second]) {
    await passed(60)
    const before = counts.retried
    await till.kill()
    await passed(60)
    expect(counts.retried).toBeGreaterThan(before)
    await till.start()
  }
  await passed(60)
  isOver = true
  await load
  expect(rejected).toEqual([])
  expect(new Set(sold).size).toBe(sold.length)
  await expectSound(shop, sold)
})
