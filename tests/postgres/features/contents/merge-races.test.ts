import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { historyItems, issueGroups, issues } from '../../../../src/server/platform/database/schema/support.ts'
import type { Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { viewerApp } from '../../../support/viewers.ts'

const catalogue = testCatalogue()
const ROUNDS = 8

const pair = async (): Promise<[Row, Row]> => [
  await create(catalogue.operator, '/api/movies', filmOf({ content: [linkOf({ link: 'uno.mp4' })] })),
  await create(catalogue.operator, '/api/movies', filmOf({ content: [linkOf({ link: 'dos.mp4' })] })),
]
const merge = (kept: Row, other: Row) =>
  catalogue.operator.post(`/api/movies/${kept._id}/merge`, {
    with: other._id,
    dateUpdate: kept.dateUpdate,
    withDateUpdate: other.dateUpdate,
  })
const statusOf = async ({ _id }: Row) => (await catalogue.operator.get(`/api/movies/${_id}`)).status

test('of two merges of a pair in opposite directions, one succeeds: one record with both links remains', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = await pair()
    const answers = await Promise.all([merge(one, other), merge(other, one)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const left = answers[0].status === 200 ? one : other
    expect(await Promise.all([one, other].map(statusOf)).then((all) => all.sort())).toEqual([200, 404])
    const { content } = (await catalogue.operator.get(`/api/movies/${left._id}`)).body
    expect(content).toHaveLength(2)
  }
})

test('a concurrent deletion of either record leaves no partial merge', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, other] = await pair()
    const victim = round % 2 === 0 ? kept : other
    const [merged, deleted] = await Promise.all([
      merge(kept, other),
      catalogue.operator.delete(`/api/movies/${victim._id}`),
    ])
    const isMerged = merged.status === 200
    expect([merged.status, deleted.status]).toEqual(
      isMerged ? [200, victim === kept ? 200 : 404] : [404, 200],
    )
    const { rows } = await catalogue.operator.get(`/api/movies/trash?ids=${kept._id},${other._id}`)
    const isThere = await Promise.all([kept, other].map(statusOf))
    expect(rows.length + isThere.filter((status) => status === 200).length).toBe(2)
  }
})

test('visits and reports that arrive meanwhile are counted where they are stored', async () => {
  const { test: server } = catalogue
  for (let round = 0; round < ROUNDS; round++) {
    const [kept, other] = await pair()
    const viewers = await Promise.all(Array.from({ length: 6 }, () => viewerApp(server)))
    const send = async (viewer: (typeof viewers)[number]) => {
      for (let each = 0; each < 3; each++) {
        await viewer.post('/api/histories', { contentId: other._id, mediaType: 'Movie' })
        await viewer.post('/api/issues', { mediaId: other._id, mediaType: 'Movie', issueType: 'AUDIO' })
      }
    }
    const sending = viewers.map(send)
    expect((await merge(kept, other)).status).toBe(200)
    await Promise.all(sending)
    const { rows: visits } = await server.db.execute(sql`
      select content_id, count(*)::int as visits from histories group by 1 order by 1`)
    const { rows: counted } = await server.db.execute(sql`
      select item_id as content_id, sum(visits)::int as visits from ${historyItems} group by 1 order by 1`)
    expect(counted).toEqual(visits)
    const { rows: groups } = await server.db.execute(sql`
      select media_id, open from ${issueGroups} where open > 0 order by 1`)
    const { rows: reports } = await server.db.execute(sql`
      select media_id, count(*)::int as open from ${issues} group by 1 order by 1`)
    expect(groups).toEqual(reports)
  }
})
