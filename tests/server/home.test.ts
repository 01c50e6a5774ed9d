import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGrants } from '../../src/domain/access/permissions.ts'
import { LOW_BALANCE } from '../../src/domain/credits/low-balance.ts'
import { dayAfter } from '../../src/domain/format/dates.ts'
import { profiles, sessions } from '../../src/server/platform/database/schema/users.ts'
import { type Row, testApp } from '../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../support/credits.ts'
import { create, filmOf } from '../support/films.ts'
import { type People, people, type SignedIn, signedIn, signedInWith, storeUser } from '../support/people.ts'
import { seriesOf } from '../support/series.ts'
import { viewerApp } from '../support/viewers.ts'

/** The service's time zone is four hours behind UTC. */
const server = testApp({ keep: true })
const HOUR = 3_600_000
const TODAY = '2026-11-21'
const MIDNIGHT = Date.parse(`${TODAY}T04:00:00.000Z`)

let team: People
let lastAgent: SignedIn
let film: Row & { _id: string }
let customers: string[]

/** Sets the clock, and keeps sessions from expiring. */
const at = async (hours: number): Promise<void> => {
  const now = new Date(MIDNIGHT + hours * HOUR)
  server.clock.set(now)
  await server.db.update(sessions).set({ createdAt: now, lastUse: now })
}
const get = async (caller: SignedIn, path: string) => {
  const { status, body } = await caller.get(path)
  expect([path, status]).toEqual([path, 200])
  return body
}
const rowsOf = async (caller: SignedIn, path: string) => (await caller.get(path)).rows

/** Sales, refunds, visits and reports before and after midnight; licences that expire at both ends of each range. */
beforeAll(async () => {
  await at(-15 * 24)
  team = await people(server)
  lastAgent = await signedIn(server, 'agent', { creditToResell: LOW_BALANCE, createdBy: team.superagent.id })
  const owners = [team.agent.id, team.superagent.id, team.otherAgent.id, team.sa.id]
  const ends = [-30, -1, -0.01, 0, 23.9, 24, 25, 30 * 24, 31 * 24 - 0.01, 31 * 24, 90 * 24]
  const stored = await Promise.all(
    ends.flatMap((hours) =>
      owners.map((createdBy) =>
        storeUser(server, 'app', { createdBy, dateExpire: new Date(MIDNIGHT + hours * HOUR) }),
      ),
    ),
  )
  customers = stored.map(({ _id }) => _id)
  film = await create(team.sa, '/api/movies', filmOf())
  const series = await create(team.sa, '/api/series', seriesOf())
  const viewer = await viewerApp(server, { createdBy: team.agent.id })
  let sold = 0
  for (const hours of [-15 * 24, -14 * 24 - 1, -7 * 24 - 0.1, -7 * 24, -24, -0.1, 0, 5]) {
    await at(hours)
    for (const [index, seller] of [team.agent, team.superagent, team.otherAgent].entries()) {
      // Long enough a licence for the refunds below.
      const target = owners.indexOf(seller.id)
      const customer = String(customers[(sold++ % ends.length) * owners.length + target])
      const sale = saleOf(customer, { count: 1 + (index % 2) })
      expect((await makeTransaction(seller, sale)).status).toBe(200)
      if (sold % 3 === 0)
        expect((await makeTransaction(team.sa, { ...sale, type: TYPE.REFUND })).status).toBe(200)
    }
    await viewer.post('/api/histories', { contentId: film._id, mediaType: 'Movie' })
    await viewer.post('/api/histories', { contentId: series._id, mediaType: 'Serie' })
    await viewer.post('/api/issues', { mediaId: film._id, mediaType: 'Movie', issueType: 'AUDIO' })
    if (hours > -24)
      await viewer.post('/api/issues', { mediaId: series._id, mediaType: 'Serie', issueType: 'LINK' })
  }
  const [report] = await rowsOf(team.sa, '/api/issues?issueType=AUDIO')
  expect((await team.sa.put(`/api/issues/${String(report?._id)}`, { status: true })).status).toBe(200)
  await at(6)
})

