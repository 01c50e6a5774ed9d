import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { firstSettings } from '../../../../src/domain/settings/settings.ts'
import { readConfig } from '../../../../src/server/config.ts'
import { maintain } from '../../../../src/server/features/maintenance/maintain.ts'
import { openDatabase } from '../../../../src/server/platform/database/open.ts'
import { makePartitions, partitionMonths } from '../../../../src/server/platform/database/partitions.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { testDatabase } from '../../../support/database.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testDatabase()
beforeEach(async () => {
  await server.db.insert(settings).values({ value: firstSettings(), dateUpdate: new Date() })
})

const contextAt = (date: string) => ({ config: readConfig({}), now: () => new Date(date) })
const insertVisit = (id: string, date: string) => sql`
  insert into histories (_id, date, user_id, content_id, media_type, search, user_name, title, resource, genres)
  values (${id}, ${date}, 'u', 'c', 'Movie', ' ana', 'ana', 'La isla', 'movies', '[]')`

test('only one node runs the maintenance at a time', async () => {
  const other = await openDatabase({ databaseUrl: server.url, dataDir: '', log: silentLog })
  try {
    const context = contextAt('2031-01-10T00:00:00Z')
    const during = await server.database.unlessBusy(() =>
      maintain(other.unlessBusy, context).then(() => 'left'),
    )
    expect(during).toBe('left')
    expect(await partitionMonths(server.db, 'visits')).not.toContain('2031-01')
    expect(await maintain(other.unlessBusy, context)).toMatchObject({ failures: [] })
    expect(await partitionMonths(server.db, 'visits')).toContain('2031-03')
  } finally {
    await other.close()
  }
})

test('a locked table is left to the next run, without blocking requests', async () => {
  const context = contextAt('2032-01-10T00:00:00Z')
  const done = await server.db.transaction(async (tx) => {
    await tx.execute(sql`select count(*) from histories`)
    return maintain(server.database.unlessBusy, context)
  })
  expect(done?.failures).toMatchObject([{ step: 'partitions of visits' }])
  expect(await partitionMonths(server.db, 'visits')).not.toContain('2032-01')
  expect(await partitionMonths(server.db, 'audit')).toContain('2032-03')
  expect(await maintain(server.database.unlessBusy, context)).toMatchObject({ failures: [] })
  expect(await partitionMonths(server.db, 'visits')).toContain('2032-03')
})

test('a visit sent while its partition is created is stored once, in it', async () => {
  await server.db.execute(insertVisit('early', '2033-05-01T00:00:00Z'))
  let late: Promise<unknown> | undefined
  await server.db.transaction(async (tx) => {
    await makePartitions(tx, 'visits', [])
    late = server.database.unlimited((db) => db.execute(insertVisit('late', '2033-05-02T00:00:00Z')))
    await expect
      .poll(async () => {
        const { rows } = await tx.execute(sql`select 1 from pg_locks where not granted`)
        return rows.length
      })
      .toBeGreaterThan(0)
  })
  await late
  const { rows } = await server.db.execute(
    sql`select _id, tableoid::regclass::text as partition from histories order by _id`,
  )
  expect(rows).toEqual([
    { _id: 'early', partition: 'histories_2033_05' },
    { _id: 'late', partition: 'histories_2033_05' },
  ])
})
