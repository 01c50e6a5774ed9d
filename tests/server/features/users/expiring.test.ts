import { expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
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

test('answers 403 without the list of users', async () => {
  const keeper = await signedInWith(server, { 'movie-list': [] })
  expect((await keeper.get(api)).status).toBe(403)
  expect((await server.anonymous.get(api)).status).toBe(401)
})
