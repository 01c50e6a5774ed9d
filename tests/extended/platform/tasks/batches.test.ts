import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { BULK_MESSAGES } from '../../../../src/domain/batches/bulk.ts'
import { TRASH_MESSAGES } from '../../../../src/domain/contract/trash.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { batchRecords } from '../../../../src/server/platform/database/schema/batches.ts'
import { categories, movies, waitingViews } from '../../../../src/server/platform/database/schema/contents.ts'
import { trash } from '../../../../src/server/platform/database/schema/trash.ts'
import { profiles, users } from '../../../../src/server/platform/database/schema/users.ts'
import { batchCleanUp } from '../../../../src/server/platform/tasks/batches.ts'
import { enqueue } from '../../../../src/server/platform/tasks/queue.ts'
import { type Row, testApp, validationErrorsOf } from '../../../support/app.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { runJobs } from '../../../support/jobs.ts'
import { openSession, type SignedIn, signedIn, signedInWith } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const DAY = 24 * 3_600_000

const server = testApp()
let sa: SignedIn
let films: string[]

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  films = []
  for (const title of ['Alfa', 'Beta', 'Gama'])
    films.push((await create(sa, '/api/movies', filmOf({ title })))._id)
})

afterEach(() => server.db.execute(sql`delete from tasks`))

const bulk = (body: Row, client = sa) => client.post('/api/movies/bulk', body)

/** Starts a batch, runs it to its end and returns it. */
async function done(body: Row, client = sa): Promise<Row> {
  const started = await bulk(body, client)
  expect(started).toMatchObject({ status: 202 })
  await runJobs(server.context)
  return (await client.get(`/api/batches/${started.body.batch}`)).body
}

async function undone(batch: unknown, client = sa): Promise<Row> {
  const started = await client.post(`/api/batches/${batch}/undo`)
  expect(started).toMatchObject({ status: 202 })
  await runJobs(server.context)
  return (await client.get(`/api/batches/${started.body.batch}`)).body
}

const deactivate = (expected = films.length): Row => ({
  ids: films,
  expected,
  action: 'update',
  changes: { status: false },
})

const stored = async (id = films[0]) =>
  (
    await server.db
      .select()
      .from(movies)
      .where(eq(movies._id, id ?? ''))
  )[0]

const profileOf = async ({ id }: SignedIn) =>
  (await server.db.select().from(users).where(eq(users._id, id)))[0]?.profile

describe('a bulk update', () => {
  test('changes the matches of a filter, with an audit event per record', async () => {
    const batch = await done({
      filter: { search: 'a', status: 'true', limit: 1, sort: 'title' },
      expected: 3,
      action: 'update',
      changes: { children: true, hasOscar: true },
    })

    expect(batch).toMatchObject({ state: 'done', done: 3, total: 3, refused: [], canUndo: true })
    for (const id of films) expect(await stored(id)).toMatchObject({ children: true, hasOscar: true })
    const events = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.batch, String(batch._id)))
    expect(events.map(({ record }) => record).sort()).toEqual(films.toSorted())
    expect(events[0]).toMatchObject({
      action: 'update',
      resource: 'movies',
      user: sa.id,
      changes: [
        { field: 'children', before: false, after: true },
        { field: 'hasOscar', before: false, after: true },
      ],
    })
    const listed = await sa.get(`/api/audit?batch=${batch._id}`)
    expect(listed.rows.map(({ record }) => record).sort()).toEqual(films.toSorted())
    expect(listed.rows.every((event) => event.batch === batch._id)).toBe(true)
    expect((await sa.get(`/api/audit/size?batch=${batch._id}`)).body).toEqual({ count: 3 })
    expect((await sa.get('/api/audit?batch=otro')).rows).toEqual([])
  })

  test('adds and removes categories, and skips records without a change', async () => {
    const [old, added] = [
      await create(sa, '/api/categories', categoryOf()),
      await create(sa, '/api/categories', categoryOf({ name: 'Otra' })),
    ]
    await sa.put(`/api/movies/${films[0]}`, { categories: [old._id] })
    await sa.put(`/api/movies/${films[1]}`, { categories: [added._id] })
    const before = await stored(films[1])

    const batch = await done({
      ids: films,
      expected: 3,
      action: 'update',
      changes: { addCategories: [added._id], takeCategories: [old._id] },
    })

    expect(batch).toMatchObject({ done: 3, changed: 2, refused: [] })
    for (const id of films) expect(await stored(id)).toMatchObject({ categories: [added._id] })
    expect((await stored(films[1]))?.dateUpdate).toEqual(before?.dateUpdate)
  })

  test('refuses records like a single edit, with its message', async () => {
    const other = await create(sa, '/api/categories', categoryOf({ type: 'SERIE' }))
    const batch = await done({
      ids: films,
      expected: 3,
      action: 'update',
      changes: { addCategories: [other._id] },
    })

    const message = 'La categoría no existe o no es de este tipo de contenido.'
    expect(batch).toMatchObject({ state: 'done', done: 3, refusedCount: 3, canUndo: false })
    expect(batch.refused).toEqual(films.toSorted().map((_id) => ({ _id, message })))
    expect(await stored()).toMatchObject({ categories: [] })
  })

  test('reports records that were deleted after the request', async () => {
    const started = await bulk(deactivate())
    await sa.delete(`/api/movies/${films[1]}`)
    await runJobs(server.context)

    const { body } = await sa.get(`/api/batches/${started.body.batch}`)
    expect(body).toMatchObject({ done: 3, refused: [{ _id: films[1], message: BATCH_MESSAGES.gone }] })
    expect(await stored()).toMatchObject({ status: false })
  })
})