const callers = () =>
  [
    ['sa', team.sa],
    ['superagent', team.superagent],
    ['agent', team.agent],
  ] as const

describe('each figure of the home page is the total of its list', () => {
  test('licences that end on each of the next 30 days, and those that have ended', async () => {
    for (const [name, caller] of callers()) {
      const { days, expired } = await get(caller, '/api/users/expiring/days')
      expect(days).toHaveLength(31)
      expect(days).toMatchObject({ 0: { day: TODAY }, 30: { day: dayAfter(TODAY, 30) } })
      const counted = days as { day: string; count: number }[]
      const whole = `dateBeging=${TODAY}&dateFinish=${dayAfter(TODAY, 30)}`
      expect(await get(caller, `/api/users/size?${whole}`)).toEqual({
        count: counted.reduce((all, { count }) => all + count, 0),
      })
      for (const { day, count } of counted.filter(({ count }) => count > 0))
        expect([name, day, await get(caller, `/api/users/size?dateBeging=${day}&dateFinish=${day}`)]).toEqual(
          [name, day, { count }],
        )
      expect(await get(caller, `/api/users/size?dateFinish=${dayAfter(TODAY, -1)}`)).toEqual({
        count: expired,
      })
    }
    expect(await get(team.sa, '/api/users/expiring/days')).not.toMatchObject({ expired: 0 })
  })

  test('sales and refunds of each day, over all sellers and within a scope', async () => {
    const range = `dateBeging=${dayAfter(TODAY, -13)}&dateFinish=${TODAY}&status=PROCESSED`
    for (const [name, caller] of callers())
      for (const only of name === 'superagent' ? ['', '&search=a'] : ['', '&type=1']) {
        const days = await rowsOf(caller, `/api/license_transactions/days?${range}${only}`)
        if (only === '') expect([name, days.length]).not.toEqual([name, 0])
        for (const { day, sales, refunds } of days) {
          const ofDay = `dateBeging=${String(day)}&dateFinish=${String(day)}&status=PROCESSED${only}`
          expect(await get(caller, `/api/license_transactions/totals?${ofDay}`)).toMatchObject({
            sales,
            refunds,
          })
        }
        const sum = (name: 'sales' | 'refunds') =>
          days.reduce((all, day) => all + Number((day[name] as Row).total), 0)
        const { sales, refunds } = await get(caller, `/api/license_transactions/totals?${range}${only}`)
        expect([sum('sales'), sum('refunds')]).toEqual([(sales as Row).total, (refunds as Row).total])
      }
    const pending = await rowsOf(team.sa, '/api/license_transactions/days?status=CREATED')
    expect(pending).toEqual([])
  })

  test('visits of each day', async () => {
    const routeAccess = buildGrants({ 'history-list': [], 'user-list': [] })
    await server.db.update(profiles).set({ routeAccess }).where(eq(profiles.name, 'superagent'))
    for (const caller of [team.sa, team.superagent]) {
      const path = `/api/histories/days?dateBeging=${dayAfter(TODAY, -13)}`
      const { from, to, isPartial, days } = await get(caller, path)
      expect({ from, to, isPartial }).toEqual({ from: dayAfter(TODAY, -13), to: TODAY, isPartial: false })
      expect(days).not.toEqual([])
      for (const { day, visits } of days as { day: string; visits: number }[])
        expect(await get(caller, `/api/histories/size?dateBeging=${day}&dateFinish=${day}`)).toEqual({
          count: visits,
        })
    }
  })

  test('open reports by type, and those of the contents that have most', async () => {
    const { types, groups } = await get(team.sa, '/api/issues/open')
    expect(types).toEqual([
      { issueType: 'AUDIO', open: 7 },
      { issueType: 'LINK', open: 3 },
    ])
    for (const { issueType, open } of types as Row[])
      expect(
        await get(team.sa, `/api/issues/size?status=false&issueType=${String(issueType)}`),
      ).toMatchObject({
        count: open,
      })
    expect(groups).toMatchObject([{ mediaId: film._id, open: 7 }, { open: 3 }])
    for (const { mediaId, issueType, open } of groups as Row[])
      expect(
        await get(
          team.sa,
          `/api/issues/size?status=false&mediaId=${String(mediaId)}&issueType=${String(issueType)}`,
        ),
      ).toMatchObject({ count: open })
  })
})

