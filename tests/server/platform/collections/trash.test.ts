import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { TRASH_MESSAGES } from '../../../../src/domain/contract/trash.ts'
import { emptyTrash } from '../../../../src/server/platform/collections/trash.ts'
import { waitingViews } from '../../../../src/server/platform/database/schema/contents.ts'
import { trash } from '../../../../src/server/platform/database/schema/trash.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { HOUR } from '../../../support/clock.ts'
import { BODIES } from '../../../support/entities.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'
import { viewerApp } from '../../../support/viewers.ts'

const catalogue = testCatalogue()

const remove = async (path: string): Promise<void> => {
  const { status, text } = await catalogue.operator.delete(path)
  if (status !== 200) throw new Error(`DELETE ${path} answered ${status}: ${text}`)
}
const restore = (path: string, id: string) => catalogue.operator.post(`${path}/${id}/restore`)
const read = async (path: string) => (await catalogue.operator.get(path)).body

test('every entity is restored as it was, and removed from the trash', async () => {
  const { operator, test } = catalogue
  for (const [path, body] of Object.entries(BODIES)) {
    const made = await create(operator, path, body)
    await remove(`${path}/${made._id}`)
    const deleted = test.clock.now()
    expect((await operator.get(`${path}/${made._id}`)).status).toBe(404)
    expect((await operator.get(`${path}/trash`)).rows).toEqual([
      {
        _id: made._id,
        title: made.title ?? made.name,
        detail: expect.any(String),
        parts: 0,
        deletedBy: operator.name,
        dateDelete: deleted.toISOString(),
        dateGone: new Date(deleted.getTime() + 30 * 24 * HOUR).toISOString(),
      },
    ])
    expect(await read(`${path}/trash/size`)).toEqual({ count: 1 })
    test.clock.advance(HOUR)
    const answer = await restore(path, made._id)
    expect([path, answer.status, answer.body]).toEqual([path, 200, made])
    expect(await read(`${path}/${made._id}`)).toEqual(made)
    expect((await operator.get(`${path}/short?search=${String(made.title ?? made.name)}`)).rows).toHaveLength(
      1,
    )
    expect((await operator.get(`${path}/trash`)).rows).toEqual([])
    expect(await restore(path, made._id)).toMatchObject({
      status: 404,
      body: { message: TRASH_MESSAGES.gone },
    })
  }
})