describe('a bulk deletion', () => {
  test('deletes unused records, and restores them from the trash', async () => {
    const [used, free] = [
      await create(sa, '/api/categories', categoryOf()),
      await create(sa, '/api/categories', categoryOf({ name: 'Otra' })),
    ]
    await sa.put(`/api/movies/${films[0]}`, { categories: [used._id] })
    const started = await sa.post('/api/categories/bulk', {
      filter: {},
      expected: 2,
      action: 'delete',
    })
    await runJobs(server.context)

    const { body } = await sa.get(`/api/batches/${started.body.batch}`)
    const message = 'No puede eliminar la categoría, la usa 1 contenido.'
    expect(body).toMatchObject({ done: 2, refused: [{ _id: used._id, message }] })
    expect(await server.db.select({ _id: categories._id }).from(categories)).toEqual([{ _id: used._id }])
    const events = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.batch, String(body._id)))
    expect(events).toMatchObject([{ action: 'delete', record: free._id }])
    const undo = await undone(body._id)
    expect(undo).toMatchObject({ state: 'done', changed: 1, refused: [] })
    expect((await sa.get(`/api/categories/${free._id}`)).status).toBe(200)
  })

  test('restores records with their queued visits and category names, and reports those already deleted', async () => {
    const [first = '', second, third] = films
    const used = await create(sa, '/api/categories', categoryOf())
    await sa.put(`/api/movies/${first}`, { categories: [used._id] })
    await server.db.insert(waitingViews).values([{ item: first }, { item: first }])
    const started = await bulk({ ids: films, expected: 3, action: 'delete' })
    await sa.delete(`/api/movies/${second}`)
    await runJobs(server.context)

    const { body } = await sa.get(`/api/batches/${started.body.batch}`)
    const { message } = (await sa.get(`/api/movies/${second}`)).body
    expect(body).toMatchObject({ done: 3, changed: 2, refused: [{ _id: second, message }] })
    expect(await server.db.select().from(waitingViews)).toEqual([])
    const kept = await server.db.select().from(trash).orderBy(trash.record)
    expect(kept.map(({ record }) => record)).toEqual(films)
    expect(kept[0]?.snapshot.names).toEqual({ [used._id]: used.name })
    expect(kept[2]?.snapshot.names).toEqual({})
    const events = await server.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.batch, String(body._id)))
    expect(events.map(({ record }) => record).toSorted()).toEqual([first, third])
    expect(await undone(body._id)).toMatchObject({ changed: 2, refused: [] })
    expect(await sa.get(`/api/movies/${first}`)).toMatchObject({ body: { view: 2, categories: [used._id] } })
  })
})

describe('the expected number', () => {
  test.each([
    ['of a filter', () => ({ filter: { search: 'alfa' } }), 1],
    ['of ids, one of them unknown', () => ({ ids: [...films, 'nadie'] }), 3],
    ['of ids, one of them repeated', () => ({ ids: [films[0], films[0]] }), 1],
  ])('%s must equal the current number', async (_name, which, found) => {
    const answer = await bulk({ ...which(), expected: 4, action: 'update', changes: { status: false } })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'COUNT', message: BULK_MESSAGES.count(found, 4) },
    })
    expect(await runJobs(server.context)).toBe(0)
  })
})

