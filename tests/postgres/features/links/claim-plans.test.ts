import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { linkWork } from '../../../../src/server/features/links/link-worker.ts'
import { testApp } from '../../../support/app.ts'
import { costlySteps } from '../../../support/plans.ts'

const server = testApp({ keep: true, own: true })

/** Fifty thousand links of a hundred hosts that wait for a check, and as many that were checked. */
beforeAll(async () => {
  const now = server.clock.now().toISOString()
  await server.db.execute(sql`
    insert into link_hosts (host, next_check)
    select 'host-' || n, ${now}::timestamptz from generate_series(1, 100) n`)
  await server.db.execute(sql`
    insert into link_health (resource, record, key, link, link_type, is_youtube, host, next_check, is_asked)
    select 'channels', n::text, n::text, 'http://host/' || n, 'E', false, 'host-' || 1 + n % 100,
      case when n <= 50000 then ${now}::timestamptz end, n % 3 = 0
    from generate_series(1, 100000) n`)
  await server.db.execute(sql`vacuum analyze`)
})

test('claims among fifty thousand waiting links read few of each host', async () => {
  const worker = linkWork(server.context)
  const costly = (work: () => Promise<unknown>) => costlySteps(server.database.url, 'link_health', work)
  const claim = async () => {
    const rows = await server.db.transaction((tx) => worker.claim(tx, server.clock.now(), 20))
    expect(rows).toHaveLength(20)
    expect(rows.map(({ isAsked }) => isAsked)).toEqual(rows.map(() => true))
  }
  expect(await costly(claim)).toEqual([])
  expect(await costly(() => worker.nextDue(server.db))).toEqual([])
})
