import { expect, test } from 'vitest'
import { testCatalogue } from '../../../support/catalogue.ts'
import { categoryOf, create, filmOf } from '../../../support/films.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue()

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

test('of many concurrent restorations of a series one succeeds, and it is restored once', async () => {
  const { operator } = catalogue
  const series = await create(operator, '/api/series', seriesOf())
  for (const episode of [1, 2, 3]) await createEpisode(operator, series._id, { episode })
  await operator.delete(`/api/series/${series._id}`)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => operator.post(`/api/series/${series._id}/restore`)),
  )
  expect(statuses(answers)).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  expect((await operator.get(`/api/series/${series._id}`)).body).toMatchObject({ episodes: 3 })
  expect((await operator.get(`/api/series/all_episode/${series._id}`)).rows).toHaveLength(3)
  const { rows } = await operator.get(`/api/audit?record=${series._id}&action=restore`)
  expect(rows).toHaveLength(1)
})

test('a record restored while its category is deleted keeps the category or stays in the trash', async () => {
  const { operator } = catalogue
  for (let round = 0; round < 10; round++) {
    const category = await create(operator, '/api/categories', categoryOf({ name: `Ronda ${round}` }))
    const film = await create(operator, '/api/movies', filmOf({ categories: [category._id] }))
    await operator.delete(`/api/movies/${film._id}`)
    const [restored, deleted] = await Promise.all([
      operator.post(`/api/movies/${film._id}/restore`),
      operator.delete(`/api/categories/${category._id}`),
    ])
    expect([
      [200, 409],
      [422, 200],
    ]).toContainEqual([restored.status, deleted.status])
    expect((await operator.get(`/api/movies/${film._id}`)).status).toBe(restored.status === 200 ? 200 : 404)
  }
})

test('a record that is repeatedly deleted and restored by two users ends up in one place', async () => {
  const { operator } = catalogue
  const film = await create(operator, '/api/movies', filmOf())
  const path = `/api/movies/${film._id}`
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? operator.delete(path) : operator.post(`${path}/restore`),
    ),
  )
  expect(statuses(answers).every((status) => status === 200 || status === 404)).toBe(true)
  const isThere = (await operator.get(path)).status === 200
  const { rows } = await operator.get('/api/movies/trash')
  expect(rows).toHaveLength(isThere ? 0 : 1)
})