test('rejects filters that the list would reject', async () => {
  const answer = await bulk({ ...deactivate(), ids: undefined, filter: { color: 'x', status: 3 } })
  expect(answer.status).toBe(422)
  expect(validationErrorsOf(answer)).toEqual({
    'filter.color': 'El campo no existe o no se puede modificar.',
    'filter.status': 'Debe ser true o false.',
  })
})

describe('permission', () => {
  test('is that of the action, and is checked before the body', async () => {
    const editor = await signedInWith(server, { 'movie-edit': ['modify'] })
    expect(await bulk({ action: 'delete' }, editor)).toMatchObject({ status: 403 })
    expect(await bulk({ action: 'update' }, editor)).toMatchObject({ status: 422 })
    expect(await bulk(deactivate(), editor)).toMatchObject({ status: 202 })
  })

  test('that is lost meanwhile stops the batch', async () => {
    const editor = await signedInWith(server, { 'movie-edit': ['modify'] })
    const started = await bulk(deactivate(), editor)
    await server.db.update(users).set({ status: 'disable' }).where(eq(users._id, editor.id))
    await runJobs(server.context)
    await server.db.update(users).set({ status: 'enable' }).where(eq(users._id, editor.id))

    const answer = await editor.get(`/api/batches/${started.body.batch}`)
    expect(answer.body).toMatchObject({ state: 'cancelled', done: 0, message: BATCH_MESSAGES.forbidden })
    expect(await stored()).toMatchObject({ status: true })
    await server.db
      .update(profiles)
      .set({ routeAccess: [] })
      .where(eq(profiles._id, (await profileOf(editor)) ?? ''))
    expect(await editor.get(`/api/batches/${started.body.batch}`)).toMatchObject({ status: 403 })
  })

  test('answers 404 for batches of other users', async () => {
    const batch = await done(deactivate())
    const other = await signedIn(server, 'sa')
    for (const answer of [
      await other.get(`/api/batches/${batch._id}`),
      await other.post(`/api/batches/${batch._id}/cancel`),
      await other.post(`/api/batches/${batch._id}/undo`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: BATCH_MESSAGES.missing } })
  })
})

describe('undoing', () => {
  test('restores records not edited since, reports the others, and is possible once', async () => {
    const batch = await done(deactivate())
    await sa.put(`/api/movies/${films[1]}`, { year: 1999 })

    const undo = await undone(batch._id)
    expect(undo).toMatchObject({
      action: 'undo',
      state: 'done',
      done: 3,
      refused: [{ _id: films[1], message: BATCH_MESSAGES.changed }],
      canUndo: false,
    })
    expect(await stored(films[0])).toMatchObject({ status: true })
    expect(await stored(films[1])).toMatchObject({ status: false })
    expect((await sa.get(`/api/batches/${batch._id}`)).body).toMatchObject({
      state: 'undone',
      canUndo: false,
    })
    expect(await sa.post(`/api/batches/${batch._id}/undo`)).toMatchObject({
      status: 409,
      body: { message: BATCH_MESSAGES.undone },
    })
    expect(await sa.post(`/api/batches/${undo._id}/undo`)).toMatchObject({ status: 409 })
  })

  test('reverts several batches in turn', async () => {
    const first = await done(deactivate())
    const second = await done({ ...deactivate(), changes: { children: true } })

    expect(await undone(second._id)).toMatchObject({ refused: [] })
    expect(await undone(first._id)).toMatchObject({ refused: [] })
    expect(await stored()).toMatchObject({ status: true, children: false })
  })

  test('requires an ended batch, and is possible for 30 days', async () => {
    const started = await bulk(deactivate())
    expect(await sa.post(`/api/batches/${started.body.batch}/undo`)).toMatchObject({
      status: 409,
      body: { message: BATCH_MESSAGES.running },
    })
    await runJobs(server.context)
    server.clock.advance(30 * DAY + 1)
    const later = server.clientOf(await openSession(server.db, sa.id, server.clock.now()))
    expect(await later.post(`/api/batches/${started.body.batch}/undo`)).toMatchObject({
      status: 409,
      body: { message: BATCH_MESSAGES.expired },
    })
  })
})

