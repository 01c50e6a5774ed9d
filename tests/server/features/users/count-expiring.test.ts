import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayAfter, dayOf } from '../../../../src/domain/format/dates.ts'
import { USER_ENDPOINTS } from '../../../../src/domain/users/endpoints.ts'
import { countExpiring, recountLicences } from '../../../../src/server/features/users/count-expiring.ts'
import { testApp } from '../../../support/app.ts'
import { makeTransaction, saleOf, TYPE } from '../../../support/credits.ts'
import { people, signedInWith, storeUser } from '../../../support/people.ts'

const server = testApp()
const api = '/api/users/expiring'
const DAY = 86_400_000

test('expiring licences are counted by days of the service, within the scope', async () => {
  const midnight = new Date('2026-11-21T04:00:00.000Z').getTime()
  server.clock.set(new Date(midnight + 12 * 3_600_000))
  const { sa, agent } = await people(server)
  const ending = (days: number, createdBy: string | null = null) =>
    storeUser(server, 'app', { dateExpire: new Date(midnight + days * DAY), createdBy })
  await ending(-1)
  await ending(-0.001)
  await ending(0)
  await ending(0.999)
  await ending(1, agent.id)
  await ending(3.999)
  await ending(4)
  await ending(30.999)
  await ending(31)
  await storeUser(server, 'app')
  expect((await sa.get(api)).body).toEqual({
    soon: [
      { days: 0, count: 2 },
      { days: 3, count: 4 },
      { days: 7, count: 5 },
      { days: 15, count: 5 },
      { days: 30, count: 6 },
    ],
    expired: 2,
  })
  expect((await agent.get(api)).body).toMatchObject({
    soon: [{ count: 0 }, { count: 1 }, {}, {}, {}],
    expired: 0,
  })
  const listed = await sa.get('/api/users/size?dateBeging=2026-11-21&dateFinish=2026-11-24')
  expect(listed.body).toEqual({ count: 4 })
})

test('counts, days and lists exclude demo users, for every caller', async () => {
  const { sa, agent } = await people(server)
  const now = server.clock.now().getTime()
  for (const [profile, hours, createdBy] of [
    ['app', 1, agent.id],
    ['demo', 1, agent.id],
    ['demo', 2, null],
    ['demo', -30, agent.id],
    ['app', -30, agent.id],
  ] as const)
    await storeUser(server, profile, { dateExpire: new Date(now + hours * 3_600_000), createdBy })
  const today = dayOf(server.clock.now(), server.context.config.timeZone)
  const query = `dateBeging=${today}&dateFinish=${dayAfter(today, 3)}`
  for (const who of [sa, agent]) {
    expect((await who.get(api)).body).toMatchObject({
      soon: [{}, { days: 3, count: 1 }, {}, {}, {}],
      expired: 1,
    })
    const { days, expired } = USER_ENDPOINTS.expiringDays.response[200].parse(
      (await who.get(`${api}/days`)).body,
    )
    expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(1)
    expect(expired).toBe(1)
    expect((await who.get(`/api/users/size?${query}&demo=false`)).body).toEqual({ count: 1 })
    expect((await who.get(`/api/users/short?${query}&demo=false`)).rows).toHaveLength(1)
    expect((await who.get(`/api/users/short?${query}&sort=name&demo=false`)).rows).toHaveLength(1)
  }
  expect((await sa.get(`/api/users/size?${query}`)).body).toEqual({ count: 3 })
  expect((await sa.get(`/api/users/size?${query}&demo=true`)).body).toEqual({ count: 2 })
  expect((await sa.get('/api/users/size?demo=x')).status).toBe(422)
})

test('counts equal those of the users after sales, refunds, deletions and a change of the time zone', async () => {
  const { sa, admin, superagent, agent } = await people(server)
  const now = server.clock.now().getTime()
  const owners = [agent.id, superagent.id, sa.id, null]
  const customers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      storeUser(server, 'app', {
        createdBy: owners[index % 4] ?? null,
        dateExpire: index % 7 === 0 ? null : new Date(now + (((index * 37) % 90) - 45) * 9 * 3_600_000),
      }),
    ),
  )
  const idAt = (index: number) => customers[index]?._id ?? ''
  for (let index = 0; index < 12; index++) {
    expect((await makeTransaction(admin, saleOf(idAt(index)))).status).toBe(200)
    if (index % 3 === 0)
      expect((await makeTransaction(admin, saleOf(idAt(index), { type: TYPE.REFUND }))).status).toBe(200)
  }
  for (let index = 8; index < 20; index++)
    expect((await sa.delete(`/api/users/${idAt(index)}`)).status).toBe(200)
  await server.db.execute(sql`delete from users where _id = ${idAt(30)}`)

  const agree = async (timeZone: string) => {
    const context = {
      ...server.context,
      db: server.db,
      config: { ...server.context.config, timeZone },
    }
    for (const [caller, role, inScope] of [
      [sa, 'sa', sql`true`],
      [agent, 'agent', sql`created_by = ${agent.id}`],
      [superagent, 'superagent', sql`created_by in (${superagent.id}, ${agent.id})`],
    ] as const) {
      const found = await server.db.execute<{ days: number; users: number }>(sql`
        select (date_expire at time zone ${timeZone})::date
          - (${server.clock.now().toISOString()}::timestamptz at time zone ${timeZone})::date as days, count(*)::int as users
        from users join licences using (_id) where deleted_at is null and date_expire is not null and ${inScope} group by 1`)
      const sum = (from: number, to: number) =>
        found.rows.filter(({ days }) => days >= from && days <= to).reduce((all, { users }) => all + users, 0)
      const currentUser = { ...caller, role, fullName: '', routeAccess: [], profileId: '', profileName: role }
      const counted = await countExpiring(context, {
        ...currentUser,
        ...{ creditToResell: 0, tokenHash: '', ip: '', settingsVersion: '' },
      })
      expect(counted).toEqual({
        soon: [0, 3, 7, 15, 30].map((days) => ({ days, count: sum(0, days) })),
        expired: sum(-10_000, -1),
      })
      expect(counted.expired).toBeGreaterThan(0)
    }
  }
  await agree('America/Santo_Domingo')
  await server.db.transaction((tx) => recountLicences(tx, 'Asia/Tokyo'))
  await agree('Asia/Tokyo')
})

test('answers 403 without the list of users', async () => {
  const keeper = await signedInWith(server, { 'movie-list': [] })
  expect((await keeper.get(api)).status).toBe(403)
  expect((await server.anonymous.get(api)).status).toBe(401)
})
