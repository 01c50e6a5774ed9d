import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditEntries, auditPersonal } from '../../../src/server/database/schema/audit.ts'
import { testApp } from '../../support/app.ts'
import { createMovement, process, saleOf } from '../../support/credits.ts'
import { PASSWORD, type People, people, profileId, signedInWith, storeUser } from '../../support/people.ts'
import { createEpisode, seriesOf } from '../../support/series.ts'

const server = testApp()
let team: People

beforeEach(async () => {
  team = await people(server)
})

const entries = async (query = '') => (await team.sa.get(`/api/audit?limit=100${query}`)).rows
const newest = async () => (await entries())[0]
const category = { name: 'Comedia', descriptionEnglish: 'Comedy', type: 'PELICULA', status: true }

describe('the trail', () => {
  test('tells who created, changed and deleted a record, from where, and what before and after', async () => {
    const from = { address: '203.0.113.7' }
    const { body } = await team.admin.post('/api/categories', category, from)
    server.clock.advance(1000)
    await team.admin.put(`/api/categories/${body._id}`, { name: 'Humor' }, from)
    server.clock.advance(1000)
    await team.sa.delete(`/api/categories/${body._id}`)
    const author = { user: team.admin.id, userName: team.admin.name, address: '203.0.113.7' }
    expect(await entries(`&record=${body._id}`)).toMatchObject([
      {
        action: 'delete',
        resource: 'categories',
        recordName: 'Humor',
        user: team.sa.id,
        changes: expect.arrayContaining([{ field: 'name', before: 'Humor', after: null }]),
      },
      {
        action: 'update',
        ...author,
        recordName: 'Humor',
        changes: [{ field: 'name', before: 'Comedia', after: 'Humor' }],
      },
      {
        action: 'create',
        ...author,
        date: '2026-03-15T14:30:00.000Z',
        changes: expect.arrayContaining([{ field: 'type', before: null, after: 'PELICULA' }]),
      },
    ])
  })

  test('says nothing of what was refused', async () => {
    const before = (await entries()).length
    await team.admin.post('/api/categories', { ...category, type: 'NADA' })
    await team.admin.put('/api/settings', { pageSize: 7 })
    await team.agent.post('/api/categories', category)
    expect(await entries()).toHaveLength(before)
  })

  test('tells changes of users, with their contact data, and of passwords without them', async () => {
    const { _id } = await storeUser(server, 'app', { email: 'ana@example.com' })
    await team.admin.put(`/api/users/${_id}`, { email: 'eva@example.com', password: 'otra-clave' })
    expect((await newest())?.changes).toEqual([
      { field: 'password', before: '••••••', after: '••••••' },
      { field: 'email', before: 'ana@example.com', after: 'eva@example.com' },
    ])
    await team.admin.put(`/api/users/${_id}/password`, { oldPassword: '', newPassword: 'secreta-nueva' })
    expect(await newest()).toMatchObject({ action: 'password', record: _id })
    expect(JSON.stringify(await server.db.select().from(auditEntries))).not.toMatch(
      /otra-clave|secreta-nueva|argon/,
    )
  })

  test('loses the contact data of a user who is deleted, and keeps the rest', async () => {
    const { _id } = await storeUser(server, 'app')
    await team.admin.put(`/api/users/${_id}`, { email: 'eva@example.com', useTvList: true })
    expect((await team.admin.delete(`/api/users/${_id}`)).status).toBe(200)
    expect(await server.db.select().from(auditPersonal)).toEqual([])
    expect(JSON.stringify(await entries())).not.toContain('eva@example.com')
    expect(await entries(`&record=${_id}&action=update`)).toMatchObject([
      { changes: [{ field: 'useTvList', before: false, after: true }] },
    ])
  })

  test('names each demo that was removed', async () => {
    const past = new Date('2020-01-01T00:00:00Z')
    const demo = await storeUser(server, 'demo', { dateExpire: past })
    expect((await team.admin.delete('/api/users/demo')).body).toEqual({ count: 1 })
    expect(await entries(`&record=${demo._id}`)).toMatchObject([{ action: 'delete', recordName: demo.name }])
  })

  test('tells changes of profiles and of settings', async () => {
    const { body } = await team.sa.post('/api/profiles', { name: 'Redacción' })
    await team.sa.put(`/api/profiles/${body._id}`, { accessWeb: false })
    await team.sa.delete(`/api/profiles/${body._id}`)
    expect((await entries('&resource=profiles')).map(({ action }) => action)).toEqual([
      'delete',
      'update',
      'create',
    ])
    await team.sa.put('/api/settings', { creditPriceMonthly: 12.5 })
    await team.admin.put('/api/settings/updateTvUrlBase', { tvUrlBase: 'https://tv.example/' })
    // The form of the settings, one record without an id, asks for them so.
    expect(await entries('&resource=settings&record=settings')).toMatchObject([
      { changes: [{ field: 'tvUrlBase', before: null, after: 'https://tv.example/' }] },
      { changes: [{ field: 'creditPriceMonthly', before: 0, after: 12.5 }] },
    ])
  })

  test('tells a movement of credit once, however often it is processed', async () => {
    const customer = await storeUser(server, 'app', { createdBy: team.agent.id })
    const { body } = await createMovement(team.agent, saleOf(customer._id))
    await process(team.agent, body._id)
    await process(team.agent, body._id)
    expect(await entries('&action=process')).toMatchObject([
      {
        resource: 'license_transactions',
        record: body._id,
        recordName: '000001',
        user: team.agent.id,
        changes: expect.arrayContaining([{ field: 'sellerMonths', before: null, after: -1 }]),
      },
    ])
  })

  test('tells every sign-in, failed ones too, and keeps no name that nobody has', async () => {
    const { name, _id } = await storeUser(server, 'Administrador')
    const signIn = (body: object) => server.stranger.post('/auth/local', body, { address: '198.51.100.4' })
    await signIn({ name, password: PASSWORD })
    server.clock.advance(1000)
    await signIn({ name, password: 'equivocada' })
    server.clock.advance(1000)
    await signIn({ name: 'mi-clave-secreta', password: 'x' })
    expect(await entries('&search=198.51.100.4')).toMatchObject([
      { action: 'sign-in-failed', record: null, recordName: '', user: null, userName: '' },
      { action: 'sign-in-failed', record: _id, recordName: name, user: null },
      { action: 'sign-in', record: _id, user: _id, userName: name, address: '198.51.100.4' },
    ])
    expect(JSON.stringify(await server.db.select().from(auditEntries))).not.toContain('mi-clave-secreta')
  })

  test('names the episodes that went with their series', async () => {
    const { body: serie } = await team.sa.post('/api/series', seriesOf())
    const { _id } = await createEpisode(team.sa, String(serie._id))
    await team.sa.delete(`/api/series/${serie._id}`)
    expect(await entries(`&record=${_id}&action=delete`)).toMatchObject([{ resource: 'episodes' }])
  })
})

