import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refreshStatistics, vacuumTables } from '../../../../src/server/platform/database/vacuum.ts'
import { testApp } from '../../../support/app.ts'

const server = testApp()

const knownRows = async (): Promise<unknown> => {
  const { rows } = await server.db.execute(
    sql`select relname, reltuples::int as rows from pg_class where relname in ('grown', 'quiet') order by 1`,
  )
  return rows
}

test('refreshes the statistics of tables that grew by more than a tenth, and of no others', async () => {
  await server.db.execute(sql`create table grown (n int)`)
  await server.db.execute(sql`create table quiet (n int)`)
  await server.db.execute(sql`insert into grown select generate_series(1, 1000)`)
  await server.db.execute(sql`insert into quiet select generate_series(1, 40)`)
  await refreshStatistics(server.db)
  expect(await knownRows()).toEqual([
    { relname: 'grown', rows: 1_000 },
    { relname: 'quiet', rows: -1 },
  ])
  await server.db.execute(sql`insert into grown select generate_series(1, 100)`)
  await refreshStatistics(server.db)
  expect(await knownRows()).toMatchObject([{ rows: 1_000 }, {}])
  await server.db.execute(sql`insert into grown select generate_series(1, 100)`)
  await refreshStatistics(server.db)
  expect(await knownRows()).toMatchObject([{ rows: 1_200 }, {}])
})

test('the space of deleted rows is used again, and every table has statistics', async () => {
  await server.db.execute(sql`create table churned (n int)`)
  const sizes: unknown[] = []
  for (let round = 0; round < 3; round++) {
    await server.db.execute(sql`insert into churned select generate_series(1, 1000)`)
    await server.db.execute(sql`delete from churned`)
    await vacuumTables(server.db)
    const { rows } = await server.db.execute(sql`select pg_relation_size('churned')::int as bytes`)
    sizes.push(rows[0]?.bytes)
  }
  expect(sizes[0]).toBeGreaterThan(0)
  expect(sizes[2]).toBe(sizes[0])
  const { rows } = await server.db.execute(sql`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and reltuples < 0`)
  expect(rows).toEqual([])
})
