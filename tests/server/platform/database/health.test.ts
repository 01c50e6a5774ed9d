import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../support/database.ts'

const test = testDatabase({ emptied: false })

it('is true while more slow statements run than there are connections', async () => {
  let ended = 0
  const connections = test.kind === 'postgres' ? 10 : 1
  const slow = Array.from({ length: connections + 2 }, async () => {
    await test.db.execute(sql`select pg_sleep(0.4)`)
    ended++
  })
  expect(await test.database.health()).toBe(true)
  expect(await test.database.health()).toBe(true)
  expect(ended).toBe(0)
  await Promise.all(slow)
  expect(await test.database.health()).toBe(true)
})
