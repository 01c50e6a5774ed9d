import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { migrateDatabase } from '../../../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { testDatabase } from '../../../support/database.ts'
import { silentLog } from '../../../support/silent-log.ts'

const test = testDatabase({ bare: true, emptied: false })

it('migrates a database once when several nodes start at the same time', async () => {
  const nodes: Database[] = [test.database]
  for (const databaseUrl of test.url ? [test.url, test.url] : []) {
    nodes.push(await openDatabase({ databaseUrl, dataDir: '', log: silentLog }))
  }
  try {
    await Promise.all([...nodes, test.database].map((each) => migrateDatabase(each)))
    await migrateDatabase(test.database)
  } finally {
    await Promise.all(nodes.slice(1).map((node) => node.close()))
  }
  const applied = await test.db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
  expect(applied.rows.length).toBeGreaterThan(0)
  expect(new Set(applied.rows.map((row) => row.hash)).size).toBe(applied.rows.length)
})

it('has substring search after the first migration', async () => {
  const found = await test.db.execute(sql`select similarity('cartelera', 'cartelera') as same`)
  expect(found.rows).toEqual([{ same: 1 }])
})
