import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { ISSUE_LIMIT, ISSUE_MESSAGES } from '../../../../src/domain/support/issue.ts'
import { rebuildCounts } from '../../../../src/server/features/support/rebuild-counts.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { create, filmOf } from '../../../support/films.ts'
import { type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { times, viewerApp } from '../../../support/viewers.ts'

const server = testApp()
const path = '/api/issues'
let sa: SignedIn
let viewer: SignedIn
let film: Row & { _id: string }
let other: Row & { _id: string }

/** Two reports of a film on the 14th; another and one of a second film on the 15th. */
beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  viewer = await viewerApp(server)
  film = await create(sa, '/api/movies', filmOf({ reference: 'Caja 7' }))
  other = await create(sa, '/api/movies', filmOf({ title: 'El laberinto' }))
  server.clock.advance(-14 * HOUR)
  await reported()
  await reported()
  server.clock.advance(14 * HOUR)
  await reported({ issueType: 'LINK' })
  await reported({ mediaId: other._id })
})

const report = (changes: Row = {}, from = viewer) =>
  from.post(path, { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO', ...changes })
const reported = async (changes: Row = {}, from = viewer) => {
  const { status, body } = await report(changes, from)
  expect(status).toBe(201)
  return String(body._id)
}
const size = async (query = '') => (await sa.get(`${path}/size?${query}`)).body
const repairAll = (body?: Row, who = sa) => who.post(`${path}/changeAllToFixes`, body)
/** Whether the stored counts equal those of the rows. */
const areCountsSound = async () => {
  const { rows } = await server.db.execute(sql`select
    (select count(*) filter (where not status) from issues)::int as open,
    (select count(*) filter (where status) from issues)::int as fixed,
    (select sum(open) from issue_days)::int as "openDays", (select sum(fixed) from issue_days)::int as "fixedDays",
    (select sum(open) from issue_groups)::int as "openGroups", (select sum(fixed) from issue_groups)::int as "fixedGroups"`)
  const [row] = rows
  expect([row?.openDays, row?.openGroups, row?.fixedDays, row?.fixedGroups]).toEqual([
    row?.open,
    row?.open,
    row?.fixed,
    row?.fixed,
  ])
}

describe('the order of reports', () => {
  const values = async (query: string, field: string, address = path) =>
    (await sa.get(`${address}?${query}`)).rows.map((row) => String(row[field]))

  test('can be by any field in both directions, without repeats', async () => {
    const ids = (await sa.get(`${path}?status=false`)).rows.map(({ _id }) => _id)
    await sa.put(`${path}/${ids[0]}`, { status: true })
    for (const sort of ['title', 'mediaType', 'issueType', 'reference', 'status', 'date']) {
      const up = await values(`sort=${sort}&order=asc`, sort)
      expect(up, sort).toHaveLength(4)
      expect(up, sort).toEqual([...up].sort((one, two) => (one.toLowerCase() < two.toLowerCase() ? -1 : 1)))
      expect(await values(`sort=${sort}&order=desc`, sort)).toEqual(up.toReversed())
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => values(`sort=${sort}&limit=1&page=${page}`, '_id')),
      )
      expect(new Set(pages.flat())).toEqual(new Set(ids))
      expect(await values(`sort=${sort}&status=true`, '_id')).toEqual([ids[0]])
      expect(await values(`sort=${sort}&search=laberinto`, 'title')).toEqual(['El laberinto'])
    }
  })

  test('in groups can be by any field in both directions, without repeats, also within days', async () => {
    for (const sort of ['title', 'mediaType', 'issueType', 'reference', 'open', 'fixed', 'lastDate'])
      for (const days of ['', 'dateBeging=2026-03-14&']) {
        const up = (await sa.get(`${path}/groups?${days}sort=${sort}&order=asc`)).rows
        expect(up, sort).toHaveLength(3)
        const shown = up.map((row) => row[sort])
        const inOrder = [...shown].sort((one, two) => (String(one) < String(two) ? -1 : 1))
        expect(shown, sort).toEqual(inOrder)
        const down = (await sa.get(`${path}/groups?${days}sort=${sort}&order=desc`)).rows
        expect(down.map((row) => row[sort])).toEqual(shown.toReversed())
        const pages = await Promise.all(
          [1, 2, 3].map((page) =>
            values(`${days}sort=${sort}&order=desc&limit=1&page=${page}`, '_id', `${path}/groups`),
          ),
        )
        expect(pages.flat()).toEqual(down.map(({ _id }) => _id))
      }
  })
})

