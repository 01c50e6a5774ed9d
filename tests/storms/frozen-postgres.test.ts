import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testCleanUp } from '../faults/setup.ts'
import { createCategory, openShop } from '../faults/shop.ts'
import { startPostgres } from '../support/postgres-server.ts'

const { endings, folder } = testCleanUp()

test('answers 503 when the processes of PostgreSQL are frozen', async () => {
  const postgres = await startPostgres()
  endings.push(() => postgres.remove())
  const shop = await openShop(folder(), postgres.url, 100)
  endings.push(() => shop.kill())
  const pids = postgres.processes()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    const read = async () => (await shop.sa.call('GET', '/api/users/short')).status
    expect(await Promise.all([read(), createCategory(shop)])).toEqual([503, 503])
    expect((await shop.sa.call('GET', '/health')).status).toBe(503)
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  while ((await shop.sa.call('GET', '/ready')).status !== 200) await pause(50)
  expect((await shop.sa.call('GET', '/api/users/short')).status).toBe(200)
})
