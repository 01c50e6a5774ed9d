import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DATED_CONTENTS } from '../../../../src/domain/contents/newest-contents.ts'
import {
  CHECKED_RESOURCES,
  type CheckedResource,
  duplicateKey,
} from '../../../../src/domain/contents/quality.ts'
import { API_PATHS, REGISTRY } from '../../../../src/domain/registry.ts'
import { tableOf } from '../../../../src/server/platform/database/collection.ts'
import { duplicateColumn } from '../../../../src/server/platform/database/defects.ts'
import { episodes, movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { bodyOf } from '../../../support/entities.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { createEpisode } from '../../../support/series.ts'

const catalogue = testCatalogue()

const summary = async (client = catalogue.operator) => {
  const { rows } = await client.get('/api/quality')
  return rows.map(({ resource, total, defects }) => ({ resource, total, defects }))
}

/** Simulates rows of older versions and other programs, which lack fields required by forms. */
async function spoil(resource: CheckedResource): Promise<void> {
  const { test } = catalogue
  const path = API_PATHS[resource]
  const table = tableOf(resource)
  const made = async (title: string) =>
    (await create(catalogue.operator, path, { ...bodyOf(resource), title }))._id
  const set = async (title: string, change: string) => {
    const id = await made(title)
    await test.db.execute(sql`update ${table} set ${sql.raw(change)} where _id = ${id}`)
    return id
  }
  const isStation = resource === 'channels' || resource === 'radios'
  await made('Completa')
  await set('Sin portada', isStation ? `image = ''` : `covert_image = ''`)
  if (isStation) {
    await set('Sin enlace', `link = ''`)
    await set('Sin categoría', `category = ''`)
    return
  }
  await set('Sin sinopsis', `synopsis = ''`)
  await set('Sin nada en inglés', `synopsis = '', synopsis_eng = ''`)
  if (resource !== 'series')
    await set('Con enlaces inactivos', `content = jsonb_set(content, '{0,status}', 'false')`)
  await made('¡La casa!')
  await made('Casa, La')
  await made('Casa')
  await set('Casa', 'year = 1950')
}

test('each count equals that of the list with its filter, for every defect of every catalogue entity', async () => {
  const { operator, test } = catalogue
  for (const resource of CHECKED_RESOURCES) await spoil(resource)
  const category = await create(operator, '/api/categories', categoryOf({ type: 'SERIE' }))
  const seasons = [{ number: 1, description: 'Primera' }]
  await test.db.execute(sql`update series set seasons = ${JSON.stringify(seasons)}::jsonb`)
  const { rows: series } = await operator.get('/api/series/short?limit=100')
  await operator.put(`/api/series/${series[0]?._id}`, { categories: [category._id] })
  for (const { _id } of series.slice(0, 4)) await createEpisode(operator, String(_id))
  await test.db
    .update(episodes)
    .set({ status: false })
    .where(eq(episodes.serieId, String(series[1]?._id)))
  await test.db
    .update(episodes)
    .set({ content: sql`jsonb_set(content, '{0,status}', 'false')` })
    .where(eq(episodes.serieId, String(series[2]?._id)))
  await operator.post('/api/movies', filmOf({ title: 'De otro título', imdbId: 'tt0111161' }))
  await operator.post('/api/movies', filmOf({ title: 'Y de otro más', imdbId: ' TT0111161 ' }))

  const parts = await summary()
  expect(parts.map(({ resource }) => resource)).toEqual(CHECKED_RESOURCES)
  for (const { resource, total, defects } of parts) {
    const name = CHECKED_RESOURCES.find((each) => each === resource) ?? 'movies'
    const path = API_PATHS[name]
    expect((await operator.get(`${path}/size`)).body).toEqual({ count: total })
    const counts = Array.isArray(defects) ? defects : []
    expect(counts.map(({ defect }) => defect)).toEqual(REGISTRY[name].defects)
    for (const { defect, count } of counts) {
      const filter = `quality=${defect}`
      expect([resource, defect, (await operator.get(`${path}/size?${filter}`)).body.count]).toEqual([
        resource,
        defect,
        count,
      ])
      expect((await operator.get(`${path}/short?limit=100&${filter}`)).rows).toHaveLength(count)
    }
  }
  const countsOf = (resource: string) => {
    const defects = parts.find((each) => each.resource === resource)?.defects
    return Object.fromEntries(
      (Array.isArray(defects) ? defects : []).map(({ defect, count }) => [defect, count]),
    )
  }
  expect(countsOf('movies')).toEqual({
    no_link: 1,
    dead_link: 0,
    no_cover: 1,
    no_synopsis: 2,
    no_synopsis_english: 1,
    no_category: 11,
    no_film_database: 9,
    duplicate: 5,
  })
  expect(countsOf('series')).toMatchObject({ no_link: 6, no_category: 7, duplicate: 3 })
  expect(countsOf('channels')).toEqual({ no_link: 1, dead_link: 0, no_cover: 1, no_category: 1, no_guide: 4 })
  expect((await operator.get('/api/movies/short?quality=no_guide')).status).toBe(422)
  const exported = await operator.get('/api/movies/export?format=json&quality=duplicate')
  expect(JSON.parse(exported.text)).toHaveLength(5)

  const reader = await catalogue.withGrants({ quality: [], 'radio-list': [] })
  expect((await summary(reader)).map(({ resource }) => resource)).toEqual(['radios'])
  expect((await (await catalogue.withGrants({ 'radio-list': [] })).get('/api/quality')).status).toBe(403)
})

test('the database normalises titles like the rules in src/domain', async () => {
  const { operator, test } = catalogue
  const titles = [
    'The Matrix',
    'Matrix, The',
    '¡Él & Ella!',
    'L’avventura',
    'Una',
    'Los otros (2001)',
    '[REC]²',
    '...',
    '千と千尋',
    'A-Team',
    "Ocean's — Once",
    'El, la',
  ]
  for (const title of titles) await create(operator, '/api/movies', filmOf({ title }))
  const stored = await test.db
    .select({ title: movies.title, year: movies.year, key: sql<string>`${duplicateColumn(movies)}` })
    .from(movies)
  expect(stored).toHaveLength(titles.length)
  expect(stored.map(({ key }) => key)).toEqual(stored.map(({ title, year }) => duplicateKey(title, year)))
})

test('lists likely duplicates in groups with a reason, each group once', async () => {
  const { operator } = catalogue
  const ids: string[] = []
  for (const change of [
    { title: 'Alfa', imdbId: 'tt1' },
    { title: 'El alfa', imdbId: 'TT1' },
    { title: 'Beta', imdbId: 'tt2' },
    { title: 'Gamma', imdbId: 'tt2' },
    { title: 'Gamma', imdbId: 'tt3' },
    { title: 'Delta' },
  ])
    ids.push((await create(operator, '/api/movies', filmOf(change)))._id)
  const { rows } = await operator.get('/api/movies/duplicates')
  const seen = rows.map(({ reasons, count, records }) => [
    reasons,
    count,
    (Array.isArray(records) ? records : []).map(({ _id }) => _id),
  ])
  expect(seen).toEqual([
    [['imdb', 'title'], 2, [ids[0], ids[1]]],
    [['imdb'], 2, [ids[2], ids[3]]],
    [['title'], 2, [ids[3], ids[4]]],
  ])
  expect((await operator.get('/api/movies/duplicates/size')).body).toEqual({ count: 3 })
  expect((await operator.get('/api/movies/duplicates?limit=2&page=2')).rows).toEqual(rows.slice(2))
  for (const resource of DATED_CONTENTS.filter((each) => each !== 'movies'))
    expect((await operator.get(`${API_PATHS[resource]}/duplicates`)).rows).toEqual([])
})
