import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_VIEWS, OTHER_COLUMNS, VIEW_LISTS, VIEW_MESSAGES } from '../../../../src/domain/views/view.ts'
import { savedViews } from '../../../../src/server/platform/database/schema/views.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { type People, people, profileId, type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp({ keep: true })
let all: People
let admin: SignedIn
let colleague: SignedIn
let agentProfile: string

beforeAll(async () => {
  all = await people(server)
  admin = all.admin
  colleague = await signedIn(server, 'Administrador')
  agentProfile = await profileId(server, 'agent')
})

let made = 0
const viewOf = (fields: Row = {}): Row => ({ list: 'movie-list', name: `Vista ${++made}`, ...fields })

const saved = async (client: SignedIn, fields: Row = {}): Promise<Row> => {
  const answer = await client.post('/api/views', viewOf(fields))
  expect(answer).toMatchObject({ status: 201 })
  return answer.body
}

const names = async (client: SignedIn, list: string): Promise<unknown[]> =>
  (await client.get(`/api/views?list=${list}`)).rows.map(({ name }) => name)

const errorsOf = async (client: SignedIn, fields: Row): Promise<unknown> => {
  const { status, body } = await client.post('/api/views', viewOf(fields))
  expect(status).toBe(422)
  return body.errors
}

test('a view stores filters, order, page size and columns, for its owner only', async () => {
  const content = {
    filters: { search: 'mar', status: 'true' },
    sort: 'year',
    order: 'desc',
    limit: 50,
    columns: ['title', 'year', 'status'],
  }
  const view = await saved(admin, { list: 'movie-list', name: 'Del mar', ...content })
  expect(view).toMatchObject({ ...content, profile: null, profileName: '', canChange: true })
  expect((await admin.get('/api/views?list=movie-list')).rows).toEqual([view])
  expect(await names(admin, 'series-list')).toEqual([])
  expect(await names(colleague, 'movie-list')).toEqual([])
  for (const answer of [
    await colleague.put(`/api/views/${view._id}`, { name: 'Mía' }),
    await colleague.delete(`/api/views/${view._id}`),
  ])
    expect(answer.status).toBe(404)
  expect((await admin.get('/api/audit?resource=profiles')).rows).toEqual([])
})

test('rejects the later of two changes as stale; an edit without changes does not change dateUpdate', async () => {
  const view = await saved(admin, { filters: { status: 'true' } })
  const path = `/api/views/${view._id}`
  const first = await admin.put(path, { filters: {}, columns: ['title'], dateUpdate: view.dateUpdate })
  expect(first).toMatchObject({ status: 200, body: { name: view.name, filters: {}, columns: ['title'] } })
  expect(await admin.put(path, { name: 'Otra', dateUpdate: view.dateUpdate })).toMatchObject({
    status: 409,
    body: { code: 'STALE' },
  })
  const same = await admin.put(path, { columns: ['title'], dateUpdate: first.body.dateUpdate })
  expect(same.body.dateUpdate).toBe(first.body.dateUpdate)
  expect(await admin.put(path, { list: 'series-list' })).toMatchObject({ status: 422 })
  expect((await admin.delete(path)).status).toBe(200)
  expect((await admin.delete(path)).status).toBe(404)
})

test('names are unique within a list and owner, ignoring case and accents', async () => {
  await saved(admin, { list: 'audit', name: 'Vencen mañana' })
  expect(await admin.post('/api/views', viewOf({ list: 'audit', name: ' VENCEN MANANA ' }))).toMatchObject({
    status: 409,
    body: { code: 11000, errors: { name: { message: VIEW_MESSAGES.duplicate('VENCEN MANANA') } } },
  })
  await saved(admin, { list: 'user-list', name: 'Vencen mañana' })
  await saved(colleague, { list: 'audit', name: 'Vencen mañana' })
})