describe('a series', () => {
  test('is restored with its episodes and their links, visits and reports', async () => {
    const { operator, test } = catalogue
    const category = await create(operator, '/api/categories', categoryOf({ type: 'SERIE' }))
    const series = await create(operator, '/api/series', seriesOf({ categories: [category._id] }))
    const first = await createEpisode(operator, series._id)
    const second = await createEpisode(operator, series._id, { season: 2, episode: 3, title: 'La feria' })
    const viewer = await viewerApp(test)
    const visit = { contentId: series._id, mediaType: 'Serie', episodeId: first._id }
    await create(viewer, '/api/histories', visit)
    await test.db.insert(waitingViews).values([{ item: series._id }, { item: first._id }])
    await create(viewer, '/api/issues', { mediaId: first._id, mediaType: 'Serie', issueType: 'AUDIO' })
    const paths = [
      `/api/series/${series._id}`,
      `/api/series/episode/${first._id}`,
      `/api/series/episode/${second._id}`,
    ]
    const before = await Promise.all(paths.map(read))
    expect(before.map(({ view }) => view)).toEqual([2, 2, 0])

    await remove(`/api/series/${series._id}`)
    expect((await operator.get('/api/series/trash')).rows).toMatchObject([{ detail: '1971', parts: 2 }])
    expect((await operator.get('/api/series/episode/trash')).rows).toEqual([])
    expect((await viewer.post('/api/histories', visit)).status).toBe(422)
    expect(await restore('/api/series', series._id)).toMatchObject({
      status: 200,
      body: { title: series.title },
    })

    expect(await Promise.all(paths.map(read))).toEqual(before)
    expect(before[0]).toMatchObject({ episodes: 2, categories: [category._id] })
    await create(viewer, '/api/histories', visit)
    expect((await read(`/api/series/episode/${first._id}`)).view).toBe(3)
    expect((await operator.get(`/api/issues?mediaId=${first._id}`)).rows).toHaveLength(1)
    expect((await test.db.select().from(waitingViews)).length).toBe(0)
    const { rows } = await operator.get(`/api/audit?record=${second._id}`)
    expect(rows.map(({ action, recordName }) => [action, recordName])).toEqual([
      ['restore', 'La feria'],
      ['delete', 'La feria'],
      ['create', 'La feria'],
    ])
    const [{ changes: restored = [] } = {}, { changes: deleted = [] } = {}] = rows
    const fieldsIn = (changes: unknown) =>
      Array.isArray(changes) ? changes.map(({ field }) => field).sort() : []
    expect(fieldsIn(restored)).toEqual(fieldsIn(deleted))
  })

  test('must be restored before an episode that was deleted earlier', async () => {
    const { operator } = catalogue
    const series = await create(operator, '/api/series', seriesOf())
    const episode = await createEpisode(operator, series._id)
    await remove(`/api/series/episode/${series._id}/${episode._id}`)
    await remove(`/api/series/${series._id}`)
    const listed = await operator.get(`/api/series/episode/trash?parent=${series._id}`)
    expect(listed.rows).toMatchObject([{ _id: episode._id, detail: 'T1 E1' }])
    expect(await restore('/api/series/episode', episode._id)).toMatchObject({
      status: 422,
      body: { message: `Antes debe restaurar «${series.title}», que está en la papelera de series.` },
    })
    expect((await restore('/api/series', series._id)).status).toBe(200)
    expect((await restore('/api/series/episode', episode._id)).status).toBe(200)
    expect(await read(`/api/series/${series._id}`)).toMatchObject({ episodes: 1 })
  })
})

describe('a restoration with a conflict names it and restores nothing:', () => {
  test('a category in the trash, or now of another type', async () => {
    const { operator } = catalogue
    const terror = await create(operator, '/api/categories', categoryOf({ name: 'Terror' }))
    const drama = await create(operator, '/api/categories', categoryOf({ name: 'Drama' }))
    const film = await create(operator, '/api/movies', filmOf({ categories: [terror._id, drama._id] }))
    await remove(`/api/movies/${film._id}`)
    await remove(`/api/categories/${terror._id}`)
    await operator.put(`/api/categories/${drama._id}`, { type: 'SERIE' })
    const message =
      'Antes debe restaurar «Terror», que está en la papelera de categorías. «Drama» (categoría) ya no existe o cambió de tipo.'
    expect(await restore('/api/movies', film._id)).toMatchObject({
      status: 422,
      body: { message, errors: { categories: { message } } },
    })
    expect((await operator.get('/api/movies/trash')).rows).toMatchObject([{ _id: film._id }])
    await restore('/api/categories', terror._id)
    await operator.put(`/api/categories/${drama._id}`, { type: 'PELICULA' })
    expect((await restore('/api/movies', film._id)).body).toEqual(film)
  })

  test('a name taken meanwhile', async () => {
    const { operator } = catalogue
    const { _id } = await create(operator, '/api/categories', categoryOf({ name: 'Comedia' }))
    await remove(`/api/categories/${_id}`)
    await create(operator, '/api/categories', categoryOf({ name: 'comedia' }))
    expect(await restore('/api/categories', _id)).toMatchObject({
      status: 409,
      body: { code: 11000, errors: { name: { message: 'Yá existe la creación de la categoría digitada' } } },
    })
    expect((await operator.get('/api/categories/trash')).rows).toHaveLength(1)
  })

  test('a field that an older version lacked, unless it has a default', async () => {
    const { operator, test } = catalogue
    const film = await create(operator, '/api/movies', filmOf())
    await remove(`/api/movies/${film._id}`)
    const drop = (field: string) =>
      test.db.update(trash).set({ snapshot: sql`${trash.snapshot} #- array['record', 'fields', ${field}]` })
    const put = (field: string, value: unknown) =>
      test.db.update(trash).set({
        snapshot: sql`jsonb_set(${trash.snapshot}, array['record', 'fields', ${field}], ${JSON.stringify(value)}::jsonb)`,
      })
    await drop('hasOscar')
    await put('gone', 'A column of long ago')
    await drop('year')
    await put('rated', 'Z')
    expect(await restore('/api/movies', film._id)).toMatchObject({
      status: 422,
      body: {
        errors: { year: { message: TRASH_MESSAGES.lacksField }, rated: { message: TRASH_MESSAGES.badField } },
      },
    })
    await put('year', 2014)
    await put('rated', 'R')
    expect((await restore('/api/movies', film._id)).body).toEqual(film)
  })
})

