import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeEndedSessions } from '../../../../src/server/platform/auth/sessions.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { type Client, testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { openSession, PASSWORD, type People, people, type SignedIn } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

const server = testApp()
let team: People

beforeEach(async () => {
  team = await people(server)
})

const DAY = 24 * HOUR
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const DEVICE = { macAddress: 'AA:BB:CC:DD:EE:01', model: 'TV Box 4K' }

/** Signs in as a browser does, from its own IP address. */
const signIn = async ({ name }: SignedIn, agent = FIREFOX): Promise<Client> => {
  const origin = { address: '203.0.113.7', headers: { 'user-agent': agent } }
  const { body } = await server.anonymous.post('/auth/local', { name, password: PASSWORD }, origin)
  return server.clientOf(String(body.token))
}

const other = async ({ id }: SignedIn): Promise<Client> =>
  server.clientOf(await openSession(server.db, id, server.clock.now()))

const isOpen = async (client: Client) => (await client.get('/api/users/me')).status === 200
const ends = async () => {
  const events = await server.db.select().from(auditEntries).where(eq(auditEntries.action, 'disconnect'))
  return events.map(({ user, record, changes }) => ({ user, record, ended: changes[0]?.after }))
}

describe('one’s own sessions', () => {
  test('are listed with device, IP address and times, the last used first', async () => {
    server.clock.advance(HOUR)
    const browser = await signIn(team.agent)
    const begun = server.clock.now().toISOString()
    server.clock.advance(HOUR)
    const { rows } = await browser.get('/api/me/sessions')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({
      _id: expect.any(String),
      device: 'Firefox en Linux',
      address: '203.0.113.7',
      isApp: false,
      dateBegin: begun,
      lastUse: server.clock.now().toISOString(),
      isCurrent: true,
    })
    expect(rows[1]).toMatchObject({ device: '', isCurrent: false })
  })

  test('can be ended one by one', async () => {
    const browser = await signIn(team.agent)
    const current = (await browser.get('/api/me/sessions')).rows.find(({ isCurrent }) => isCurrent)
    expect(await team.agent.delete(`/api/me/sessions/${current?._id}`)).toMatchObject({ status: 204 })
    expect(await isOpen(browser)).toBe(false)
    expect(await isOpen(team.agent)).toBe(true)
    expect(await team.agent.delete(`/api/me/sessions/${current?._id}`)).toMatchObject({ status: 404 })
    expect(await ends()).toEqual([{ user: team.agent.id, record: team.agent.id, ended: 1 }])
  })

  test('can be ended all at once except the current one', async () => {
    const others = [await other(team.agent), await other(team.agent)]
    expect(await team.agent.delete('/api/me/sessions')).toMatchObject({ status: 200, body: { count: 2 } })
    for (const each of others) expect(await isOpen(each)).toBe(false)
    expect(await isOpen(team.agent)).toBe(true)
    expect(await team.agent.delete('/api/me/sessions')).toMatchObject({ status: 200, body: { count: 0 } })
    expect(await ends()).toEqual([{ user: team.agent.id, record: team.agent.id, ended: 2 }])
  })

  test('do not include those of others', async () => {
    const [foreign] = (await team.otherAgent.get('/api/me/sessions')).rows
    for (const id of [foreign?._id, newId(), 'x', '..%2f'])
      expect(await team.agent.delete(`/api/me/sessions/${id}`)).toMatchObject({ status: 404 })
    expect(await isOpen(team.otherAgent)).toBe(true)
  })
})

describe('the sessions of another user', () => {
  test('can be listed and ended by a superior, including those of apps', async () => {
    const viewer = await viewerApp(server, { createdBy: team.agent.id })
    const app = { name: viewer.name, password: PASSWORD, device: DEVICE }
    const { body } = await server.anonymous.post('/auth/local', app)
    const television = server.clientOf(String(body.token))
    const path = `/api/users/${viewer.id}/sessions`
    const { rows } = await team.agent.get(path)
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ device: 'TV Box 4K', isApp: true, isCurrent: false }),
      ]),
    )
    expect(await team.agent.delete(path)).toMatchObject({ status: 200, body: { count: 2 } })
    expect(await isOpen(television)).toBe(false)
    expect((await team.agent.get(path)).rows).toEqual([])
    expect(await ends()).toEqual([{ user: team.agent.id, record: viewer.id, ended: 2 }])
  })

  test('are refused for superiors, equals and oneself, and outside the scope', async () => {
    for (const [caller, { id }, status] of [
      [team.admin, team.sa, 403],
      [team.agent, team.otherAgent, 404],
      [team.agent, team.superagent, 404],
      [team.admin, team.admin, 403],
    ] as const)
      for (const answer of [
        await caller.get(`/api/users/${id}/sessions`),
        await caller.delete(`/api/users/${id}/sessions`),
      ])
        expect(answer).toMatchObject({ status })
    expect(await ends()).toEqual([])
  })
})

describe('a session', () => {
  /** Sends a request every ten hours, so that the session never becomes idle. */
  const keepBusy = async (client: Client, milliseconds: number) => {
    for (let past = 0; past < milliseconds; past += 10 * HOUR) {
      server.clock.advance(Math.min(10 * HOUR, milliseconds - past))
      await client.get('/api/users/me')
    }
  }

  test('ends 30 days after its sign-in, however much it is used', async () => {
    await keepBusy(team.agent, 30 * DAY - 1)
    expect(await isOpen(team.agent)).toBe(true)
    server.clock.advance(1)
    expect(await isOpen(team.agent)).toBe(false)
  })

  test('ends after the number of days in the settings, which applies from the next request on', async () => {
    expect(await team.sa.put('/api/settings', { sessionDays: 1 })).toMatchObject({ status: 200 })
    await keepBusy(team.agent, DAY - 1)
    expect(await isOpen(team.agent)).toBe(true)
    server.clock.advance(1)
    expect(await isOpen(team.agent)).toBe(false)
  })

  test('of a viewer’s app has no such limit', async () => {
    const viewer = await viewerApp(server)
    await keepBusy(viewer, 40 * DAY)
    expect(await isOpen(viewer)).toBe(true)
  })

  test('that has ended is not listed, and is deleted by the maintenance', async () => {
    await keepBusy(team.sa, 29 * DAY)
    const browser = await other(team.sa)
    await keepBusy(browser, 20 * HOUR)
    const viewer = await viewerApp(server)
    await keepBusy(browser, 4 * HOUR)
    expect((await browser.get('/api/me/sessions')).rows).toHaveLength(1)
    await removeEndedSessions(server.db, server.clock.now())
    const left = await server.db.select().from(sessions)
    expect(left.map(({ user }) => user).sort()).toEqual([team.sa.id, viewer.id].sort())
  })

  test('clears the browser’s cache on sign-out, but not cookies and storage', async () => {
    const { headers } = await team.agent.post('/auth/logout')
    expect(headers['clear-site-data']).toBe('"cache"')
  })
})

test.each([0, 366, -1, 1.5, null, '30'])('the setting refuses %j days', async (sessionDays) => {
  expect(await team.sa.put('/api/settings', { sessionDays })).toMatchObject({ status: 422 })
})

test('only sa changes how long sessions last', async () => {
  const answer = await team.admin.put('/api/settings', { sessionDays: 365, passwordChange: true })
  expect(Object.keys(answer.body.errors ?? {})).toEqual(['sessionDays', 'passwordChange'])
})
