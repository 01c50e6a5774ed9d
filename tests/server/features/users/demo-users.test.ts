import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { reconcile } from '../../../../src/server/features/credits/reconcile.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { users } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { makeTransaction, saleOf } from '../../../support/credits.ts'
import { confirm, newUser, people, profileId, signedInWith, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users'

const row = async (id: unknown) => {
  const [found] = await server.db
    .select()
    .from(users)
    .where(eq(users._id, String(id)))
  return found
}

describe('a demo user', () => {
  test('gets two hours and a processed free CREDIT', async () => {
    const { agent } = await people(server)
    const { body } = await agent.post(api, newUser(await profileId(server, 'demo')))
    const expiry = new Date(server.clock.now().getTime() + 2 * HOUR)
    expect(body.dateExpire).toBe(expiry.toISOString())
    const records = await server.db.select().from(licenseTransactions)
    expect(records).toMatchObject([
      {
        type: 'CREDIT',
        status: 'PROCESSED',
        total: 0,
        count: 0,
        userCreated: agent.id,
        userLicensed: body._id,
        newDateExpire: expiry,
        reference: 1,
      },
    ])
    expect((await agent.get('/api/users/me')).body.creditToResell).toBe(24)
  })

  test('gets the same when its profile becomes demo', async () => {
    const { sa, agent } = await people(server)
    const { body } = await agent.post(api, newUser(await profileId(server, 'app')))
    expect(body.dateExpire).toBeNull()
    const demo = await profileId(server, 'demo')
    const expiry = new Date(server.clock.now().getTime() + 2 * HOUR)
    const changed = await sa.put(`${api}/${body._id}`, { profile: demo })
    expect(changed.body).toMatchObject({ role: 'demo', dateExpire: expiry.toISOString() })
    expect(await server.db.select().from(licenseTransactions)).toMatchObject([
      { type: 'CREDIT', status: 'PROCESSED', total: 0, count: 0, userCreated: sa.id, newDateExpire: expiry },
    ])
    expect((await reconcile(server.context)).licences.differences).toEqual([])
    await sa.put(`${api}/${body._id}`, { comment: 'Sigue de demo' })
    expect(await server.db.select().from(licenseTransactions)).toHaveLength(1)
  })

  test('keeps a licence that ends later than in two hours', async () => {
    const { sa, agent } = await people(server)
    const { body } = await agent.post(api, newUser(await profileId(server, 'app')))
    await makeTransaction(agent, saleOf(String(body._id)))
    const { dateExpire } = (await sa.get(`${api}/${body._id}`)).body
    const changed = await sa.put(`${api}/${body._id}`, { profile: await profileId(server, 'demo') })
    expect(changed.body).toMatchObject({ role: 'demo', dateExpire })
    expect((await reconcile(server.context)).licences.differences).toEqual([])
  })

  test('gets the two hours only once', async () => {
    const { agent } = await people(server)
    const demo = await profileId(server, 'demo')
    const { body } = await agent.post(api, newUser(demo))
    server.clock.advance(HOUR)
    await confirm(server, agent)
    expect((await agent.put(`${api}/${body._id}`, { profile: await profileId(server, 'app') })).status).toBe(
      200,
    )
    const { sa } = await people(server)
    const again = await sa.put(`${api}/${body._id}`, { profile: demo })
    expect(again.body).toMatchObject({ role: 'demo', dateExpire: body.dateExpire })
    expect(await server.db.select().from(licenseTransactions)).toHaveLength(1)
  })
})

describe('removing demos', () => {
  const demoOf = (hours: number | null) =>
    storeUser(server, 'demo', {
      dateExpire: hours === null ? null : new Date(Date.now() + hours * HOUR),
    })

  test('deletes only the expired ones and returns their number', async () => {
    const { admin } = await people(server)
    const expired = await demoOf(-1)
    const endless = await demoOf(null)
    const live = await demoOf(1)
    const customer = await storeUser(server, 'app', { dateExpire: new Date(0) })
    expect((await admin.get(`${api}/demo/expired`)).body).toEqual({ count: 1 })
    expect((await admin.delete(`${api}/demo`)).body).toEqual({ count: 1 })
    expect((await admin.delete(`${api}/demo`)).body).toEqual({ count: 0 })
    expect((await row(expired._id))?.deletedAt).not.toBeNull()
    for (const { _id } of [endless, live, customer]) expect((await row(_id))?.deletedAt).toBeNull()
  })

  test('uses the clock of the database', async () => {
    const { admin } = await people(server)
    await demoOf(1)
    server.clock.advance(5 * 60_000)
    server.clock.set(new Date(server.clock.now().getTime()))
    expect((await admin.delete(`${api}/demo`)).body).toEqual({ count: 0 })
  })

  test('is allowed to administrators with the permission to delete', async () => {
    const { superagent, agent } = await people(server)
    const clerk = await signedInWith(server, {
      'user-list': ['register', 'modify', 'delete'],
      'user-edit': [],
    })
    for (const person of [superagent, agent, clerk]) {
      expect((await person.delete(`${api}/demo`)).status).toBe(403)
      expect((await person.get(`${api}/demo/expired`)).status).toBe(403)
    }
  })
})
