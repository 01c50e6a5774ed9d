import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { COLLECTIONS } from '../../../src/server/collections.ts'
import { readConfig } from '../../../src/server/config.ts'
import { installation } from '../../../src/server/platform/database/schema/settings.ts'
import { users } from '../../../src/server/platform/database/schema/users.ts'
import { prepareDatabase } from '../../../src/server/start/prepare.ts'
import { testDatabase } from '../../support/database.ts'

const database = testDatabase({ own: true })
const demo = { demo: true, reset: false }

const prepare = (asked: { demo: boolean; reset: boolean }, env: Record<string, string> = {}) =>
  prepareDatabase(
    database.database,
    {
      db: database.db,
      config: readConfig(env),
      now: () => new Date(),
      collections: COLLECTIONS,
      health: async () => true,
      readiness: database.database.readiness,
      stats: database.database.stats,
    },
    asked,
  )
const allUsers = () => database.db.select().from(users)

// One test for all, because each load writes thousands of rows.
test('loading the demo repeats an interrupted load, keeps a complete one, and recreates an outdated one with --reset or when its hours are up', async () => {
  await database.db.insert(installation).values({ isDemo: true, isComplete: false, date: new Date() })
  await prepare(demo)
  expect(await database.db.select().from(installation)).toMatchObject([{ isDemo: true, isComplete: true }])
  const count = (await allUsers()).length
  expect(count).toBeGreaterThanOrEqual(500)
  await database.db.execute(sql`update users set comment = 'tocado'`)
  await prepare(demo)
  expect((await allUsers()).every(({ comment }) => comment === 'tocado')).toBe(true)
  await database.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`)
  await database.db.execute(sql`alter table users add column preliminary text`)
  await expect(prepare(demo)).rejects.toThrow(/versión preliminar.*--reset/)
  expect((await allUsers()).every(({ comment }) => comment === 'tocado')).toBe(true)
  await prepare({ demo: true, reset: true })
  const columns = await database.db.execute(sql`select from pg_attribute where attname = 'preliminary'`)
  expect(columns.rows).toEqual([])
  expect((await allUsers()).some(({ comment }) => comment === 'tocado')).toBe(false)
  expect(await allUsers()).toHaveLength(count)
  await database.db.execute(sql`update users set comment = 'tocado'`)
  await database.db.update(installation).set({ date: new Date(Date.now() - 3_600_000) })
  await prepare(demo, { DEMO_RESET_HOURS: '2' })
  expect((await allUsers()).every(({ comment }) => comment === 'tocado')).toBe(true)
  await prepare(demo, { DEMO_RESET_HOURS: '1' })
  expect((await allUsers()).some(({ comment }) => comment === 'tocado')).toBe(false)
}, 1_200_000)
