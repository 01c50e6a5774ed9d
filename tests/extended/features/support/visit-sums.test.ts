import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

/** A separate database: with the planner statistics of other files, which have few rows, this one would be slow. */
const server = testApp({ keep: true, own: true })
/** Maximum number of visits that are summed row by row, or scanned for a common word. */
const LIMIT = 20_000
const LOOKED_THROUGH = 50_000
let sa: SignedIn

const insertVisits = (user: string, count: number, mediaType = 'Movie') =>
  server.db.execute(sql`
    insert into histories (_id, date, user_id, content_id, media_type, search, user_name, title, resource, genres)
    select ${user} || n, ${server.clock.now().toISOString()}::timestamptz - n * interval '1 minute',
      ${user}, 'c' || n % 2, ${mediaType}, ${` cine ${user} `}, ${user}, 'Film', 'movies', '[]'
    from generate_series(1, ${count}::int) n`)

beforeAll(async () => {
  sa = await signedIn(server, 'sa')
  await insertVisits('ana', LIMIT)
  await insertVisits('eva', LIMIT + 1)
  await insertVisits('leo', 10)
  await insertVisits('mar', 10_000, 'Serie')
  await server.db.execute(sql`analyze histories`)
})

const sumsOf = async (query: string) => {
  const { status, body } = await sa.get(`/api/histories/summary?${query}`)
  expect(status).toBe(200)
  const days = body.days as { visits: number }[]
  return { isPartial: body.isPartial, summed: days.reduce((total, { visits }) => total + visits, 0) }
}

test.each([
  ['of a user', 'userId=ana', LIMIT],
  ['of an unknown user', 'userId=nadie', 0],
  ['matching a rare word', 'search=leo', 10],
  ['matching a common word', 'search=ana&mediaType=Movie', LIMIT],
  ['matching a word of all scanned visits', 'search=cine&mediaType=Movie', 2 * LIMIT + 11],
])('sums all visits %s, not marked as partial', async (_, query, summed) => {
  expect(await sumsOf(query)).toEqual({ isPartial: false, summed })
})

test.each([
  ['of a user', 'userId=eva', LIMIT],
  ['matching a common word', 'search=cine', LOOKED_THROUGH],
])('sums the newest of too many visits %s, marked as partial', async (_, query, summed) => {
  expect(await sumsOf(query)).toEqual({ isPartial: true, summed })
})
