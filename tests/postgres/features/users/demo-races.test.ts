import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { licenseTransactions } from '../../../../src/server/platform/database/schema/credits.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import {
  demoDevices,
  profiles,
  sessions,
  users,
} from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { keyOf } from '../../../support/keys.ts'
import { hold, untilWaiting } from '../../../support/locks.ts'
import { newUser, PASSWORD, people, profileId, storeUser } from '../../../support/people.ts'
import { times } from '../../../support/viewers.ts'

const server = testApp()

const limitToOne = () =>
  server.db
    .update(settings)
    .set({ value: sql`${settings.value} || '{"demosPerDay": 1}'`, dateUpdate: sql`now()` })

test('of several demos at once under a limit of one, one is created', async () => {
  await limitToOne()
  const { agent } = await people(server)
  const grants = { 'user-list': ['register'], 'key-list': ['register'] } as const
  await server.db
    .update(profiles)
    .set({ routeAccess: buildGrants(grants) })
    .where(eq(profiles.name, 'agent'))
  const key = await keyOf(server, agent, { 'user-list': ['register'] })
  const demo = await profileId(server, 'demo')
  const release = await hold(server.db, (tx) =>
    tx.select().from(users).where(eq(users._id, agent.id)).for('update'),
  )
  const answers = times(6, (index) => (index % 2 ? agent : key).post('/api/users', newUser(demo)))
  await untilWaiting(server.db, 2).finally(release)
  expect((await answers).map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
  expect(await server.db.select().from(licenseTransactions)).toHaveLength(1)
})

test('of a new demo and a customer who becomes one at once, under a limit of one, one is', async () => {
  await limitToOne()
  const { superagent } = await people(server)
  const demo = await profileId(server, 'demo')
  const { body } = await superagent.post('/api/users', newUser(await profileId(server, 'app')))
  const answers = await Promise.all([
    superagent.post('/api/users', newUser(demo)),
    superagent.put(`/api/users/${body._id}`, { profile: demo }),
  ])
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(1)
  expect(await server.db.select().from(licenseTransactions)).toHaveLength(1)
})

test('of several demos that sign in on one device at once, one does', async () => {
  const names = await times(6, async (index) => {
    const dateExpire = new Date('2030-01-01')
    return (await storeUser(server, 'demo', { name: `demo-${index}`, dateExpire })).name
  })
  const device = { macAddress: '02:AA:BB:CC:DD:01' }
  const answers = await Promise.all(
    names.map((name) => server.anonymous.post('/auth/local', { name, password: PASSWORD, device })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403, 403, 403])
  expect(await server.db.select().from(demoDevices)).toHaveLength(1)
  expect(await server.db.select().from(sessions)).toHaveLength(1)
  const linked = await server.db.select({ device: users.device, demoDevices: users.demoDevices }).from(users)
  expect(linked.filter(({ device, demoDevices }) => device !== null || demoDevices !== null)).toHaveLength(1)
})
