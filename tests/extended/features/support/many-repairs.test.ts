import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { BULK_MESSAGES, MAX_RECORDS } from '../../../../src/domain/batches/bulk.ts'
import { testApp } from '../../../support/app.ts'
import { signedIn } from '../../../support/people.ts'

const server = testApp()
const path = '/api/issues/changeAllToFixes'

test('a repair of more than 100,000 reports is refused as a whole', async () => {
  const sa = await signedIn(server, 'sa')
  await server.db.execute(sql`
    insert into issue_groups (_id, media_id, media_type, issue_type, resource, title, title_key, reference, search,
      open, fixed, last_date)
    values ('g1', 'c1', 'Movie', 'AUDIO', 'movies', 'Film', 'film', 'R1', ' film ', ${MAX_RECORDS + 1}, 0, now())`)
  const CHUNK = 10_000
  for (let from = 0; from <= MAX_RECORDS; from += CHUNK)
    await server.db.execute(sql`
      insert into issues (_id, group_number, media_id, media_type, issue_type, status, date, day, user_id, date_update)
      select 'i' || n, g.number, 'c1', 'Movie', 'AUDIO', false, timestamptz '2026-01-01', date '2026-01-01', 'u', now()
      from issue_groups g, generate_series(${from + 1}::int, ${Math.min(from + CHUNK, MAX_RECORDS + 1)}::int) n`)
  for (const body of [undefined, {}, { issueType: 'AUDIO', count: MAX_RECORDS + 1 }]) {
    const refused = await sa.post(path, body)
    expect([refused.status, refused.body.message]).toEqual([422, BULK_MESSAGES.tooMany])
  }
  expect((await sa.get('/api/issues/size?status=true')).body).toMatchObject({ count: 0 })
})
