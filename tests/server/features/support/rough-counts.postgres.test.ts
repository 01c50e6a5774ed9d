import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { countWithin } from '../../../../src/server/platform/database/estimate-rows.ts'
import { histories } from '../../../../src/server/platform/database/schema/support.ts'
import { testDatabase } from '../../../support/database.ts'

const database = testDatabase({ emptied: false })
const noon = sql`'2026-03-15T12:00:00Z'::timestamptz`

beforeAll(async () => {
  await database.db.execute(sql`
    insert into histories (_id, date, user_id, content_id, media_type, search, user_name, title, resource, genres)
    select n::text, ${noon} + n * interval '1 second', 'u' || n % 10, 'c' || n % 50, 'Movie', ' film ' || n, 'u', 'Film',
      'movies', '[]' from generate_series(1, 30000) n`)
  await database.db.execute(sql`analyze histories`)
})

describe('a count within limits', () => {
  const count = (where: ReturnType<typeof sql> | undefined, rows: number, milliseconds = 10_000) =>
    countWithin(database.db, histories, where, { rows, milliseconds })

  test('is exact for few rows', async () => {
    expect(await count(sql`user_id = 'u3'`, 20_000)).toEqual({ count: 3000 })
    expect(await count(sql`user_id = 'nadie'`, 20_000)).toEqual({ count: 0 })
  })

  test('is the planner’s estimate for many rows', async () => {
    const { count: expected, approximate } = await count(undefined, 20_000)
    expect(approximate).toBe(true)
    expect(expected).toBeGreaterThan(25_000)
    expect(expected).toBeLessThan(35_000)
  })

  test('becomes an estimate at the time limit, and restores the connection', async () => {
    const slow = sql`user_id = 'u3' and pg_sleep(0.05) is not null`
    expect((await count(slow, 20_000, 20)).approximate).toBe(true)
    const { rows } = await database.db.execute<{ statement_timeout: string }>(sql`show statement_timeout`)
    expect(rows[0]?.statement_timeout).not.toBe('20ms')
  })
})
