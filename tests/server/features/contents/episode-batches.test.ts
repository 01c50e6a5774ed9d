import { beforeEach, expect, test } from 'vitest'
import { type Row, testApp } from '../../../support/app.ts'
import { create } from '../../../support/films.ts'
import { runJobs } from '../../../support/jobs.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'
import { createEpisode, seriesOf } from '../../../support/series.ts'

const server = testApp()
let sa: SignedIn
let serieId: string

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  const serie = async (title: string) => (await create(sa, '/api/series', seriesOf({ title })))._id
  serieId = await serie('Crónica de un pueblo')
  const other = await serie('Otra')
  await createEpisode(sa, other)
  for (const episode of [1, 2, 3]) await createEpisode(sa, serieId, { episode, title: `Capítulo ${episode}` })
})

const rows = async (): Promise<Row[]> => (await sa.get(`/api/series/all_episode/${serieId}`)).rows
const count = async (path: string) => (await sa.get(path)).body.count

async function done(body: Row): Promise<Row> {
  const started = await sa.post('/api/series/episode/bulk', body)
  expect(started).toMatchObject({ status: 202 })
  await runJobs(server.context)
  return (await sa.get(`/api/batches/${started.body.batch}`)).body
}

test('a batch changes the episodes of one series', async () => {
  const filter = { serieId, season: '1' }
  expect(await done({ filter, expected: 3, action: 'update', changes: { status: false } })).toMatchObject({
    state: 'done',
    changed: 3,
  })
  expect((await rows()).map(({ status }) => status)).toEqual([false, false, false])
  expect(await count('/api/series/size')).toBe(2)
})

test('a batch deletes episodes, and another one restores those of the series’ trash', async () => {
  const ids = (await rows()).map(({ _id }) => _id)
  await done({ ids, expected: 3, action: 'delete' })
  expect(await rows()).toEqual([])
  const trash = `/api/series/episode/trash/size?parent=${serieId}`
  expect(await count(trash)).toBe(3)
  expect(await done({ filter: { parent: serieId }, expected: 3, action: 'restore' })).toMatchObject({
    changed: 3,
    refused: [],
    canUndo: true,
  })
  expect((await rows()).map(({ _id }) => _id)).toEqual(ids)
  expect(await count(trash)).toBe(0)
})
