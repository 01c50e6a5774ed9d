import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BATCH_MESSAGES } from '../../../../src/domain/batches/batch.ts'
import { IMPORT_MESSAGES } from '../../../../src/domain/imports/import.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { importClient } from '../../../support/imports.ts'
import { QUIET } from '../../../support/jobs.ts'
import { hold, holdTables, untilWaiting } from '../../../support/locks.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp()
const workers: Worker[] = []
let sa: SignedIn
const files = importClient(server, '/api/movies', () => sa)

beforeEach(async () => {
  await server.db.execute(sql`delete from tasks`)
  sa = await signedIn(server, 'sa')
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

/** Simulates a separate node. */
const node = (): void => {
  const worker = new Worker(
    { ...server.context, db: server.db, now: () => new Date() },
    { isAlone: false, ...QUIET },
  )
  workers.push(worker)
  worker.start()
}

const { content: _content, ...film } = filmOf()
const fileOf = (titles: readonly string[]): string => {
  const names = Object.keys(film).filter((name) => name !== 'title')
  const cells = names.map((name) => String(film[name]))
  return [
    ['title', ...names, 'content', 'quality', 'audio'].join(';'),
    ...titles.map((title) => [title, ...cells, 'https://cdn.example/1.mp4', 'HD', 'ESP'].join(';')),
  ].join('\n')
}

const ended = async (started: Row): Promise<Row> => {
  await expect.poll(async () => (await files.read(started._id)).state).not.toBe('applying')
  return files.read(started._id)
}

test('of two imports of the same new records on two nodes, one is applied', async () => {
  const titles = Array.from({ length: 600 }, (_, n) => `Título ${n}`)
  const both = [await files.checked(fileOf(titles)), await files.checked(fileOf(titles))]
  for (const each of both) {
    expect(each).toMatchObject({ counts: { new: 600 } })
    expect((await files.apply(each)).status).toBe(202)
  }
  node()
  node()

  const results = await Promise.all(both.map(ended))
  expect(results.map(({ state }) => state).sort()).toEqual(['done', 'outdated'])
  const refused = results.find(({ state }) => state === 'outdated')
  expect(refused?.message).toContain(IMPORT_MESSAGES.outdated(600))
  expect(refused?.message).toContain(IMPORT_MESSAGES.exists)
  expect(await server.db.select({ _id: movies._id }).from(movies)).toHaveLength(600)
})

test('applies concurrent imports once', async () => {
  const checked = await files.checked(fileOf(['Alfa', 'Beta']))
  const answers = await Promise.all([files.apply(checked), files.apply(checked), files.apply(checked)])
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  node()
  node()
  expect(await ended(checked)).toMatchObject({ state: 'done', created: 2 })
  expect(await server.db.select({ _id: movies._id }).from(movies)).toHaveLength(2)
})

test('aborts if a record is deleted concurrently', async () => {
  const alpha = await create(sa, '/api/movies', filmOf({ title: 'Alfa' }))
  await create(sa, '/api/movies', filmOf({ title: 'Beta' }))
  const checked = await files.checked(fileOf(['Alfa', 'Beta', 'Gama']))
  expect(checked).toMatchObject({ counts: { new: 1, changed: 2 } })
  await files.apply(checked, { fields: ['content'] })
  const commit = await hold(server.db, (tx) => tx.delete(movies).where(eq(movies._id, alpha._id)))
  node()
  await untilWaiting(server.db).finally(commit)

  const result = await ended(checked)
  expect(result).toMatchObject({ state: 'outdated', batch: null })
  expect(result.message).toContain(IMPORT_MESSAGES.rowOutdated(2, IMPORT_MESSAGES.gone))
  expect(await server.db.select().from(movies)).toMatchObject([
    { title: 'Beta', content: [{ link: 'peliculas/la-isla-minima.mp4' }] },
  ])
})

test('is not stopped while it is being written', async () => {
  const checked = await files.checked(fileOf(['Alfa']))
  const commit = await holdTables(server.db, movies)
  await files.apply(checked)
  node()
  await untilWaiting(server.db)
  const stop = () => sa.post(`/api/batches/${checked._id}/cancel`)
  const refused = await stop().finally(commit)
  expect(refused).toMatchObject({ status: 409, body: { message: BATCH_MESSAGES.importWriting } })
  expect(await ended(checked)).toMatchObject({ state: 'done', created: 1 })
  expect(await stop()).toMatchObject({ status: 200, body: { state: 'done' } })
})