describe('a report', () => {
  test('takes title, reference and date from the server, and does not show its viewer', async () => {
    const { body } = await report()
    expect(body).toEqual({
      _id: expect.any(String),
      title: film.title,
      reference: 'Caja 7',
      mediaId: film._id,
      mediaType: 'Movie',
      resource: 'movies',
      parentId: null,
      issueType: 'AUDIO',
      status: false,
      date: server.clock.now().toISOString(),
      userUpdate: '',
      dateUpdate: server.clock.now().toISOString(),
      assignee: null,
      assigneeName: null,
      comments: 0,
      isAnswered: false,
    })
  })

  test('may be of an episode, and shows its series', async () => {
    const series = await create(sa, '/api/series', seriesOf())
    const episode = await createEpisode(sa, series._id)
    const { body } = await report({ mediaId: episode._id, mediaType: 'Serie' })
    expect(body).toMatchObject({ resource: 'episodes', parentId: series._id })
    expect(body.title).toBe(`${series.title} · T1 E1 · El maestro`)
  })

  test('is rejected with invalid values and with fields of the server', async () => {
    for (const [changes, field] of [
      [{ mediaId: 'nadie' }, 'mediaId'],
      [{ mediaType: 'Sport' }, 'mediaId'],
      [{ mediaType: 'Radio' }, 'mediaType'],
      [{ issueType: 'audio' }, 'issueType'],
      [{ status: true }, 'status'],
      [{ date: '2020-01-01' }, 'date'],
    ] as const) {
      const answer = await report(changes)
      expect(answer.status, field).toBe(422)
      expect(Object.keys(validationErrorsOf(answer))).toContain(field)
    }
    expect((await size()).count).toBe(4)
  })

  test('is limited in number for each viewer', async () => {
    const eager = await viewerApp(server)
    const answers = await times(ISSUE_LIMIT.count + 5, () => report({}, eager))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(ISSUE_LIMIT.count)
    const rejected = answers.find(({ status }) => status === 429)
    expect(rejected?.body.message).toBe(ISSUE_MESSAGES.tooMany)
    expect(rejected?.headers['retry-after']).toBe(String(ISSUE_LIMIT.seconds))
    await areCountsSound()
  })
})