test('rejects parameters and columns that the list does not have, naming them', async () => {
  expect(await errorsOf(admin, { list: 'nada' })).toEqual({ list: { message: VIEW_MESSAGES.list } })
  expect(await errorsOf(admin, { name: ' ' })).toEqual({ name: { message: VIEW_MESSAGES.name } })
  expect(await errorsOf(admin, { filters: { color: 'rojo' } })).toEqual({
    'filters.color': { message: VIEW_MESSAGES.filter },
  })
  expect(await errorsOf(admin, { filters: { page: '3' } })).toHaveProperty('filters.page')
  expect(await errorsOf(admin, { filters: { batch: 'b1' } })).toHaveProperty('filters.batch')
  expect(await errorsOf(admin, { list: 'issue-list', filters: { groups: 'g1' } })).toHaveProperty(
    'filters.groups',
  )
  expect(await errorsOf(admin, { filters: { status: 'quizás' } })).toHaveProperty('filters.status')
  expect(await errorsOf(admin, { sort: 'actors', order: 'asc' })).toHaveProperty('sort')
  expect(await errorsOf(admin, { columns: ['title', 'passwordHash'] })).toEqual({
    columns: { message: VIEW_MESSAGES.column('passwordHash') },
  })
  expect(await errorsOf(admin, { columns: ['title', 'title'] })).toHaveProperty('columns')
  expect(await errorsOf(admin, { options: { status: 'true' } })).toHaveProperty('options.status')
  expect(await errorsOf(admin, { limit: 101 })).toHaveProperty('limit')
  const grouped = { list: 'issue-list', options: { view: 'groups', status: 'all' } }
  await saved(admin, { ...grouped, sort: 'open', order: 'desc' })
  expect(await errorsOf(admin, { ...grouped, sort: 'status', order: 'asc' })).toHaveProperty('sort')
})

test('a view of a profile is visible to its users, and changed by users who may change the profile', async () => {
  const view = await saved(admin, { list: 'user-list', name: 'Por vencer', profile: agentProfile })
  expect(view).toMatchObject({ profile: agentProfile, profileName: 'agent', canChange: true })
  const [seen] = (await all.agent.get('/api/views?list=user-list')).rows
  expect(seen).toMatchObject({ _id: view._id, canChange: false })
  expect(await names(colleague, 'user-list')).toContain('Por vencer')
  expect(await names(all.superagent, 'user-list')).toEqual([])
  expect((await all.agent.put(`/api/views/${view._id}`, { name: 'Mía' })).status).toBe(403)
  expect((await all.agent.delete(`/api/views/${view._id}`)).status).toBe(403)
  expect((await all.superagent.delete(`/api/views/${view._id}`)).status).toBe(404)

  const forProfile = viewOf({ list: 'user-list', profile: agentProfile })
  expect((await all.agent.post('/api/views', forProfile)).status).toBe(403)
  const ofSa = viewOf({ list: 'user-list', profile: await profileId(server, 'sa') })
  expect((await admin.post('/api/views', ofSa)).status).toBe(403)
  expect(await errorsOf(admin, { list: 'movie-list', profile: agentProfile })).toEqual({
    profile: { message: VIEW_MESSAGES.profileCannotOpen },
  })
  expect(await errorsOf(admin, { profile: 'nadie' })).toHaveProperty('profile')

  expect((await colleague.put(`/api/views/${view._id}`, { name: 'Próximos' })).status).toBe(200)
  expect((await colleague.delete(`/api/views/${view._id}`)).status).toBe(200)
  const events = (await admin.get(`/api/audit?resource=profiles&record=${agentProfile}`)).rows
  expect(events.map(({ userName, changes }) => ({ userName, changes }))).toEqual([
    { userName: colleague.name, changes: [expect.objectContaining({ field: 'savedView', after: null })] },
    { userName: colleague.name, changes: [expect.objectContaining({ field: 'savedView' })] },
    {
      userName: admin.name,
      changes: [
        expect.objectContaining({ before: null, after: expect.objectContaining({ viewName: 'Por vencer' }) }),
      ],
    },
  ])
})

