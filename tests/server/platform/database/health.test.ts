import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../support/database.ts'
import { hold } from '../../../support/locks.ts'

const test = testDatabase({ emptied: false })

it('health is true while more slow statements run than there are connections', async () => {
  await test.db.execute(sql`create table notes (n int)`)
  const release = await hold(test.db, (tx) => tx.execute(sql`lock table notes in access exclusive mode`))
  let ended = 0
  const slow = Array.from({ length: 12 }, async () => {
    await test.db.execute(sql`select n from notes`)
    ended++
  })
  expect(await test.database.health()).toBe(true)
  expect(await test.database.health()).toBe(true)
  expect(ended).toBe(0)
  await release()
  await Promise.all(slow)
  expect(await test.database.health()).toBe(true)
})
