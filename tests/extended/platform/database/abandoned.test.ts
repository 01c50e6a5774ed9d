import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { unavailability } from '../../../../src/server/platform/database/errors.ts'
import {
  ClientGone,
  withStatementContext,
} from '../../../../src/server/platform/database/statement-context.ts'
import { openTestDatabase, testDatabase } from '../../../support/database.ts'

const test = testDatabase({ emptied: false })

beforeAll(async () => {
  await test.db.execute(sql`create table notes (n int)`)
})
beforeEach(async () => {
  await test.db.execute(sql`delete from notes`)
})

const notes = async () => (await test.db.execute(sql`select n from notes order by n`)).rows
const waiting = () => test.database.stats().pools.reduce((sum, pool) => sum + pool.waiting, 0)
const isGone = (error: unknown) =>
  error instanceof ClientGone || (error instanceof Error && error.cause instanceof ClientGone)

it('a queued statement of an aborted request never runs', async () => {
  // More than either engine has connections.
  const before = Array.from({ length: 12 }, () => test.db.execute(sql`select pg_sleep(0.05)`).then())
  const gone = new AbortController()
  const work = { load: 'requests', limit: 10_000, signal: gone.signal } as const
  const late = withStatementContext(work, async () => test.db.execute(sql`insert into notes values (1)`))
  expect(waiting()).toBeGreaterThan(0)
  gone.abort()
  await expect(late).rejects.toSatisfy(isGone)
  await Promise.all(before)
  expect(await notes()).toEqual([])
  expect(waiting()).toBe(0)
})

it('a transaction of an aborted request is rolled back', async () => {
  const gone = new AbortController()
  const work = { load: 'requests', limit: 10_000, signal: gone.signal } as const
  const undone = withStatementContext(work, () =>
    test.db.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (1)`)
      gone.abort()
      await tx.execute(sql`insert into notes values (2)`)
    }),
  )
  await expect(undone).rejects.toSatisfy(isGone)
  expect(await notes()).toEqual([])
})

it('running and queued statements fail as unreachable when all connections are ended', async () => {
  const { database, remove } = await openTestDatabase(true)
  const sleeping = Array.from({ length: 12 }, () =>
    database.db.execute(sql`select pg_sleep(60)`).then(
      () => undefined,
      (error) => unavailability(error),
    ),
  )
  await database.health()
  database.endStatements()
  expect(new Set(await Promise.all(sleeping))).not.toContain(undefined)
  await expect(database.db.execute(sql`select 1`)).rejects.toSatisfy(
    (error) => unavailability(error) === 'away',
  )
  await remove()
})
