import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { type People, people, storeUser } from '../../../support/people.ts'
import { costlySteps } from '../../../support/plans.ts'

const server = testApp({ keep: true, own: true })
let staff: People
let customer: string

const MONTH = '2026_01'

/** Twenty thousand events of each kind, two thousand of them about one customer. */
beforeAll(async () => {
  staff = await people(server)
  customer = (await storeUser(server, 'app', { createdBy: staff.agent.id }))._id
  const other = await storeUser(server, 'app')
  const { rows } = await server.db.execute<{ number: number }>(sql`
    insert into issue_groups (_id, media_id, media_type, issue_type, resource, title, title_key, reference, search, open, fixed, last_date)
    values ('g', 'm', 'Movie', 'AUDIO', 'movies', 'Casablanca', 'casablanca', '', ' casablanca', 1, 0, now())
    returning number`)
  const group = rows[0]?.number ?? 0
  const of = sql`(case when n % 10 = 0 then ${customer} else ${other._id} end)`
  const at = sql`timestamptz '2026-01-20' - n * interval '1 minute'`
  const series = sql`generate_series(1, 20000) n`
  await server.db.execute(sql`
    insert into issues (_id, group_number, media_id, media_type, issue_type, date, day, user_id, date_update)
    select 'issue-' || n, ${group}, 'm', 'Movie', 'AUDIO', ${at}, '2026-01-01', ${of}, ${at} from ${series}`)
  await server.db.execute(sql`
    insert into issue_comments (_id, issue, text, is_answer, date, user_id)
    select 'comment-' || n, 'issue-' || n, 'Ya se oye.', true, ${at}, ${staff.sa.id} from ${series}`)
  await server.db.execute(sql`
    insert into histories (_id, date, user_id, content_id, media_type, search, user_name, title, resource, genres)
    select 'visit-' || n, ${at}, ${of}, 'm', 'Movie', '', 'x', 'Casablanca', 'movies', '[]' from ${series}`)
  await server.db.execute(sql`
    insert into audit_entries (_id, date, action, resource, record, user_id)
    select 'event-' || n, ${at}, 'update', 'users', ${of}, ${staff.agent.id} from ${series}`)
  await server.db.execute(sql`
    insert into user_notes (_id, user_id, text, date, author)
    select 'note-' || n, ${of}, 'Llamó', ${at}, ${staff.agent.id} from ${series}`)
  await server.db.execute(sql`
    insert into outbox (_id, kind, reason, user_id, token, date, state, next_attempt)
    select 'mail-' || n, 'mail', 'expiry', ${of}, n::text, ${at}, 'sent', ${at} from ${series}`)
  await server.db.execute(sql`vacuum analyze`)
})

test.each([
  'issues',
  'issue_comments',
  `histories_${MONTH}`,
  'histories_default',
  `audit_entries_${MONTH}`,
  'audit_entries_default',
  'user_notes',
  'outbox',
])('a timeline reads few rows of %s', async (table) => {
  for (const reader of [staff.sa, staff.agent]) {
    const read = async () => {
      const { status, body } = await reader.get(`/api/users/${customer}/timeline`)
      expect(status).toBe(200)
      expect(body.events).toHaveLength(10)
    }
    expect(await costlySteps(server.database.url, table, read, 100)).toEqual([])
  }
})
