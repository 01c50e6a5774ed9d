import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refreshStatistics } from '../../../../src/server/platform/database/statistics.ts'
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
