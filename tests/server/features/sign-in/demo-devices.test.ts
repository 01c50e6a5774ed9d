import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { deviceKey } from '../../../../src/domain/sign-in/sign-in.ts'
import { removeOldDemoDevices } from '../../../../src/server/features/sign-in/demo-devices.ts'
import {
  demoDevices,
  profiles,
  sessions,
  users,
} from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { HOUR } from '../../../support/clock.ts'
import { PASSWORD, people, profileId, storeUser } from '../../../support/people.ts'

const server = testApp()
const BOX = '02:AA:BB:CC:DD:01'
const USED = 'Este equipo ya usó un demo.'
const lasting = { dateExpire: new Date('2030-01-01') }
const DAY = 24 * HOUR

const storeDemo = (name: string) => storeUser(server, 'demo', { name, ...lasting })
const signIn = (name: string, macAddress = BOX) =>
  server.anonymous.post('/auth/local', { name, password: PASSWORD, device: { macAddress } })
const statusOf = async (name: string, macAddress = BOX) => (await signIn(name, macAddress)).status
const rowOf = async (id: string) => {
  const [row] = await server.db.select().from(users).where(eq(users._id, id))
  return row
}

describe('a device that used a demo', () => {
  test('signs in with no other demo, whatever the spelling of its address', async () => {
    await storeDemo('uno')
    const other = await storeDemo('dos')
    expect(await statusOf('uno')).toBe(200)
    const { status, body } = await signIn('dos', '02-aa-bb-cc-dd-01')
    expect([status, body.message]).toEqual([403, USED])
    expect(await rowOf(other._id)).toMatchObject({ device: null, demoDevices: null, lastLogin: null })
    expect(await server.db.select().from(sessions).where(eq(sessions.user, other._id))).toEqual([])
    expect(await statusOf('dos', '02:AA:BB:CC:DD:02')).toBe(200)
  })

  test('signs in again with its own demo, also after that was unlinked', async () => {
    const { sa } = await people(server)
    const { _id } = await storeDemo('uno')
    expect([await statusOf('uno'), await statusOf('uno')]).toEqual([200, 200])
    expect((await sa.put(`/api/users/${_id}`, { device: null })).status).toBe(200)
    expect(await statusOf('uno')).toBe(200)
  })

  test('signs in with a customer’s account, before and after', async () => {
    await storeUser(server, 'app', { name: 'ana', ...lasting })
    await storeDemo('uno')
    await storeDemo('dos')
    expect([
      await statusOf('ana'),
      await statusOf('uno'),
      await statusOf('dos'),
      await statusOf('ana'),
    ]).toEqual([200, 200, 403, 200])
  })

  test('signs in with a demo that became a customer', async () => {
    await storeDemo('uno')
    const { _id } = await storeDemo('dos')
    expect([await statusOf('uno'), await statusOf('dos')]).toEqual([200, 403])
    await server.db
      .update(users)
      .set({ profile: await profileId(server, 'app') })
      .where(eq(users._id, _id))
    expect(await statusOf('dos')).toBe(200)
  })

  test('is free after thirty days, and is then forgotten', async () => {
    await storeDemo('uno')
    await storeDemo('dos')
    expect(await statusOf('uno')).toBe(200)
    server.clock.advance(29 * DAY)
    await removeOldDemoDevices(server.db, server.clock.now(), server.context.config.timeZone)
    expect(await statusOf('dos')).toBe(403)
    server.clock.advance(DAY)
    expect(await statusOf('dos')).toBe(200)
    server.clock.advance(30 * DAY)
    await removeOldDemoDevices(server.db, server.clock.now(), server.context.config.timeZone)
    expect(await server.db.select().from(demoDevices)).toEqual([])
  })

  test('may have used others if the setting is off', async () => {
    const { sa } = await people(server)
    expect((await sa.put('/api/settings', { demoPerDevice: false })).status).toBe(200)
    await storeDemo('uno')
    await storeDemo('dos')
    expect([await statusOf('uno'), await statusOf('dos')]).toEqual([200, 200])
    expect(await server.db.select().from(demoDevices)).toEqual([])
  })

  test('is known without validation of devices, for each of the demo’s', async () => {
    await server.db.update(profiles).set({ deviceValidate: false }).where(eq(profiles.name, 'demo'))
    const { _id } = await storeDemo('uno')
    await storeDemo('dos')
    const devices = Array.from({ length: 12 }, (_, index) => `02:AA:BB:CC:DD:${10 + index}`)
    for (const device of devices) expect(await statusOf('uno', device)).toBe(200)
    expect(await statusOf('uno', devices[11])).toBe(200)
    expect(await statusOf('dos', devices[0])).toBe(403)
    expect((await rowOf(_id))?.device).toBeNull()
    expect((await rowOf(_id))?.demoDevices).toHaveLength(10)
  })

  test.each(['00:00:00:00:00:00', '02:00:00:00:00:00'])('is not told by the address %s', async (address) => {
    await storeDemo('uno')
    await storeDemo('dos')
    expect([await statusOf('uno', address), await statusOf('dos', address)]).toEqual([200, 200])
  })

  test('does not count if the sign-in failed', async () => {
    await storeUser(server, 'demo', { name: 'vencido', dateExpire: server.clock.now() })
    const { _id } = await storeDemo('uno')
    await storeDemo('dos')
    expect(await statusOf('vencido')).toBe(403)
    expect(await statusOf('uno', '02:AA:BB:CC:DD:02')).toBe(200)
    // Linked to another one.
    expect(await statusOf('uno')).toBe(403)
    expect((await rowOf(_id))?.demoDevices).toHaveLength(1)
    expect(await statusOf('dos')).toBe(200)
  })
})

describe('the table of devices', () => {
  test('names neither device nor user, and no answer shows it', async () => {
    const { sa } = await people(server)
    const { _id, name } = await storeDemo('uno')
    expect(await statusOf('uno')).toBe(200)
    const rows = await server.db.select().from(demoDevices)
    expect(rows).toHaveLength(1)
    const text = JSON.stringify(rows)
    for (const secret of [BOX, deviceKey(BOX), _id, name]) expect(text).not.toContain(secret)
    const digest = rows[0]?.device ?? ''
    for (const path of [
      `/api/users/${_id}`,
      '/api/users',
      '/api/users/export?format=json&columns=all',
      '/api/settings',
      '/api/audit',
    ]) {
      const answer = await sa.get(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.text).not.toContain(digest)
      expect(answer.text).not.toMatch(/demoDevices|deviceSecret/)
    }
  })

  test('outlives its demo, whose own row forgets it', async () => {
    const { sa } = await people(server)
    const { _id } = await storeDemo('uno')
    await storeDemo('dos')
    expect(await statusOf('uno')).toBe(200)
    expect((await sa.delete(`/api/users/${_id}`)).status).toBe(200)
    expect((await rowOf(_id))?.demoDevices).toBeNull()
    expect(await statusOf('dos')).toBe(403)
  })
})

describe('the setting demoPerDevice', () => {
  test('is changed by sa alone', async () => {
    const { admin } = await people(server)
    const answer = await admin.put('/api/settings', { demoPerDevice: false })
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      { demoPerDevice: { message: 'Solo sa puede modificar este campo.' } },
    ])
  })

  test('and the other fields of users and settings are not set by a request', async () => {
    const { sa } = await people(server)
    const { _id } = await storeDemo('uno')
    expect((await sa.put(`/api/users/${_id}`, { demoDevices: [] })).status).toBe(422)
    expect((await sa.put('/api/settings', { deviceSecret: 'x' })).status).toBe(422)
  })
})
