import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { histories } from '../../../../src/server/platform/database/schema/support.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { create, filmOf } from '../../../support/films.ts'
import {
  type People,
  people,
  type SignedIn,
  signedInWith,
  storeProfile,
  storeUser,
} from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
let staff: People
let ana: SignedIn
let luis: SignedIn
let film: Row & { _id: string }
let other: Row & { _id: string }

/** Ana, the agent's customer, sees two films on two days; Luis sees the first one. */
beforeEach(async () => {
  staff = await people(server)
  ana = await viewerApp(server, { name: 'ana', createdBy: staff.agent.id })
  luis = await viewerApp(server, { name: 'luis' })
  film = await create(staff.sa, '/api/movies', filmOf())
  other = await create(staff.sa, '/api/movies', filmOf({ title: 'El laberinto' }))
  server.clock.advance(-14 * HOUR)
  await see(ana, film)
  await see(luis, film)
  server.clock.advance(14 * HOUR)
  await see(ana, other)
})

const see = async (viewer: SignedIn, { _id }: { _id: string }) =>
  expect((await viewer.post('/api/histories', { contentId: _id, mediaType: 'Movie' })).status).toBe(201)
const titles = ({ rows }: { rows: Row[] }) => rows.map(({ userName, title }) => `${userName}: ${title}`)
const list = (query = '', who: SignedIn = staff.sa) => who.get(`/api/histories${query}`)

describe('the list of visits', () => {
  const FOUND: [string, string[]][] = [
    ['', ['ana: El laberinto', 'luis: La isla mínima', 'ana: La isla mínima']],
    ['?order=asc&sort=date', ['ana: La isla mínima', 'luis: La isla mínima', 'ana: El laberinto']],
    ['?sort=title', ['ana: El laberinto', 'ana: La isla mínima', 'luis: La isla mínima']],
    ['?sort=title&order=desc', ['luis: La isla mínima', 'ana: La isla mínima', 'ana: El laberinto']],
    ['?sort=userName', ['ana: La isla mínima', 'ana: El laberinto', 'luis: La isla mínima']],
    ['?sort=user&order=desc', ['luis: La isla mínima', 'ana: El laberinto', 'ana: La isla mínima']],
    ['?sort=title&search=isla', ['ana: La isla mínima', 'luis: La isla mínima']],
    ['?search=minima lui', ['luis: La isla mínima']],
    ['?search=%25', []],
    [
      '?mediaType=Movie&dateBeging=2026-03-14&dateFinish=2026-03-14',
      ['luis: La isla mínima', 'ana: La isla mínima'],
    ],
    ['?dateBeging=2026-03-15', ['ana: El laberinto']],
    ['?mediaType=Music', []],
    ['?limit=1&page=3', ['ana: La isla mínima']],
  ]

  test('supports each search, filter and order, with the same count', async () => {
    for (const [query, expected] of FOUND) {
      expect(titles(await list(query)).sort(), query).toEqual([...expected].sort())
      const total = query.includes('limit') ? 3 : expected.length
      expect((await list(`/size${query}`)).body, query).toEqual({ count: total })
    }
  })

  test('is filtered by user and by content, with the same count', async () => {
    for (const [query, count] of [
      [`?userId=${ana.id}`, 2],
      [`?contentId=${film._id}`, 2],
      [`?userId=${ana.id}&contentId=${film._id}&mediaType=Movie&dateFinish=2026-03-14`, 1],
      [`?userId=${ana.id}&contentId=${film._id}&dateFinish=2026-03-13`, 0],
      [`?contentId=${film._id}&dateBeging=2026-03-15`, 0],
      ['?userId=nadie', 0],
      [`?episodeId=${film._id}`, 0],
    ] as const) {
      expect((await list(query)).rows, query).toHaveLength(count)
      expect((await list(`/size${query}`)).body, query).toEqual({ count })
    }
  })

  test('of one user has its own path, with 404 for unknown users', async () => {
    expect(titles(await list(`/${luis.id}`))).toEqual(['luis: La isla mínima'])
    expect((await list('/nadie')).status).toBe(404)
    expect((await list(`/${staff.agent.id}`)).rows).toEqual([])
    expect((await list(`/${luis.id}?userId=${ana.id}`)).status).toBe(422)
  })

  test('rejects invalid filters, orders and pages', async () => {
    for (const [query, field] of [
      ['sort=episode', 'sort'],
      ['mediaType=Radio', 'mediaType'],
      ['dateBeging=15/03/2026', 'dateBeging'],
      ['dateFinish=2026-02-30', 'dateFinish'],
      ['userId=a b', 'userId'],
      ['page=-1', 'page'],
      ['limit=1000000', 'limit'],
      ['user=ana', 'user'],
    ] as const)
      for (const address of ['', '/size', '/summary']) {
        const answer = await list(`${address}?${query}`)
        expect(answer.status, `${address}?${query}`).toBe(422)
        if (field !== 'user') expect(Object.keys(validationErrorsOf(answer))).toContain(field)
      }
  })
})

