import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startPostgres } from '../support/postgres-server.ts'
import { expectSound, newDatabase, testCleanUp } from './setup.ts'
import { openShop, processedIds, type Shop, sellTimes, storm } from './shop.ts'

const MONTHS = 9_999

const { endings, folder } = testCleanUp()

test('reconnects to a PostgreSQL restarted under load, and loses no sale', async () => {
  // Without synchronous commits a confirmed sale would not survive the crash.
  const postgres = await startPostgres(['synchronous_commit=on'])
  endings.push(() => postgres.remove())
  const shop = await openShop(folder(), postgres.url, MONTHS)
  endings.push(() => shop.stop())
  let isOver = false
  const selling = storm(shop, 4, () => isOver)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    await pause(200)
    await postgres.stop(signal)
    await pause(100)
    await postgres.start()
  }
  const before = (await processedWhenBack(shop)).length
  await pause(500)
  isOver = true
  const sold = await selling
  expect(sold.length).toBeGreaterThan(before > 0 ? 1 : 0)
  expect((await processedIds(shop)).length).toBeGreaterThan(before)
  await expectSound(shop, sold)
})

async function processedWhenBack(shop: Shop): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    const { status } = await shop.sa.call('GET', '/health')
    if (status === 200) return processedIds(shop)
    if (attempt > 200) throw new Error('The server did not recover')
    await pause(50)
  }
}

test('two servers on one database sell 50 of 200 credits on a balance of 50', async () => {
  const url = await newDatabase()
  const shop = await openShop(folder(), url, 50)
  endings.push(() => shop.stop())
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  const tills = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? shop.agent : second.agent))
  const sold = (await Promise.all(tills.map((till) => sellTimes(till, shop.customers, 25)))).flat()
  expect(sold).toHaveLength(50)
  const { body } = await shop.agent.call('GET', '/api/users/me')
  expect(body.creditToResell).toBe(0)
  await expectSound(shop, sold)
})
