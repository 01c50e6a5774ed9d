import { getTableName, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { CHECKED_RESOURCES } from '../../../../src/domain/contents/quality.ts'
import { API_PATHS, entryOf } from '../../../../src/domain/registry.ts'
import { tableOf } from '../../../../src/server/platform/database/collection.ts'
import { validationErrorsOf } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { bodyOf } from '../../../support/entities.ts'
import { create } from '../../../support/films.ts'

const catalogue = testCatalogue()

/** Resources whose records have an IMDb id. */
const KINDS = CHECKED_RESOURCES.filter((resource) => entryOf(resource).defects?.includes('no_film_database'))

describe('the filter by IMDb id', () => {
  test.each(KINDS)('finds %s, ignoring case and spaces', async (resource) => {
    const { operator } = catalogue
    const path = API_PATHS[resource]
    const body = bodyOf(resource)
    const { _id } = await create(operator, path, { ...body, imdbId: ' TT0034583 ' })
    await create(operator, path, { ...body, title: 'Otra', imdbId: 'tt00345830' })
    await create(operator, path, { ...body, title: 'Sin código' })
    const found = await operator.get(`${path}/short?imdbId=tt0034583%20`)
    expect(found.status).toBe(200)
    expect(found.rows).toMatchObject([{ _id }])
    expect((await operator.get(`${path}/size?imdbId=tt0034583`)).body).toEqual({ count: 1 })
    expect((await operator.get(`${path}/short?imdbId=tt9`)).rows).toEqual([])
  })

  test.each(['', ' ', 'x'.repeat(21)])('rejects %j', async (imdbId) => {
    const answer = await catalogue.operator.get(`/api/movies/short?imdbId=${encodeURIComponent(imdbId)}`)
    expect(answer.status).toBe(422)
    expect(validationErrorsOf(answer)).toEqual({ imdbId: 'El código IMDb es incorrecto.' })
  })

  test('is rejected for contents without an IMDb id', async () => {
    expect((await catalogue.operator.get('/api/musics/short?imdbId=tt1')).status).toBe(422)
  })

  test('has an index in each of the tables', async () => {
    const { rows } = await catalogue.test.db.execute(
      sql`select indexname from pg_indexes where indexname like '%\\_imdb' order by 1`,
    )
    expect(rows.map(({ indexname }) => indexname)).toEqual(
      KINDS.map((resource) => `${getTableName(tableOf(resource))}_imdb`).sort(),
    )
  })
})