describe('the permission to see visits', () => {
  test('needs one of their routes; agents have none', async () => {
    expect((await list('', staff.agent)).status).toBe(403)
    for (const template of ['history-list', 'user-history']) {
      const reader = await signedInWith(server, { [template]: [] })
      expect((await list('/size', reader)).body).toEqual({ count: 3 })
    }
    const clerk = await signedInWith(server, { 'issue-list': ['modify'] })
    for (const address of ['', '/size', '/summary', `/${ana.id}`])
      expect((await list(address, clerk)).status, address).toBe(403)
  })

  test('shows an agent those of its own customers', async () => {
    const routeAccess = buildGrants({ 'history-list': [], 'user-list': [] })
    await server.db.update(profiles).set({ routeAccess }).where(eq(profiles.name, 'agent'))
    expect(titles(await list('', staff.agent))).toEqual(['ana: El laberinto', 'ana: La isla mínima'])
    expect((await list('/size', staff.agent)).body).toEqual({ count: 2 })
    expect((await list(`/size?contentId=${film._id}`, staff.agent)).body).toEqual({ count: 1 })
    const { contents } = (await list('/summary', staff.agent)).body
    expect(contents).toMatchObject([{ visits: 1 }, { visits: 1 }])
    expect((await list(`/${luis.id}`, staff.agent)).status).toBe(404)
    expect((await list('', staff.otherAgent)).rows).toEqual([])
    expect((await staff.agent.get('/api/activitys/luis')).status).toBe(404)
    expect((await staff.agent.get('/api/activitys/ana')).rows).toHaveLength(2)
  })
})

describe('the activity of a user', () => {
  test('is the latest visit of each content, with its current data', async () => {
    await see(ana, film)
    const { rows } = await staff.sa.get('/api/activitys/ANA')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({ genre: film.genres, quality: ['HD'], language: ['ESP'], imdb: '' })
    expect(new Set(rows.map(({ date }) => date))).toEqual(new Set([server.clock.now().toISOString()]))
    expect((await staff.sa.get('/api/activitys/ana/size')).body).toEqual({ count: 2 })
    expect((await staff.sa.get('/api/activitys/ana?limit=1&page=2')).rows).toHaveLength(1)
    expect((await staff.sa.get('/api/activitys/nadie')).status).toBe(404)
  })

  test('needs the permission of the list of users', async () => {
    const clerk = await signedInWith(server, { 'history-list': [] })
    expect((await clerk.get('/api/activitys/ana')).status).toBe(403)
    const profile = await storeProfile(server, 'usuarios', buildGrants({ 'user-list': [] }))
    const { name } = await storeUser(server, 'custom', { profile })
    expect(name).toMatch(/^custom/)
    const reader = await signedInWith(server, { 'user-list': [] })
    expect((await reader.get('/api/activitys/ana')).status).toBe(200)
  })
})

describe('the summary of visits', () => {
  const two = (title: string) => expect.objectContaining({ title, visits: 2 })

  test('sums by day, content and media type what the filters select', async () => {
    const { body } = await list('/summary')
    expect(body).toMatchObject({ from: '2026-03-14', to: '2026-03-15', isPartial: false })
    expect(body.days).toEqual([
      { day: '2026-03-14', visits: 2 },
      { day: '2026-03-15', visits: 1 },
    ])
    expect(body.contents).toEqual([
      two('La isla mínima'),
      expect.objectContaining({ title: 'El laberinto', visits: 1 }),
    ])
    expect(body.mediaTypes).toEqual([{ mediaType: 'Movie', visits: 3 }])
  })

  test('begins with the first day of its limit if there are older visits', async () => {
    const [visit] = await server.db.select().from(histories).limit(1)
    if (!visit) throw new Error('There is no visit')
    await server.db
      .insert(histories)
      .values({ ...visit, _id: newId(), date: new Date('2024-05-01T12:00:00Z') })
    for (const query of [`userId=${visit.user}`, `contentId=${visit.contentId}&userId=${visit.user}`])
      expect((await list(`/summary?${query}`)).body, query).toMatchObject({ from: '2025-03-15' })
  })

  test.each([
    ['by user', () => `userId=${ana.id}`, 2],
    ['by content', () => `contentId=${film._id}`, 2],
    ['by search', () => 'search=isla', 2],
    ['by day', () => 'dateFinish=2026-03-14', 2],
    ['by media type', () => 'mediaType=Sport', 0],
    ['over years', () => 'dateBeging=1900-01-01', 3],
    ['in the future', () => 'dateBeging=2999-01-01', 0],
  ])('is filtered %s', async (_name, query, count) => {
    const { status, body } = await list(`/summary?${query()}`)
    expect(status).toBe(200)
    const days: { visits: number }[] = Object.assign([], body.days)
    expect(days.reduce((total, { visits }) => total + visits, 0)).toBe(count)
  })
})