describe('low balances', () => {
  const balancesOf = async (caller: SignedIn) => {
    const { count, users } = await get(caller, '/api/users/balance/low')
    return { count, users: users as Row[] }
  }
  const low = async (caller: SignedIn) => {
    const { count, users } = await balancesOf(caller)
    const listed = await rowsOf(caller, '/api/users?lowBalance=true&sort=creditToResell&limit=100')
    expect([count, await get(caller, '/api/users/size?lowBalance=true')]).toEqual([listed.length, { count }])
    expect(users.slice(0, listed.length)).toEqual(listed.slice(0, 5))
    for (const { creditToResell } of users.slice(listed.length))
      expect(creditToResell).toBeGreaterThanOrEqual(LOW_BALANCE)
    expect(users.length).toBeLessThanOrEqual(5)
    for (const sort of ['name', 'dateExpire', 'dateCreate'])
      expect(await rowsOf(caller, `/api/users?lowBalance=true&sort=${sort}`)).toHaveLength(listed.length)
    return listed.map(({ _id }) => _id)
  }
  const setBalance = (id: string, months: number) =>
    server.db.execute(sql`update balances set months = ${months} where _id = ${id}`)

  test('are those below ten months of resellers in scope who sold this month or the last', async () => {
    await setBalance(team.agent.id, LOW_BALANCE - 1)
    await setBalance(team.otherAgent.id, 0)
    await setBalance(lastAgent.id, 0)
    await setBalance(team.superagent.id, LOW_BALANCE)
    expect(await low(team.sa)).toEqual([team.otherAgent.id, team.agent.id])
    expect(await low(team.superagent)).toEqual([team.agent.id])
    expect(await get(team.agent, '/api/users/balance/low')).toEqual({ count: 0, users: [] })
    const { users: sellers } = await balancesOf(team.sa)
    const least = [team.otherAgent, team.agent, team.superagent].map(({ id }) => id)
    expect(sellers.map(({ _id }) => _id)).toEqual(least)
    await setBalance(lastAgent.id, LOW_BALANCE)
    const customer = await storeUser(server, 'app', { createdBy: lastAgent.id })
    expect((await makeTransaction(lastAgent, saleOf(customer._id))).status).toBe(200)
    expect((await low(team.superagent)).sort()).toEqual([lastAgent.id, team.agent.id].sort())
    await setBalance(team.agent.id, LOW_BALANCE)
    expect(await low(team.superagent)).toEqual([lastAgent.id])
    await at(65 * 24)
    expect(await low(team.sa)).toEqual([])
    await at(6)
  })

  test('are filtered with the value true only', async () => {
    expect((await team.sa.get('/api/users?lowBalance=false')).status).toBe(422)
  })
})

describe('the newest contents', () => {
  test('are of the entities that the caller may read, newest first', async () => {
    await at(7)
    const film = await create(team.sa, '/api/movies', filmOf({ title: 'La más nueva', status: false }))
    const all = await rowsOf(team.sa, '/api/contents/newest')
    expect(all.map(({ resource }) => resource)).toEqual(['movies', 'series', 'movies'])
    expect(all[0]).toEqual({
      ...{ _id: film._id, resource: 'movies', title: 'La más nueva', status: false },
      ...{ year: film.year, covertImage: film.covertImage, dateCreate: film.dateCreate },
    })
    const editor = await signedInWith(server, { 'series-list': [] })
    const own = await rowsOf(editor, '/api/contents/newest')
    expect(own.map(({ resource }) => resource)).toEqual(['series'])
    const support = await signedInWith(server, { 'issue-list': [] })
    expect((await support.get('/api/contents/newest')).status).toBe(403)
  })
})