test('an origin removed from the settings since does not prevent a restoration', async () => {
  const { operator } = catalogue
  const film = await create(operator, '/api/movies', filmOf({ mailOrigin: 'archivo@cartelera.example' }))
  await remove(`/api/movies/${film._id}`)
  expect((await operator.put('/api/settings', { mailsOrigin: ['estudio@cartelera.example'] })).status).toBe(
    200,
  )
  expect((await restore('/api/movies', film._id)).body).toEqual(film)
})

test('the trash is searched, sorted and paged like any list', async () => {
  const { operator, test } = catalogue
  for (const title of ['Álamos', 'Bruma', 'Ciénaga']) {
    const { _id } = await create(operator, '/api/movies', filmOf({ title }))
    await remove(`/api/movies/${_id}`)
    test.clock.advance(HOUR)
  }
  const titles = async (query: string) =>
    (await operator.get(`/api/movies/trash?${query}`)).rows.map(({ title }) => title)
  expect(await titles('')).toEqual(['Ciénaga', 'Bruma', 'Álamos'])
  expect(await titles('sort=title&order=asc&limit=2')).toEqual(['Álamos', 'Bruma'])
  expect(await titles('sort=title&order=asc&limit=2&page=2')).toEqual(['Ciénaga'])
  expect(await titles('search=cienaga')).toEqual(['Ciénaga'])
  expect(await read('/api/movies/trash/size?search=2014')).toEqual({ count: 3 })
})

test('a record is purged after 30 days', async () => {
  const { operator, test } = catalogue
  const film = await create(operator, '/api/movies', filmOf())
  await remove(`/api/movies/${film._id}`)
  test.clock.advance(30 * 24 * HOUR)
  expect(await emptyTrash(test.db, test.clock.now())).toBe(0)
  test.clock.advance(1)
  const later = await catalogue.withProfile('Administrador')
  expect((await later.get('/api/movies/trash/size')).body).toEqual({ count: 0 })
  expect((await later.post(`/api/movies/${film._id}/restore`)).status).toBe(404)
  expect(await test.db.select().from(trash)).toHaveLength(1)
  expect(await emptyTrash(test.db, test.clock.now())).toBe(1)
  expect(await test.db.select().from(trash)).toEqual([])
})

test('needs the permission to delete the entity, and restores only by its own path', async () => {
  const { operator } = catalogue
  const film = await create(operator, '/api/movies', filmOf())
  await remove(`/api/movies/${film._id}`)
  const editor = await catalogue.withGrants({ 'movie-edit': ['modify'], 'movie-list': ['register'] })
  for (const path of ['/api/movies/trash', '/api/movies/trash/size'])
    expect((await editor.get(path)).status).toBe(403)
  expect((await editor.post(`/api/movies/${film._id}/restore`)).status).toBe(403)
  expect((await restore('/api/documentaries', film._id)).status).toBe(404)
  const cleaner = await catalogue.withGrants({ 'movie-edit': ['delete'] })
  expect((await cleaner.post(`/api/movies/${film._id}/restore`)).status).toBe(200)
})
