import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIST_LIMIT, LIST_MESSAGES } from '../../../../src/domain/contract/list-limit.ts'
import { dayAfter, dayOf } from '../../../../src/domain/format/dates.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import {
  type People,
  people,
  type SignedIn,
  signedIn,
  storeUser,
  storeUsers,
} from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { viewerApp } from '../../../support/viewers.ts'

const END = { rows: 3, searched: 2 }
/** Records of each list at least: one more than are reachable by pages. */
const MADE = 4

const server = testApp({ keep: true, own: true, listLimit: END })
let team: People
let viewer = ''
let serie = ''

beforeAll(async () => {
  team = await people(server)
  const { sa } = team
  const ana = await viewerApp(server, { name: 'ana' })
  viewer = ana.id
  await storeUsers(
    server,
    Array.from({ length: MADE }, (_, index) => [
      'app',
      { name: `cliente-${index}`, platform: 'com.cartelera.tv' },
    ]),
  )
  serie = (await create(sa, '/api/series', seriesOf()))._id
  for (let index = 0; index < MADE; index++) {
    await create(sa, '/api/categories', categoryOf({ name: `Estrenos ${index}` }))
    await createEpisode(sa, serie, { episode: index + 1, title: `Capítulo ${index}` })
    const films = []
    for (const copy of ['A', 'B', 'C'])
      films.push(
        await create(sa, '/api/movies', filmOf({ title: `La isla ${index}`, reference: `${copy}${index}` })),
      )
    const [film, other, deleted] = films.map(({ _id }) => _id)
    await sa.delete(`/api/movies/${deleted}`)
    await ana.post('/api/histories', { contentId: film, mediaType: 'Movie' })
    await ana.post('/api/issues', { mediaId: film, mediaType: 'Movie', issueType: 'AUDIO' })
    await ana.post('/api/issues', { mediaId: other, mediaType: 'Movie', issueType: 'LINK' })
    await sa.post('/api/issues/changeAllToFixes', { mediaId: other })
    await makeTransaction(sa, saleOf(ana.id))
  }
  await server.db.execute(sql`analyze`)
})

/** Lists whose counts above the list limit are estimates; `KEPT` has those with stored counts. */
const ESTIMATED = [
  ['/api/movies', ''],
  ['/api/categories', ''],
  ['/api/profiles', ''],
  ['/api/users', 'platform=com.cartelera.tv&registerFrom=2026-01-01'],
  ['/api/audit', 'user=:sa'],
  ['/api/activitys/ana', ''],
  ['/api/issues/groups', ''],
  ['/api/issues/groups', 'dateBeging=2026-01-01'],
  ['/api/issues/repairs', ''],
  ['/api/histories', 'userId=:viewer'],
  ['/api/movies/duplicates', ''],
  ['/api/movies/trash', ''],
  ['/api/series/all_episode/:serie', ''],
] as const
const KEPT = [
  ['/api/histories', ''],
  ['/api/issues', ''],
  ['/api/license_transactions', ''],
] as const
const SEARCHED = [
  ['/api/movies', 'search=isla'],
  ['/api/categories', 'search=estrenos'],
  ['/api/users', 'search=cliente'],
  ['/api/histories', 'search=isla'],
  ['/api/movies/trash', 'search=isla'],
] as const

const filled = (text: string): string =>
  text.replace(':sa', team.sa.id).replace(':viewer', viewer).replace(':serie', serie)
const get = (path: string, ...query: string[]) =>
  team.sa.get(filled(`${path}?${query.filter((part) => part !== '').join('&')}`))

const refused = async (path: string, ...query: string[]) => {
  const answer = await get(path, ...query)
  expect(answer.status, path).toBe(422)
  expect(validationErrorsOf(answer), path).toEqual({ page: LIST_MESSAGES.beyond })
}

test('lists end at 100,000 rows, searches at 10,000', () => {
  expect(LIST_LIMIT).toEqual({ rows: 100_000, searched: 10_000 })
})

describe.each([...ESTIMATED, ...KEPT])('%s?%s', (path, query) => {
  test('has pages up to the list limit', async () => {
    const seen = await get(path, query, 'limit=2&page=2')
    expect(seen.status).toBe(200)
    expect(seen.rows).toHaveLength(2)
    expect((await get(path, query, 'limit=1&page=3')).rows).toHaveLength(1)
    await refused(path, query, 'limit=1&page=4')
    await refused(path, query, 'limit=3&page=2')
  })

  test('has an exact count on request, with the number of reachable rows', async () => {
    const { body } = await get(`${path}/size`, query, 'exact=true')
    expect(body).toEqual({ ...body, count: expect.any(Number), reachable: END.rows })
    expect(body).not.toHaveProperty('approximate')
    expect(Number(body.count)).toBeGreaterThanOrEqual(MADE)
  })
})

