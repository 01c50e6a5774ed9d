import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { create, filmOf, linkOf } from '../../../support/films.ts'
import { QUIET } from '../../../support/jobs.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp()
const workers: Worker[] = []
let sa: SignedIn
let films: string[]

const OLD = 'cdn.viejo.example'
/** Three chunks. */
const COUNT = 600

beforeEach(async () => {
  sa = await signedIn(server, 'sa')
  const content = [`https://${OLD}/1`, 'https://otro.example/1'].map((link) =>
    linkOf({ link, linkType: 'E', provider: 2 }),
  )
  const first = await create(sa, '/api/movies', { ...filmOf(), content })
  const [row] = await server.db.select().from(movies).where(eq(movies._id, first._id))
  if (!row) throw new Error('The film was not stored')
  films = Array.from({ length: COUNT }, (_, n) => `film-${String(n).padStart(3, '0')}`)
  await server.db.insert(movies).values(films.map((_id) => ({ ...row, _id })))
  await server.db.delete(movies).where(eq(movies._id, first._id))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

/** Simulates two nodes. */
const startNodes = (): void => {
  for (let count = 0; count < 2; count++) {
    const context = { ...server.context, db: server.db, now: () => new Date() }
    const worker = new Worker(context, { isAlone: false, ...QUIET })
    workers.push(worker)
    worker.start()
  }
}

const replace = async (to: string, sent: Row = {}): Promise<string> => {
  const answer = await sa.post('/api/movies/bulk', {
    ...{ action: 'replaceLinks', from: OLD, to, ids: films, expected: COUNT },
    ...sent,
  })
  expect(answer).toMatchObject({ status: 202 })
  return String(answer.body.batch)
}

const ended = async (batch: string): Promise<Row> => {
  const read = async (): Promise<Row> => (await sa.get(`/api/batches/${batch}`)).body
  await expect.poll(async () => (await read()).state).not.toBe('running')
  return read()
}

const undo = async (batch: string): Promise<Row> =>
  ended(String((await sa.post(`/api/batches/${batch}/undo`)).body.batch))

/** The number of films by the host of their first link; the second one never changes. */
const hosts = async (): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { content } of await server.db.select().from(movies)) {
    expect(content.map(({ link }) => link)).toEqual([expect.any(String), 'https://otro.example/1'])
    const { host } = new URL(content[0]?.link ?? '')
    counts[host] = (counts[host] ?? 0) + 1
  }
  return counts
}

test('two replacements at once change each record once, and both are undone', async () => {
  const batches = await Promise.all(['uno.example', 'dos.example'].map((to) => replace(to)))
  startNodes()
  const [one, two] = await Promise.all(batches.map(ended))
  expect(one).toMatchObject({ state: 'done', done: COUNT, refusedCount: 0 })
  expect(two).toMatchObject({ state: 'done', done: COUNT, refusedCount: 0 })
  const { 'uno.example': ones = 0, 'dos.example': twos = 0, ...others } = await hosts()
  expect([ones, twos, others]).toEqual([one?.changed, two?.changed, {}])
  expect(ones + twos).toBe(COUNT)

  for (const [index, count] of [ones, twos].entries())
    if (count > 0) expect(await undo(batches[index] ?? '')).toMatchObject({ changed: count, refusedCount: 0 })
  expect(await hosts()).toEqual({ [OLD]: COUNT })
})

test('edits and deletions meanwhile are kept, and undone around', async () => {
  const batch = await replace('nuevo.example')
  startNodes()
  // Of the first chunk and of the last.
  const edited = [...films.slice(0, 10), ...films.slice(-10)]
  const deleted = [...films.slice(10, 20), ...films.slice(-20, -10)]
  const answers = await Promise.all([
    ...edited.map((id) => sa.put(`/api/movies/${id}`, { year: 1999 })),
    ...deleted.map((id) => sa.delete(`/api/movies/${id}`)),
  ])
  expect(answers.filter(({ status }) => status >= 300)).toEqual([])
  const { changed, refusedCount, refused } = await ended(batch)
  expect(Number(changed) + Number(refusedCount)).toBe(COUNT)
  const gone = Array.isArray(refused) ? refused.map(({ _id }) => _id) : []
  expect(deleted).toEqual(expect.arrayContaining(gone))
  expect(await hosts()).toEqual({ 'nuevo.example': COUNT - deleted.length })
  const rows = await server.db.select().from(movies).where(eq(movies.year, 1999))
  expect(rows.map(({ _id }) => _id).sort()).toEqual(edited.toSorted())

  // Edited before its chunk or after it: undone, or left and named.
  const { changed: undone, refusedCount: left } = await undo(batch)
  expect(Number(undone) + Number(left)).toBe(changed)
  const { [OLD]: old = 0, 'nuevo.example': kept = 0 } = await hosts()
  expect([old, old + kept]).toEqual([undone, COUNT - deleted.length])
  expect(await server.db.select().from(movies).where(eq(movies.year, 1999))).toHaveLength(edited.length)
})

test('the same request twice at once is one batch, which changes each record once', async () => {
  const group = 'g1'
  const [first, second] = await Promise.all([
    replace('uno.example', { group }),
    replace('uno.example', { group }),
  ])
  expect(second).toBe(first)
  startNodes()
  expect(await ended(first)).toMatchObject({ state: 'done', changed: COUNT })
  expect((await sa.get('/api/batches')).rows).toHaveLength(1)
  const events = await server.db.select().from(auditEntries).where(eq(auditEntries.batch, first))
  expect(events.map(({ record }) => record).sort()).toEqual(films)
})