test('batches that can no longer be undone are deleted by the maintenance', async () => {
  const old = await done(deactivate())
  server.clock.advance(30 * DAY + 1)
  const later = server.clientOf(await openSession(server.db, sa.id, server.clock.now()))
  const started = await later.post('/api/movies/bulk', { ...deactivate(), changes: { status: true } })
  await runJobs(server.context)
  await enqueue(server.db, batchCleanUp, '')
  // One chunk deletes a batch; the next finds none and enqueues the next run, which is due by the test clock.
  await runJobs(server.context, 3)

  expect(await later.get(`/api/batches/${old._id}`)).toMatchObject({ status: 404 })
  expect(await later.get(`/api/batches/${started.body.batch}`)).toMatchObject({ status: 200 })
  expect(await server.db.select({ _id: batchRecords.record }).from(batchRecords)).toHaveLength(films.length)
  const { rows } = await server.db.execute(sql`select from tasks where kind = 'batches-clean-up'`)
  expect(rows).toHaveLength(1)
})

test('a cancelled batch keeps its changes, and cancelling it again has no effect', async () => {
  const started = await bulk(deactivate())
  for (const _ of [1, 2])
    expect(await sa.post(`/api/batches/${started.body.batch}/cancel`)).toMatchObject({
      status: 200,
      body: { state: 'cancelled', done: 0 },
    })
  await runJobs(server.context)
  expect(await stored()).toMatchObject({ status: true })
  expect(await sa.post(`/api/batches/${started.body.batch}/undo`)).toMatchObject({
    status: 409,
    body: { message: BATCH_MESSAGES.nothing },
  })
})

test('reports its progress after at most 250 records', async () => {
  const { body } = await bulk(deactivate())
  await server.db.execute(sql`
    insert into batch_records (batch, record) select ${body.batch}, 'x' || n from generate_series(1, 600) as n`)
  const steps: unknown[] = []
  while ((await runJobs(server.context, 1)) > 0)
    steps.push((await sa.get(`/api/batches/${body.batch}`)).body.done)
  expect(steps).toEqual([250, 500, 603])
})

describe("the user's own batches", () => {
  const listed = async (client = sa, query = '') => (await client.get(`/api/batches${query}`)).rows

  test('are listed with their action and progress, running ones first', async () => {
    const first = (await bulk(deactivate())).body.batch
    const second = await done({ ids: [films[0]], expected: 1, action: 'update', changes: { children: true } })
    const { body: undo } = await sa.post(`/api/batches/${second._id}/undo`)

    const all = await listed()
    expect(all.map(({ _id }) => _id)).toEqual([undo.batch, second._id, first])
    expect(all[0]).toMatchObject({
      state: 'running',
      action: 'undo',
      undoes: 'update',
      undoneDate: all[1]?.date,
      resource: 'movies',
      changes: { children: true },
      done: 0,
      total: 1,
    })
    expect(all[1]).toMatchObject({ state: 'undoing', undoes: null, canUndo: false })
    expect(all[2]).toMatchObject({ state: 'done', changed: 3, canUndo: true })
    expect(await listed(sa, '?limit=1')).toHaveLength(1)
    expect(await sa.get('/api/batches?limit=101')).toMatchObject({ status: 422 })
  })

  test('exclude those of others, and those that current permissions do not allow', async () => {
    const editor = await signedInWith(server, { 'movie-edit': ['modify', 'delete'] })
    await done({ ids: films.slice(0, 1), expected: 1, action: 'delete' }, editor)
    expect(await listed()).toEqual([])
    expect(await listed(editor)).toHaveLength(1)
    await server.db
      .update(profiles)
      .set({ routeAccess: [] })
      .where(eq(profiles._id, (await profileOf(editor)) ?? ''))
    expect(await listed(editor)).toEqual([])
  })

  test('are listed for 30 days', async () => {
    await done(deactivate())
    server.clock.advance(30 * DAY + 1)
    const later = server.clientOf(await openSession(server.db, sa.id, server.clock.now()))
    expect((await later.get('/api/batches')).rows).toEqual([])
  })

  test('are filters for changed records in their list, and for deleted ones in the trash', async () => {
    const changed = await done({ ...deactivate(), ids: films.slice(0, 2), expected: 2 })
    expect(
      (await sa.get(`/api/movies/short?batch=${changed._id}`)).rows.map(({ _id }) => _id).sort(),
    ).toEqual(films.slice(0, 2).toSorted())
    expect((await sa.get(`/api/movies/size?batch=${changed._id}`)).body).toEqual({ count: 2 })
    const deleted = await done({ ids: [films[2]], expected: 1, action: 'delete' })
    expect((await sa.get(`/api/movies/trash?batch=${deleted._id}`)).rows).toMatchObject([{ _id: films[2] }])
    expect((await sa.get(`/api/movies/trash/size?batch=${changed._id}`)).body).toEqual({ count: 0 })
    expect((await sa.get('/api/movies/short?batch=otro')).rows).toEqual([])
  })
})

