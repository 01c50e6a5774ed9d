import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { type People, people } from '../../../support/people.ts'
import { costlySteps } from '../../../support/plans.ts'

const server = testApp({ keep: true, own: true })
let staff: People

const MONTH = '2026_01'
const CHANGES = 60

/** Twenty thousand events, some of them changes of the settings. */
beforeAll(async () => {
  staff = await people(server)
  const at = sql`timestamptz '2026-01-20' - n * interval '1 minute'`
  const series = sql`generate_series(1, 20000) n`
  const isChange = sql`n % 300 = 0 and n <= ${CHANGES * 300}`
  await server.db.execute(sql`
    insert into audit_entries (_id, date, action, resource, record, user_id, changes)
    select 'event-' || n, ${at}, 'update', case when ${isChange} then 'settings' else 'users' end,
      case when ${isChange} then 'settings' else 'user-' || n end, ${staff.admin.id},
      '[{"field": "pageSize", "before": 20, "after": 30}, {"field": "mail", "before": null, "after": "a@b.example"}]'
    from ${series}`)
  await server.db.execute(sql`
    insert into audit_personal (_id, date, user_name, search)
    select 'event-' || n, ${at}, 'ana', '' from ${series}`)
  await server.db.execute(sql`vacuum analyze`)
})

test.each([
  `audit_entries_${MONTH}`,
  'audit_entries_default',
  `audit_personal_${MONTH}`,
  'audit_personal_default',
])('the latest changes of the settings read few rows of %s', async (table) => {
  const read = async () => {
    const { status, rows } = await staff.sa.get('/api/audit/settings')
    expect(status).toBe(200)
    expect(rows).toEqual(
      ['mail', 'pageSize'].map((setting) => ({ setting, date: '2026-01-19T19:00:00.000Z', userName: 'ana' })),
    )
  }
  expect(await costlySteps(server.database.url, table, read, CHANGES)).toEqual([])
})
