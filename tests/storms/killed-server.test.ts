import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectSound, newDatabase, testCleanUp } from '../faults/setup.ts'
import { openShop, processedIds, sellTimes, storm } from '../faults/shop.ts'
import { startPostgres } from '../support/postgres-server.ts'

const MONTHS = 9_999

const { endings, folder } = testCleanUp()

test('reconnects to a PostgreSQL restarted under load, and loses no sale', async () => {
  // Without synchronous commits a confirmed sale would not survive the crash.
  const postgres = await startPostgres(['synchronous_commit=on'])
  endings.push(() => postgres.remove())
  const shop = await openShop(folder(), postgres.url, MONTHS)
  endings.push(() => shop.stop())
  let isOver = false
  let sales = 0
  const selling = storm(
    shop,
    4,
    () => isOver,
    (sold) => {
      sales = sold
    },
  )
  const someMoreSales = async () => {
    for (const before = sales; sales < before + 2; ) await pause(5)
  }
  const isHealthy = async () => (await shop.sa.call('GET', '/health')).status === 200
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    await someMoreSales()
    await postgres.stop(signal)
    while (await isHealthy()) await pause(5)
    await postgres.start()
    while (!(await isHealthy())) await pause(5)
  }
  await someMoreSales()
  isOver = true
  const sold = await selling
  expect((await processedIds(shop)).length).toBeGreaterThanOrEqual(sold.length)
  await expectSound(shop, sold)
})

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