describe('the list of reports', () => {
  test('supports each filter and search with an exact count', async () => {
    for (const [query, count] of [
      ['', 4],
      ['status=false', 4],
      ['status=true', 0],
      ['issueType=LINK', 1],
      ['mediaType=Movie&issueType=AUDIO&status=false', 3],
      ['mediaType=Music', 0],
      ['dateFinish=2026-03-14', 2],
      ['dateBeging=2026-03-15&issueType=AUDIO', 1],
      ['search=laberinto', 1],
      ['search=caja%207', 3],
      ['search=isla&dateBeging=2026-03-15', 1],
    ] as const) {
      expect((await sa.get(`${path}?${query}`)).rows, query).toHaveLength(count)
      expect(await size(query), query).toMatchObject({ count })
    }
  })

  test('is filtered by content, also with days', async () => {
    for (const [query, count] of [
      [`mediaId=${film._id}`, 3],
      [`mediaId=${film._id}&issueType=AUDIO&dateFinish=2026-03-14`, 2],
      ['mediaId=nadie', 0],
    ] as const) {
      expect((await sa.get(`${path}?${query}`)).rows, query).toHaveLength(count)
      expect(await size(query), query).toMatchObject({ count })
    }
  })

  test('is grouped by content and type, those with most open reports first', async () => {
    const { rows } = await sa.get(`${path}/groups`)
    expect(rows.map(({ title, issueType, open, fixed }) => [title, issueType, open, fixed])).toEqual([
      ['La isla mínima', 'AUDIO', 2, 0],
      ...rows.slice(1).map(({ title, issueType }) => [title, issueType, 1, 0]),
    ])
    expect((await sa.get(`${path}/groups/size`)).body).toMatchObject({ count: 3 })
    expect((await sa.get(`${path}/groups?search=isla`)).rows).toHaveLength(2)
    expect((await sa.get(`${path}/groups?status=true`)).rows).toEqual([])
  })

  test('is grouped within days by their own reports: counts, last instant, order, status and title', async () => {
    const early = await sa.get(`${path}/groups?dateFinish=2026-03-14`)
    expect(early.rows).toMatchObject([{ open: 2, fixed: 0, issueType: 'AUDIO', title: 'La isla mínima' }])
    server.clock.advance(1_000)
    await reported({ issueType: 'LINK' })
    await repairAll({ mediaId: other._id })
    const late = (query: string) => sa.get(`${path}/groups?dateBeging=2026-03-15${query}`)
    const inOrder = [
      ['La isla mínima', 'LINK', 2, 0],
      ['El laberinto', 'AUDIO', 0, 1],
    ]
    const counts = ({ rows }: Awaited<ReturnType<typeof late>>) =>
      rows.map(({ title, issueType, open, fixed }) => [title, issueType, open, fixed])
    expect(counts(await late(''))).toEqual(inOrder)
    expect(counts(await late('&limit=1'))).toEqual([inOrder[0]])
    expect(counts(await late('&limit=1&page=2'))).toEqual([inOrder[1]])
    expect(counts(await late('&sort=open&order=asc'))).toEqual(inOrder.toReversed())
    expect(counts(await late('&sort=title'))).toEqual(inOrder.toReversed())
    expect(counts(await late('&sort=lastDate&order=desc&limit=1&page=2'))).toEqual([inOrder[1]])
    for (const [query, found] of [
      ['&status=false', 0],
      ['&status=true', 1],
      ['&issueType=LINK', 0],
      ['&search=laberinto', 1],
      [`&mediaId=${film._id}&mediaType=Movie`, 0],
    ] as const) {
      expect(counts(await late(query)), query).toEqual([inOrder[found]])
      expect((await sa.get(`${path}/groups/size?dateBeging=2026-03-15${query}`)).body).toMatchObject({
        count: 1,
      })
    }
    expect((await late('&search=nadie')).rows).toEqual([])
  })

  test('is counted by type, open and repaired', async () => {
    await repairAll({ mediaId: other._id })
    expect((await sa.get(`${path}/totals`)).rows).toEqual([
      { issueType: 'AUDIO', open: 2, fixed: 1 },
      { issueType: 'LINK', open: 1, fixed: 0 },
    ])
    expect((await sa.get(`${path}/totals?dateFinish=2026-03-14&mediaType=Movie`)).rows).toEqual([
      { issueType: 'AUDIO', open: 2, fixed: 0 },
    ])
    expect((await sa.get(`${path}/totals?status=true`)).status).toBe(422)
  })

  test('rejects invalid filters, orders and days', async () => {
    for (const query of [
      'status=abierto',
      'issueType=X',
      'sort=mediaId',
      'dateBeging=ayer',
      'mediaId=a%20b',
      'until=1',
    ])
      for (const address of [path, `${path}/size`])
        expect((await sa.get(`${address}?${query}`)).status, query).toBe(422)
  })
})