test('a batch of episodes names their series, unless there are several', async () => {
  const series: string[] = []
  const episodes: string[] = []
  for (const title of ['Una', 'Otra']) {
    const { _id } = await create(sa, '/api/series', seriesOf({ title }))
    series.push(_id)
    for (const episode of [1, 2]) episodes.push((await createEpisode(sa, _id, { episode }))._id)
  }
  const parentOf = async (ids: string[], change: Row) => {
    const started = await sa.post('/api/series/episode/bulk', { ids, expected: ids.length, ...change })
    await runJobs(server.context)
    return (await sa.get(`/api/batches/${started.body.batch}`)).body.parent
  }
  const deactivated = { action: 'update', changes: { status: false } }
  expect(await parentOf(episodes.slice(0, 2), deactivated)).toBe(series[0])
  expect(await parentOf(episodes, deactivated)).toBeNull()
  expect(await parentOf(episodes.slice(2), { action: 'delete' })).toBe(series[1])
  expect((await done(deactivate())).parent).toBeNull()
})

describe('a bulk restoration', () => {
  const trashed = async () =>
    (await sa.get('/api/movies/trash?sort=title&order=asc')).rows.map(({ _id }) => _id)
  const restore = (ids = films): Row => ({ ids, expected: ids.length, action: 'restore' })

  beforeEach(async () => {
    await done({ ids: films, expected: films.length, action: 'delete' })
  })

  test('restores deleted records in one request, and can be undone', async () => {
    expect(await trashed()).toEqual(films)
    const batch = await done(restore())
    expect(batch).toMatchObject({ action: 'restore', state: 'done', changed: 3, refused: [], canUndo: true })
    expect(await trashed()).toEqual([])
    for (const id of films) expect(await stored(id)).toBeDefined()
    await sa.put(`/api/movies/${films[1]}`, { children: true })
    expect(await undone(batch._id)).toMatchObject({
      changed: 2,
      refused: [{ _id: films[1], message: BATCH_MESSAGES.changed }],
    })
    expect(await trashed()).toEqual([films[0], films[2]])
  })

  test('restores the matches of a search in the trash and no others', async () => {
    const filter = { search: 'gama', sort: 'title' }
    expect(await done({ filter, expected: 1, action: 'restore' })).toMatchObject({ changed: 1 })
    expect(await trashed()).toEqual(films.slice(0, 2))
    expect(await bulk({ filter: { year: '1999' }, expected: 1, action: 'restore' })).toMatchObject({
      status: 422,
    })
  })

  test('reports what prevents the restoration of a record, and restores the others', async () => {
    await sa.post(`/api/movies/${films[0]}/restore`)
    const foreign = (await create(sa, '/api/categories', categoryOf({ name: 'Ajena' })))._id
    await sa.delete(`/api/categories/${foreign}`)
    // Neither restored records nor those of another entity are in this trash.
    expect(await bulk(restore([...films, foreign]))).toMatchObject({ status: 409, body: { code: 'COUNT' } })
    const started = await bulk(restore(films.slice(1)))
    await sa.post(`/api/movies/${films[1]}/restore`)
    await runJobs(server.context)
    expect((await sa.get(`/api/batches/${started.body.batch}`)).body).toMatchObject({
      changed: 1,
      refused: [{ _id: films[1], message: TRASH_MESSAGES.gone }],
    })
  })

  test('requires the permission to delete', async () => {
    const editor = await signedInWith(server, { 'movie-list': [], 'movie-edit': ['modify'] })
    expect(await bulk(restore(), editor)).toMatchObject({ status: 403 })
    const remover = await signedInWith(server, { 'movie-list': [], 'movie-edit': ['delete'] })
    expect(await done(restore(), remover)).toMatchObject({ changed: 3 })
  })
})
