import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { testApp } from '../../../support/app.ts'
import { people, storeProfile } from '../../../support/people.ts'

const server = testApp()
const api = '/api/profiles'

const access = (flags: Parameters<typeof buildGrants>[0]) => ({ routeAccess: buildGrants(flags) })

describe('a profile', () => {
  test('is created once by concurrent requests', async () => {
    const { admin } = await people(server)
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(api, { name: 'Ventas' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('is not deleted while a user with it is created', async () => {
    const { sa } = await people(server)
    for (let round = 0; round < 4; round++) {
      const profile = await storeProfile(server, `Ventas ${round}`)
      const input = {
        name: `u${round}`,
        fullName: 'U',
        address: 'C',
        platform: 'com.cartelera.tv',
        password: 'abc',
        profile,
      }
      const [created, deleted] = await Promise.all([
        sa.post('/api/users', input),
        sa.delete(`${api}/${profile}`),
      ])
      expect([
        [201, 409],
        [422, 200],
      ]).toContainEqual([created.status, deleted.status])
      const [left] = await server.db.select().from(profiles).where(eq(profiles._id, profile))
      expect(left !== undefined).toBe(created.status === 201)
    }
  })

  test('edited twice concurrently at the same version is changed once', async () => {
    const { admin, sa } = await people(server)
    const id = await storeProfile(server, 'Ventas')
    const { dateUpdate } = (await admin.get(`${api}/${id}`)).body
    const answers = await Promise.all([
      admin.put(`${api}/${id}`, { ...access({ 'user-list': [] }), dateUpdate }),
      sa.put(`${api}/${id}`, { ...access({ 'movie-list': [] }), dateUpdate }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const saved = answers.find(({ status }) => status === 200)
    expect((await admin.get(`${api}/${id}`)).body).toEqual(saved?.body)
  })

  test('edited concurrently in different fields keeps all changes', async () => {
    const { admin } = await people(server)
    const id = await storeProfile(server, 'Ventas')
    const toggles = ['accessApp', 'dateValidate', 'deviceValidate']
    await Promise.all(toggles.map((toggle) => admin.put(`${api}/${id}`, { [toggle]: true })))
    expect((await admin.get(`${api}/${id}`)).body).toMatchObject({
      accessWeb: true,
      accessApp: true,
      dateValidate: true,
      deviceValidate: true,
    })
  })
})
