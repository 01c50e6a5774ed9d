import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rebuildCounts } from '../../../../src/server/features/support/rebuild-counts.ts'
import { waitingViews } from '../../../../src/server/platform/database/schema/contents.ts'
import {
  histories,
  historyDays,
  historyItems,
  issueDays,
  issueGroups,
  issues,
} from '../../../../src/server/platform/database/schema/support.ts'
import type { Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { HOUR } from '../../../support/clock.ts'
import { categoryOf, create, filmOf, linkOf } from '../../../support/films.ts'
import { confirm } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { viewerApp } from '../../../support/viewers.ts'

const catalogue = testCatalogue({ config: { timeZone: 'Asia/Tokyo' } })
const { test: server } = catalogue

const merge = (path: string, kept: Row, other: Row, client = catalogue.operator) =>
  client.post(`${path}/${kept._id}/merge`, {
    with: other._id,
    dateUpdate: kept.dateUpdate,
    withDateUpdate: other.dateUpdate,
  })

const read = async (path: string) => (await catalogue.operator.get(path)).body

/** Counts by day, content and group must equal those of the rows. */
async function expectExactCounts(): Promise<void> {
  const counts = async () => ({
    items: await server.db
      .select({
        item: historyItems.item,
        day: historyItems.day,
        visits: sql<number>`sum(${historyItems.visits})::int`,
      })
      .from(historyItems)
      .groupBy(historyItems.item, historyItems.day)
      .orderBy(asc(historyItems.item), asc(historyItems.day)),
    days: await server.db
      .select({ day: issueDays.day, type: issueDays.issueType, open: issueDays.open, fixed: issueDays.fixed })
      .from(issueDays)
      .orderBy(asc(issueDays.day), asc(issueDays.issueType)),
  })
  const kept = await counts()
  await server.db.transaction(async (tx) => {
    for (const table of [historyItems, historyDays, issueDays]) await tx.delete(table)
    await rebuildCounts(tx, server.context.config.timeZone)
  })
  expect(kept).toEqual(await counts())
  const groups = await server.db.select().from(issueGroups)
  for (const { number, open, fixed, mediaId } of groups) {
    const rows = await server.db.select().from(issues).where(eq(issues.group, number))
    expect([rows.filter(({ status }) => !status).length, rows.filter(({ status }) => status).length]).toEqual(
      [open, fixed],
    )
    expect(rows.every((row) => row.mediaId === mediaId)).toBe(true)
  }
}

test('moves links, visits and reports to the remaining film; the other one can be restored without them', async () => {
  const { operator } = catalogue
  const [estrenos, drama] = [
    await create(operator, '/api/categories', categoryOf()),
    await create(operator, '/api/categories', categoryOf({ name: 'Drama' })),
  ]
  const links = ['uno', 'dos', 'tres'].map((name) => linkOf({ link: `${name}.mp4` }))
  const kept = await create(
    operator,
    '/api/movies',
    filmOf({ categories: [estrenos._id], content: links.slice(0, 2) }),
  )
  const other = await create(
    operator,
    '/api/movies',
    filmOf({
      title: 'Isla mínima, La',
      imdbId: 'tt3253930',
      rating: 7.2,
      categories: [estrenos._id, drama._id],
      content: links.slice(1),
    }),
  )
  const viewer = await viewerApp(server)
  const visit = (film: Row) => create(viewer, '/api/histories', { contentId: film._id, mediaType: 'Movie' })
  const report = (film: Row, issueType: string) =>
    create(viewer, '/api/issues', { mediaId: film._id, mediaType: 'Movie', issueType })
  await visit(kept)
  // The first one is half an hour before midnight.
  for (let visits = 0; visits < 4; visits++) {
    await visit(other)
    server.clock.advance(HOUR)
    await confirm(server, catalogue.operator)
  }
  await server.db.insert(waitingViews).values([{ item: kept._id }, { item: other._id }])
  for (const [film, type] of [
    [kept, 'AUDIO'],
    [other, 'AUDIO'],
    [other, 'AUDIO'],
    [other, 'VIDEO'],
  ] as const)
    await report(film, type)
  const [first] = (await operator.get(`/api/issues?mediaId=${other._id}&issueType=AUDIO`)).rows
  await operator.put(`/api/issues/${first?._id}`, { status: true, dateUpdate: first?.dateUpdate })
  server.clock.advance(HOUR)
  await confirm(server, catalogue.operator)

  expect(await merge('/api/movies', kept, other)).toMatchObject({
    status: 200,
    body: { _id: kept._id, links: 1, visits: 4, reports: 3, episodes: 0 },
  })

  expect(await read(`/api/movies/${kept._id}`)).toMatchObject({
    title: kept.title,
    imdbId: 'tt3253930',
    rating: 7.2,
    categories: [estrenos._id, drama._id],
    content: links,
    view: 7,
    dateUpdate: server.clock.now().toISOString(),
  })
  expect((await operator.get(`/api/movies?imdbId=tt3253930`)).rows).toMatchObject([{ _id: kept._id }])
  expect((await operator.get(`/api/movies/${other._id}`)).status).toBe(404)
  expect((await operator.get(`/api/histories/size?contentId=${kept._id}`)).body).toEqual({ count: 5 })
  expect((await operator.get(`/api/histories?contentId=${kept._id}`)).rows).toHaveLength(5)
  const groups = (await operator.get(`/api/issues/groups?mediaId=${kept._id}&sort=issueType`)).rows
  expect(groups.map(({ issueType, open, fixed, title }) => [issueType, open, fixed, title])).toEqual([
    ['AUDIO', 2, 1, kept.title],
    ['VIDEO', 1, 0, kept.title],
  ])
  await expectExactCounts()
  const events = (await operator.get(`/api/audit?record=${kept._id}`)).rows
  expect(events.map(({ action }) => action)).toEqual(['merge', 'create'])

  const restored = await operator.post(`/api/movies/${other._id}/restore`)
  expect(restored).toMatchObject({
    status: 200,
    body: { title: other.title, content: links.slice(1), view: 0 },
  })
  expect((await operator.get(`/api/histories/size?contentId=${other._id}`)).body).toEqual({ count: 0 })
})

test('a series gets the episodes of the other one, and merges those with the same number', async () => {
  const { operator } = catalogue
  const kept = await create(
    operator,
    '/api/series',
    seriesOf({ seasons: [{ number: 1, description: 'Primera' }] }),
  )
  const other = await create(operator, '/api/series', seriesOf({ title: 'La crónica de un pueblo' }))
  const linked = (name: string, changes: Row) => ({ ...changes, content: [linkOf({ link: `${name}.mp4` })] })
  const same = await createEpisode(operator, kept._id, linked('a', { synopsis: '' }))
  const twin = await createEpisode(
    operator,
    other._id,
    linked('b', { title: 'Otro título', synopsis: 'De qué trata' }),
  )
  const moved = await createEpisode(
    operator,
    other._id,
    linked('c', { season: 2, episode: 3, title: 'La feria' }),
  )
  const viewer = await viewerApp(server)
  for (const episode of [twin, moved]) {
    await create(viewer, '/api/histories', {
      contentId: other._id,
      mediaType: 'Serie',
      episodeId: episode._id,
    })
    await create(viewer, '/api/issues', { mediaId: episode._id, mediaType: 'Serie', issueType: 'AUDIO' })
  }
  const before = await Promise.all([kept, other].map(({ _id }) => read(`/api/series/${_id}`)))
  server.clock.advance(HOUR)
  await confirm(server, catalogue.operator)
  const [now = {}, otherNow = {}] = before
  expect(await merge('/api/series', now, otherNow)).toMatchObject({
    status: 200,
    body: { links: 1, visits: 2, reports: 1, episodes: 1 },
  })

  expect(await read(`/api/series/${kept._id}`)).toMatchObject({
    episodes: 2,
    view: 2,
    seasons: [
      { number: 1, description: 'Primera' },
      { number: 2, description: 'Temporada 2' },
    ],
  })
  expect(await read(`/api/series/episode/${same._id}`)).toMatchObject({
    title: 'El maestro',
    synopsis: 'De qué trata',
    view: 1,
    content: [{ link: 'a.mp4' }, { link: 'b.mp4' }],
  })
  expect(await read(`/api/series/episode/${moved._id}`)).toMatchObject({ serieId: kept._id, view: 1 })
  const groups = (await operator.get('/api/issues/groups')).rows
  expect(new Set(groups.map(({ title }) => title))).toEqual(
    new Set(['Crónica de un pueblo · T1 E1 · El maestro', 'Crónica de un pueblo · T2 E3 · La feria']),
  )
  expect(
    (await server.db.select().from(histories))
      .map(({ contentId, episodeId }) => [contentId, episodeId])
      .sort(),
  ).toEqual(
    [
      [kept._id, moved._id],
      [kept._id, same._id],
    ].sort(),
  )
  await expectExactCounts()
  expect((await operator.get('/api/series/trash')).rows).toMatchObject([{ _id: other._id, parts: 1 }])
  expect((await operator.post(`/api/series/${other._id}/restore`)).status).toBe(200)
  expect(await read(`/api/series/${other._id}`)).toMatchObject({ episodes: 1, view: 0 })
})

test('rejects a merge of records changed since, of a record with itself or without permission, and writes nothing', async () => {
  const { operator } = catalogue
  const kept = await create(operator, '/api/movies', filmOf())
  const other = await create(
    operator,
    '/api/movies',
    filmOf({ content: [linkOf({ link: 'otro.mp4', audio: ['ESP', 'ING'] })] }),
  )
  expect((await merge('/api/movies', kept, kept)).body).toMatchObject({
    errors: { with: { message: 'Debe elegir otro registro.' } },
  })
  expect(
    (await merge('/api/movies', kept, { ...other, dateUpdate: '2020-01-01T00:00:00.000Z' })).status,
  ).toBe(409)
  expect(
    (await merge('/api/movies', { ...kept, dateUpdate: '2020-01-01T00:00:00.000Z' }, other)).status,
  ).toBe(409)
  expect((await merge('/api/movies', kept, { ...other, _id: 'no-existe' })).status).toBe(404)
  for (const flag of ['modify', 'delete'] as const) {
    const editor = await catalogue.withGrants({ 'movie-edit': [flag] })
    expect((await merge('/api/movies', kept, other, editor)).status).toBe(403)
  }
  await operator.put(`/api/movies/${kept._id}`, { monoAudio: true })
  const mono = await read(`/api/movies/${kept._id}`)
  expect((await merge('/api/movies', mono, other)).body).toMatchObject({
    errors: { content: { message: expect.stringContaining('Modo Audio') } },
  })
  expect(await read(`/api/movies/${other._id}`)).toEqual(other)
  expect((await operator.get('/api/movies/trash')).rows).toEqual([])
})