test.each(ESTIMATED)(
  'the count of %s?%s is an estimate above the list limit, never below it',
  async (path, query) => {
    const { body } = await get(`${path}/size`, query)
    expect(body).toEqual({ count: expect.any(Number), approximate: true, reachable: END.rows })
    expect(body.count).toBeGreaterThan(END.rows)
  },
)

test.each(KEPT)('the count of %s?%s is exact, from stored counts', async (path, query) => {
  const { body } = await get(`${path}/size`, query)
  expect(body).toEqual((await get(`${path}/size`, query, 'exact=true')).body)
})

test.each(SEARCHED)('the search %s?%s has a lower list limit', async (path, query) => {
  expect((await get(path, query, 'limit=1&page=2')).rows).toHaveLength(1)
  await refused(path, query, 'limit=1&page=3')
  const { body } = await get(`${path}/size`, query)
  expect(body).toMatchObject({ reachable: END.searched })
  expect(body.count).toBeGreaterThan(END.searched)
  const exact = (await get(`${path}/size`, query, 'exact=true')).body
  expect(exact).toEqual({ count: expect.any(Number), reachable: END.searched })
  expect(exact.count).toBeGreaterThanOrEqual(MADE)
})

test('a count within the list limit is exact, and does not mention the limit', async () => {
  expect((await get('/api/movies/size', 'search=la isla 1')).body).toEqual({ count: 2 })
  expect((await get('/api/categories/size', 'search=estrenos 2')).body).toEqual({ count: 1 })
  expect((await get('/api/movies/size', 'search=nadie')).body).toEqual({ count: 0 })
})

test('the parameter exact accepts only true and false', async () => {
  const answer = await get('/api/movies/size', 'exact=quizás')
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toEqual({ exact: 'Debe ser true o false.' })
  expect((await get('/api/movies/size', 'exact=false')).body).toMatchObject({ approximate: true })
})

test('a quality figure equals the count of its list', async () => {
  const { rows } = await team.sa.get('/api/quality')
  const films = rows.find(({ resource }) => resource === 'movies')
  const found = await get('/api/movies/size', 'quality=duplicate')
  expect(films?.defects).toContainEqual({ defect: 'duplicate', count: found.body.count, approximate: true })
})

/** Figures of users with the query of the list to which each leads. */
const figuresOfUsers = async (caller: SignedIn) => {
  const today = dayOf(server.clock.now(), server.context.config.timeZone)
  const within = (days: number) => `dateBeging=${today}&dateFinish=${dayAfter(today, days)}`
  const figures: [string, Row][] = []
  for (const path of ['/api/users/expiring', '/api/users/expiring/days']) {
    const { soon, expired: count, expiredApproximate: approximate } = (await caller.get(path)).body
    for (const { days, ...figure } of soon as Row[]) figures.push([within(Number(days)), figure])
    const expired = { count, ...(approximate === undefined ? {} : { approximate }) }
    figures.push([`dateFinish=${dayAfter(today, -1)}`, expired])
  }
  const { days } = (await caller.get('/api/users/expiring/days')).body
  for (const { day, ...figure } of days as Row[])
    figures.push([`dateBeging=${day}&dateFinish=${day}`, figure])
  const { users: _, ...low } = (await caller.get('/api/users/balance/low')).body
  return [...figures, ['lowBalance=true', low] as const]
}

test('each figure about users equals the count of its list', async () => {
  const { sa, superagent, agent } = team
  for (const days of [-9, -8, -7, -6, 1, 2, 2, 6, 6, 6, 6]) {
    const dateExpire = new Date(server.clock.now().getTime() + days * 86_400_000)
    await storeUser(server, 'app', { createdBy: days % 2 ? agent.id : superagent.id, dateExpire })
  }
  for (let made = 0; made < MADE; made++) {
    const seller = await signedIn(server, 'agent', { creditToResell: 1, createdBy: superagent.id })
    const customer = await storeUser(server, 'app', { createdBy: seller.id })
    expect((await makeTransaction(seller, saleOf(customer._id))).status).toBe(200)
  }
  await server.db.execute(sql`analyze`)
  // The administrator's figures by day, from stored counts, are exact at any size.
  for (const [caller, estimates] of [
    [sa, 1],
    [superagent, 10],
  ] as const) {
    const figures = await figuresOfUsers(caller)
    for (const [query, figure] of figures) {
      const { reachable: _, ...size } = (await caller.get(`/api/users/size?${query}`)).body
      expect([query, figure]).toEqual([query, size])
    }
    expect(figures.filter(([, { approximate }]) => approximate === true)).toHaveLength(estimates)
  }
})

test('an export is not subject to the list limit', async () => {
  const { text } = await get('/api/movies/export', 'format=json')
  expect(JSON.parse(text)).toHaveLength(2 * MADE)
})
