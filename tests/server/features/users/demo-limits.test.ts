import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { grantDemo } from '../../../../src/server/features/users/grant-demo.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { balances, profiles, users } from '../../../../src/server/platform/database/schema/users.ts'
import { type Client, type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { makeTransaction, TYPE } from '../../../support/credits.ts'
import { keyOf } from '../../../support/keys.ts'
import { newUser, type People, people, profileId, signInAs, storeUsers } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'
let team: People
let demo: string

/** Noon of the service, which is four hours behind UTC. */
beforeEach(async () => {
  server.clock.set(new Date('2026-11-21T16:00:00Z'))
  team = await people(server)
  demo = await profileId(server, 'demo')
})

const limitTo = (changes: Row) =>
  server.db
    .update(settings)
    .set({ value: sql`${settings.value} || ${JSON.stringify(changes)}::jsonb`, dateUpdate: sql`now()` })
const create = (client: Client) => client.post(api, newUser(demo))
const statusesOf = async (client: Client, count: number) => {
  const statuses: number[] = []
  for (let time = 0; time < count; time++) statuses.push((await create(client)).status)
  return statuses
}
const stored = async () => (await server.db.select({ _id: users._id }).from(users)).length

describe('the hours of a demo', () => {
  test('are those of the settings when it is created', async () => {
    await limitTo({ demoHours: 5 })
    const { body } = await create(team.agent)
    expect(body.dateExpire).toBe(new Date(server.clock.now().getTime() + 5 * HOUR).toISOString())
    await limitTo({ demoHours: 72 })
    expect((await team.agent.get(`${api}/${body._id}`)).body.dateExpire).toBe(body.dateExpire)
  })
})

describe('the demos of a day', () => {
  test('end at the limit, for each reseller, with nothing written', async () => {
    await limitTo({ demosPerDay: 2 })
    expect(await statusesOf(team.agent, 2)).toEqual([201, 201])
    const before = await stored()
    const refused = await create(team.agent)
    expect([refused.status, validationErrorsOf(refused)]).toEqual([
      422,
      { profile: 'Ya creó los 2 demos de hoy.' },
    ])
    expect(await stored()).toBe(before)
    expect((await team.agent.post(api, newUser(await profileId(server, 'app')))).status).toBe(201)
    expect(await statusesOf(team.otherAgent, 3)).toEqual([201, 201, 422])
  })

  test('have no limit at first, nor for administrators', async () => {
    expect(await statusesOf(team.agent, 4)).toEqual([201, 201, 201, 201])
    await limitTo({ demosPerDay: 1 })
    expect(await statusesOf(team.agent, 1)).toEqual([422])
    expect(await statusesOf(team.admin, 2)).toEqual([201, 201])
    expect(await statusesOf(team.sa, 2)).toEqual([201, 201])
  })

  test('begin anew at midnight of the service', async () => {
    await limitTo({ demosPerDay: 1 })
    server.clock.set(new Date('2026-11-22T03:59:00Z'))
    const agent = await signInAs(server, await rowOf(team.agent.id))
    expect(await statusesOf(agent, 2)).toEqual([201, 422])
    server.clock.set(new Date('2026-11-22T04:00:00Z'))
    expect(await statusesOf(agent, 2)).toEqual([201, 422])
  })

  test('count those that were deleted', async () => {
    await limitTo({ demosPerDay: 1 })
    const { body } = await create(team.agent)
    expect((await team.sa.delete(`${api}/${body._id}`)).status).toBe(200)
    expect(await statusesOf(team.agent, 1)).toEqual([422])
  })

  test('count those that an API key of the reseller creates', async () => {
    await limitTo({ demosPerDay: 1 })
    const grants = { 'user-list': ['register'], 'key-list': ['register'] } as const
    await server.db
      .update(profiles)
      .set({ routeAccess: buildGrants(grants) })
      .where(eq(profiles.name, 'agent'))
    const key = await keyOf(server, team.agent, { 'user-list': ['register'] })
    expect(await statusesOf(key, 1)).toEqual([201])
    expect(await statusesOf(key, 1)).toEqual([422])
    expect(await statusesOf(team.agent, 1)).toEqual([422])
  })

  test('count customers who become demos, but not credits in days', async () => {
    await limitTo({ demosPerDay: 1 })
    const app = await profileId(server, 'app')
    const [one, other] = [
      await team.superagent.post(api, newUser(app)),
      await team.superagent.post(api, newUser(app)),
    ]
    const until = new Date(server.clock.now().getTime() + HOUR).toISOString()
    const given = { type: TYPE.CREDIT, userLicensed: one.body._id, period: 'DIAS', until }
    expect((await makeTransaction(team.admin, given)).status).toBe(200)
    expect((await makeTransaction(team.admin, given)).status).toBe(200)
    const change = { profile: demo }
    expect((await team.superagent.put(`${api}/${one.body._id}`, change)).status).toBe(200)
    const refused = await team.superagent.put(`${api}/${other.body._id}`, change)
    expect([refused.status, validationErrorsOf(refused)]).toEqual([
      422,
      { profile: 'Ya creó el demo de hoy.' },
    ])
    expect((await team.superagent.get(`${api}/${other.body._id}`)).body).toMatchObject({ role: 'app' })
  })
})

describe('the balance that demos need', () => {
  test('is asked of resellers alone, and for demos alone', async () => {
    await limitTo({ demosMinBalance: 25 })
    const refused = await create(team.agent)
    expect([refused.status, validationErrorsOf(refused)]).toEqual([
      422,
      { profile: 'Para crear demos necesita un balance de al menos 25 créditos.' },
    ])
    expect((await team.agent.post(api, newUser(await profileId(server, 'app')))).status).toBe(201)
    expect(await statusesOf(team.admin, 1)).toEqual([201])
    await server.db.update(balances).set({ months: 25 }).where(eq(balances._id, team.agent.id))
    expect(await statusesOf(team.agent, 1)).toEqual([201])
  })
})

describe('the resellers with many demos', () => {
  const storeDemos = async ({ id }: { id: string }, count: number) => {
    const now = server.clock.now()
    const creator = { id, fullName: 'Creador' }
    const demos = await storeUsers(
      server,
      Array.from({ length: count }, () => ['demo', { createdBy: id }]),
    )
    await server.db.transaction(async (tx) => {
      for (const each of demos) await grantDemo(tx, creator, each, now, now)
    })
  }
  const manyOf = async (client: Client) => (await client.get(`${api}/demo/many`)).rows

  test('are those with more than twenty today or yesterday, shown to administrators', async () => {
    expect(await manyOf(team.sa)).toEqual([])
    await storeDemos(team.agent, 20)
    await storeDemos(team.admin, 21)
    expect(await manyOf(team.sa)).toEqual([])
    const { body } = await create(team.agent)
    await team.sa.delete(`${api}/${body._id}`)
    const { fullName } = (await team.sa.get(`${api}/${team.agent.id}`)).body
    const shown = [{ _id: team.agent.id, fullName, day: '2026-11-21', demos: 21 }]
    expect(await manyOf(team.sa)).toEqual(shown)
    expect(await manyOf(team.admin)).toEqual(shown)
    expect((await team.superagent.get(`${api}/demo/many`)).status).toBe(403)
    server.clock.advance(12 * HOUR)
    const sa = await signInAs(server, await rowOf(team.sa.id))
    expect(await manyOf(sa)).toEqual(shown)
    server.clock.advance(24 * HOUR)
    expect(await manyOf(await signInAs(server, await rowOf(team.sa.id)))).toEqual([])
  })
})

const rowOf = async (id: string) => {
  const [row] = await server.db.select().from(users).where(eq(users._id, id))
  if (!row) throw new Error('No such user')
  return row
}
