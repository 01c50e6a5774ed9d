import { describe, expect, test } from 'vitest'
import type { Row } from '../../../support/app.ts'
import { testCatalogue } from '../../../support/catalogue.ts'
import { create } from '../../../support/films.ts'
import { createEpisode, episodeOf, putEpisode, seriesOf } from '../../../support/series.ts'

const catalogue = testCatalogue()

const series = async () => (await create(catalogue.operator, '/api/series', seriesOf()))._id
const put = (serieId: string, body: Row) => putEpisode(catalogue.operator, serieId, body)
const add = (serieId: string, changes: Row = {}) => createEpisode(catalogue.operator, serieId, changes)

describe('an episode', () => {
  test('is created once among concurrent requests', async () => {
    const serieId = await series()
    const answers = await Promise.all([1, 2, 1, 2].map((season) => put(serieId, episodeOf({ season }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  })

  test('cannot become a duplicate by concurrent edits', async () => {
    const serieId = await series()
    const rows = [await add(serieId, { episode: 2 }), await add(serieId, { episode: 3, season: 2 })]
    const answers = await Promise.all(rows.map(({ _id }) => put(serieId, { _id, episode: 1 })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