describe('an entry', () => {
  test('is changed and deleted by nobody', async () => {
    await team.admin.post('/api/categories', category)
    const change = server.db.update(auditEntries).set({ userName: 'otro' })
    await expect(change).rejects.toThrow()
    await expect(server.db.delete(auditEntries).where(eq(auditEntries.action, 'create'))).rejects.toThrow()
    expect(await newest()).toMatchObject({ userName: team.admin.name })
  })
})

describe('the list of the trail', () => {
  test('is for those whom a profile grants it', async () => {
    const keeper = await signedInWith(server, { audit: [] })
    await team.admin.post('/api/categories', category)
    expect((await keeper.get('/api/audit')).rows).toHaveLength(1)
    for (const caller of [team.agent, team.superagent])
      expect((await caller.get('/api/audit')).status).toBe(403)
    expect((await server.stranger.get('/api/audit')).status).toBe(401)
  })

  test('shows resellers what they did themselves, and the flag of sa to sa alone', async () => {
    await team.sa.put('/api/settings', { linkReserved: true })
    const told = async (caller: typeof team.sa) =>
      (await caller.get('/api/audit?resource=settings')).rows.map(({ changes }) => changes)
    expect(await told(team.admin)).toEqual([[]])
    expect(await told(team.sa)).toEqual([[{ field: 'linkReserved', before: false, after: true }]])
    await team.sa.put(`/api/profiles/${await profileId(server, 'agent')}`, {
      routeAccess: [
        { onMenu: 'admin', access: [{ name: 'audit', register: false, modify: false, delete: false }] },
      ],
    })
    expect((await team.agent.get('/api/audit')).rows).toEqual([])
  })

  test('is filtered by action, resource, person, day and words, and counted', async () => {
    await team.admin.post('/api/categories', category)
    // A session rests for less than half a day.
    server.clock.advance(11 * 3_600_000)
    await team.sa.get('/api/users/me')
    server.clock.advance(4 * 3_600_000)
    await team.sa.post('/api/categories', { ...category, name: 'Terror', descriptionEnglish: 'Horror' })
    const count = async (query: string) => (await team.sa.get(`/api/audit/size?${query}`)).body.count
    expect(await count('action=create')).toBe(2)
    expect(await count(`user=${team.admin.id}`)).toBe(1)
    expect(await count('search=terror')).toBe(1)
    expect(await count('dateFinish=2026-03-15')).toBe(1)
    expect(await count('dateBeging=2026-03-16&resource=categories')).toBe(1)
    expect(await count('resource=movies')).toBe(0)
    expect((await team.sa.get('/api/audit?action=nada')).status).toBe(422)
  })
})
