import { expect, test } from 'vitest'
import type { Client } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'

const catalogue = testCatalogue()

/** Statuses of all operations of an entity, on a new record. */
const attempts = async (caller: Client, api: string, body: Record<string, unknown>) => {
  const { _id } = await create(catalogue.operator, api, body)
  const name = api === '/api/movies' ? 'title' : 'name'
  return {
    list: (await caller.get(`${api}?limit=1`)).status,
    count: (await caller.get(`${api}/size`)).status,
    one: (await caller.get(`${api}/${_id}`)).status,
    create: (await caller.post(api, { ...body, [name]: 'Otro nombre' })).status,
    update: (await caller.put(`${api}/${_id}`, { status: false })).status,
    delete: (await caller.delete(`${api}/${_id}`)).status,
  }
}

const READ = { list: 200, count: 200, one: 200 }
const CLOSED = { list: 403, count: 403, one: 403, create: 403, update: 403, delete: 403 }
const FILM = filmOf()
const CATEGORY = categoryOf()

test('answers 401 to anonymous requests', async () => {
  const unauthorized = { list: 401, count: 401, one: 401, create: 401, update: 401, delete: 401 }
  expect(await attempts(catalogue.anonymous, '/api/movies', FILM)).toEqual(unauthorized)
  expect(await attempts(catalogue.anonymous, '/api/categories', CATEGORY)).toEqual(unauthorized)
  expect((await catalogue.anonymous.get('/api/lookups/film?title=x')).status).toBe(401)
})

test('all permissions open every operation', async () => {
  const everything = { ...READ, create: 201, update: 200, delete: 200 }
  expect(await attempts(catalogue.operator, '/api/movies', FILM)).toEqual(everything)
  expect(await attempts(catalogue.operator, '/api/categories', CATEGORY)).toEqual(everything)
})

test.each([
  ['the list only', { 'movie-list': [] }, { ...READ, create: 403, update: 403, delete: 403 }],
  [
    'the create row with register',
    { 'movie-create': ['register'] },
    { ...READ, create: 201, update: 403, delete: 403 },
  ],
  [
    'the edit row with modify',
    { 'movie-edit': ['modify'] },
    { ...READ, create: 403, update: 200, delete: 403 },
  ],
  [
    'the edit row with delete',
    { 'movie-edit': ['delete'] },
    { ...READ, create: 403, update: 403, delete: 200 },
  ],
  [
    'all flags on other routes of the entity',
    { 'movie-list': ['register', 'modify', 'delete'], 'movie-create': ['modify', 'delete'] },
    { ...READ, create: 403, update: 403, delete: 403 },
  ],
  ['another entity', { 'category-edit': ['modify', 'delete'], 'category-create': ['register'] }, CLOSED],
  ['no route', {}, CLOSED],
] as const)('with %s, requests for films get the expected statuses', async (_name, flags, expected) => {
  const caller = await catalogue.withGrants(flags)
  expect(await attempts(caller, '/api/movies', FILM)).toEqual(expected)
})

test('every signed-in user reads the categories; writing them needs their routes', async () => {
  const caller = await catalogue.withGrants({ 'movie-list': [] })
  expect(await attempts(caller, '/api/categories', CATEGORY)).toEqual({
    ...READ,
    create: 403,
    update: 403,
    delete: 403,
  })
})

test('agents and superagents neither read films nor write categories', async () => {
  for (const profile of ['agent', 'superagent']) {
    const caller = await catalogue.withProfile(profile)
    expect(await attempts(caller, '/api/movies', FILM)).toEqual(CLOSED)
    expect((await caller.post('/api/categories', CATEGORY)).status).toBe(403)
    expect((await caller.get('/api/lookups/film?title=x')).status).toBe(403)
  }
})

test('a look-up needs the permission to create or edit a content', async () => {
  for (const [flags, status] of [
    [{ 'movie-list': [] }, 403],
    [{ 'category-create': ['register'] }, 403],
    [{ 'movie-create': ['register'] }, 503],
    [{ 'movie-edit': ['modify'] }, 503],
  ] as const) {
    const caller = await catalogue.withGrants(flags)
    expect((await caller.get('/api/lookups/film?title=x')).status).toBe(status)
  }
})

test('a forbidden write changes nothing', async () => {
  const { _id, ...film } = await create(catalogue.operator, '/api/movies', FILM)
  const reader = await catalogue.withGrants({ 'movie-list': [] })
  for (const body of [{ title: 'x' }, { status: false }, {}, null, { nada: 1 }])
    expect((await reader.put(`/api/movies/${_id}`, body)).status).toBe(403)
  expect((await reader.put('/api/movies/no-existe', {})).status).toBe(403)
  expect((await catalogue.operator.get(`/api/movies/${_id}`)).body).toEqual({ _id, ...film })
})