describe('a repair', () => {
  test('of one report and its reversal are idempotent', async () => {
    const id = await reported()
    for (const status of [true, true, false, false, true]) {
      const { body } = await sa.put(`${path}/${id}`, { status })
      expect(body).toMatchObject({ _id: id, status, userUpdate: sa.name })
      await areCountsSound()
    }
    expect(await size('status=true')).toMatchObject({ count: 1 })
  })

  test('of a report changed meanwhile is stale', async () => {
    const id = await reported()
    const [row] = (await sa.get(path)).rows.filter(({ _id }) => _id === id)
    await sa.put(`${path}/${id}`, { status: true })
    const answer = await sa.put(`${path}/${id}`, { status: false, dateUpdate: row?.dateUpdate })
    expect([answer.status, answer.body.code]).toEqual([409, 'STALE'])
  })

  test('is rejected with anything but a status, and of an unknown report', async () => {
    const id = await reported()
    for (const body of [{}, { status: 'true' }, { status: true, title: 'x' }, { status: null }])
      expect((await sa.put(`${path}/${id}`, body)).status, JSON.stringify(body)).toBe(422)
    expect((await sa.put(`${path}/nadie`, { status: true })).status).toBe(404)
  })

  test('of all changes exactly the counted ones, though others arrived meanwhile', async () => {
    const { count, until } = await size('issueType=AUDIO&status=false')
    const late = await reported()
    expect((await repairAll({ issueType: 'AUDIO', count, until })).body).toMatchObject({ count: 3 })
    const { rows } = await sa.get(`${path}?status=false&issueType=AUDIO`)
    expect(rows.map(({ _id }) => _id)).toEqual([late])
    await areCountsSound()
    expect((await repairAll({ issueType: 'AUDIO', count, until })).body).toMatchObject({ count: 0 })
  })

  test('of all changes nothing if there are more than counted', async () => {
    const { count } = await size('status=false')
    await reported()
    const answer = await repairAll({ count })
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'STALE',
      ISSUE_MESSAGES.more(5),
    ])
    expect(await size('status=true')).toMatchObject({ count: 0 })
    await areCountsSound()
  })

  test('of all accepts the filters of the list, or none', async () => {
    expect((await repairAll({ mediaId: other._id })).body).toMatchObject({ count: 1 })
    expect((await repairAll({ search: 'isla', dateFinish: '2026-03-14' })).body).toMatchObject({ count: 2 })
    expect((await repairAll()).body).toMatchObject({ count: 1 })
    expect(await size('status=false')).toMatchObject({ count: 0 })
    await areCountsSound()
  })

  test('of all is rejected with invalid counts, days and fields', async () => {
    for (const body of [
      { count: -1 },
      { count: 1.5 },
      { count: 1e300 },
      { until: '1' },
      { dateBeging: 'ayer' },
      { ids: [] },
      [],
    ]) {
      const { status } = await sa.post(`${path}/changeAllToFixes`, body)
      expect(status, JSON.stringify(body)).toBe(422)
    }
    expect(await size('status=true')).toMatchObject({ count: 0 })
  })

  test('is one audit event with its number and filters; a single repair names its report', async () => {
    const [id] = (await sa.get(path)).rows.map(({ _id }) => String(_id))
    await sa.put(`${path}/${id}`, { status: true })
    await sa.put(`${path}/${id}`, { status: true })
    await sa.put(`${path}/${id}`, { status: false })
    const { count } = await size('status=false&issueType=AUDIO')
    await repairAll({ issueType: 'AUDIO' })
    await repairAll({ issueType: 'AUDIO' })
    const told = (await sa.get('/api/audit?resource=issues')).rows
    expect(told).toHaveLength(3)
    const [grouped, reopened, repaired] = told
    expect(grouped).toMatchObject({ action: 'repair', record: null, user: sa.id })
    expect(grouped?.changes).toEqual([
      { field: 'count', before: null, after: count },
      { field: 'issueType', before: null, after: 'AUDIO' },
    ])
    expect(reopened).toMatchObject({ action: 'update', record: id })
    expect(repaired).toMatchObject({
      action: 'repair',
      record: id,
      recordName: expect.stringMatching(/./),
      changes: [{ field: 'status', before: 'Reportado', after: 'Reparado' }],
    })
  })

  test('concurrent with others counts each report once', async () => {
    const [id] = (await sa.get(path)).rows.map(({ _id }) => String(_id))
    const answers = await Promise.all([
      times(3, () => repairAll()),
      times(6, (index) => sa.put(`${path}/${id}`, { status: index % 2 === 0 })),
      times(5, () => report()),
    ])
    expect(answers.flat().filter(({ status }) => status >= 500)).toEqual([])
    await areCountsSound()
  })
})

test('stored counts are rebuilt from the reports', async () => {
  const groups = (await sa.get(`${path}/groups`)).rows
  await server.db.execute(sql`update issue_groups set open = 9, fixed = 9, last_date = '2020-01-01'`)
  await server.db.execute(sql`update issue_days set open = 9`)
  await server.db.transaction((tx) => rebuildCounts(tx, server.context.config.timeZone))
  await areCountsSound()
  expect((await sa.get(`${path}/groups`)).rows).toEqual(groups)
})

describe('the permission for reports', () => {
  test('needs their route to read, and its flag to change', async () => {
    const reader = await signedInWith(server, { 'issue-list': [] })
    expect((await reader.get(path)).rows).toHaveLength(4)
    expect((await reader.put(`${path}/x`, { status: true })).status).toBe(403)
    expect((await repairAll({}, reader)).status).toBe(403)
    const clerk = await signedInWith(server, { 'issue-list': ['modify'] })
    expect((await repairAll({}, clerk)).body).toMatchObject({ count: 4 })
    const withoutIssues = await signedInWith(server, { 'history-list': ['modify'] })
    for (const address of [path, `${path}/size`, `${path}/groups`, `${path}/groups/size`])
      expect((await withoutIssues.get(address)).status).toBe(403)
    expect((await (await signedIn(server, 'agent')).get(path)).status).toBe(403)
  })
})