test('neither shows nor saves views of a list that the user may not open', async () => {
  const { agent } = all
  expect((await agent.get('/api/views?list=movie-list')).status).toBe(403)
  expect((await agent.post('/api/views', viewOf())).status).toBe(403)
  expect((await agent.get('/api/views')).status).toBe(422)
})

test('stores at most fifty views of a list, and none of a deleted user', async () => {
  const { sa } = all
  const leaving = await signedIn(server, 'Administrador')
  await server.db.insert(savedViews).values(
    Array.from({ length: MAX_VIEWS }, (_, n) => ({
      list: 'radio-list',
      name: `Vista ${n}`,
      nameKey: `vista ${n}`,
      owner: leaving.id,
      filters: {},
      options: {},
      dateUpdate: server.clock.now(),
    })),
  )
  expect(await leaving.post('/api/views', viewOf({ list: 'radio-list' }))).toMatchObject({
    status: 409,
    body: { message: VIEW_MESSAGES.tooMany },
  })
  await saved(leaving, { list: 'category-list' })
  expect((await sa.delete(`/api/users/${leaving.id}`)).status).toBe(200)
  const rows = await server.db.select().from(savedViews)
  expect(rows.filter(({ owner }) => owner === leaving.id)).toEqual([])
})

describe('the lists of the admin', () => {
  test('can all have saved views', async () => {
    const { sa } = all
    for (const list of VIEW_LISTS) await saved(sa, { list })
  })

  test('have only columns that a view can store', async () => {
    const folder = fileURLToPath(new URL('../../../../src/admin/features', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.tsx'),
    )
    const columns = files.flatMap((name) =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/\bsource: '(\w+)'/g)].map(
        ([, source = '']) => source,
      ),
    )
    expect(new Set(columns).size).toBeGreaterThan(50)
    const { sa } = all
    const { body } = await sa.get('/api/openapi.json')
    const fields = JSON.stringify(body)
    const unknown = [...new Set(columns)].filter(
      (name) => !OTHER_COLUMNS.includes(name) && !fields.includes(`"${name}":`),
    )
    expect(unknown).toEqual([])
  })
})

test("agents neither save nor find views with parts of the users' list hidden from them", async () => {
  const { agent, sa } = all
  const list = 'user-list'
  for (const fields of [
    { filters: { platform: 'com.cartelera.tv' } },
    { filters: { lowBalance: 'true' } },
    { sort: 'platform' },
    { columns: ['name', 'platform'] },
  ]) {
    expect((await agent.post('/api/views', viewOf({ list, ...fields }))).status).toBe(403)
    await saved(sa, { list, ...fields })
    if ('columns' in fields) continue
    const forAgents = await sa.post('/api/views', viewOf({ list, profile: agentProfile, ...fields }))
    expect(forAgents).toMatchObject({
      status: 422,
      body: { errors: { profile: { message: VIEW_MESSAGES.profileCannotSee } } },
    })
  }
  const columns = ['name', 'platform', 'status']
  const shared = await saved(sa, { list, profile: agentProfile, columns })
  expect(shared.columns).toEqual(columns)
  const [seen] = (await agent.get(`/api/views?list=${list}`)).rows
  expect(seen).toMatchObject({ _id: shared._id, columns: ['name', 'status'] })
  await sa.delete(`/api/views/${shared._id}`)
  const own = await saved(agent, { list, filters: { useTvList: 'true' } })
  expect((await agent.put(`/api/views/${own._id}`, { sort: 'platform' })).status).toBe(403)
  const filters = { platform: 'com.cartelera.tv' }
  await server.db
    .update(savedViews)
    .set({ filters })
    .where(eq(savedViews._id, String(own._id)))
  expect(await names(agent, list)).toEqual([])
})
