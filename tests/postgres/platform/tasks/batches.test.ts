import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { type Row, testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { QUIET, runJobs } from '../../../support/jobs.ts'
import { hold, untilWaiting } from '../../../support/locks.ts'
import { type SignedIn, signedIn } from '../../../support/people.ts'

const server = testApp()
const workers: Worker[] = []
let sa: SignedIn
let films: string[]

beforeEach(async () => {
  await server.db.execute(sql`delete from tasks`)
  sa = await signedIn(server, 'sa')
  const first = await create(sa, '/api/movies', filmOf())
  const [row] = await server.db.select().from(movies).where(eq(movies._id, first._id))
  if (!row) throw new Error('The film was not stored')
  films = [first._id, ...Array.from({ length: 1_199 }, (_, n) => `film-${n}`)]
  await server.db.insert(movies).values(films.slice(1).map((_id) => ({ ...row, _id })))
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
})

/** Simulates a separate node. */
const node = (): Worker => {
  // Schedules use the database's clock.
  const worker = new Worker(
    { ...server.context, db: server.db, now: () => new Date() },
    { isAlone: false, ...QUIET },
  )
  workers.push(worker)
  worker.start()
  return worker
}

const bulk = async (changes: Row): Promise<string> => {
  const answer = await sa.post('/api/movies/bulk', {
    ids: films,
    expected: films.length,
    action: 'update',
    changes,
  })
  expect(answer).toMatchObject({ status: 202 })
  return String(answer.body.batch)
}

const batchOf = async (id: string): Promise<Row> => (await sa.get(`/api/batches/${id}`)).body

const eventsOf = async (batch: string): Promise<unknown[]> => {
  const rows = await server.db.select().from(auditEntries).where(eq(auditEntries.batch, batch))
  return rows.map(({ record }) => record).sort()
}

test('two nodes run two batches on the same rows, with single edits, without lost updates', async () => {
  const [switched, closed] = await Promise.all([bulk({ children: true }), bulk({ status: false })])
  node()
  node()
  const edited = films.slice(0, 20)
  const edits = await Promise.all(edited.map((id) => sa.put(`/api/movies/${id}`, { year: 1999 })))
  expect(edits.every(({ status }) => status === 200)).toBe(true)

  for (const batch of [switched, closed]) {
    await expect.poll(async () => (await batchOf(batch)).state).toBe('done')
    expect(await batchOf(batch)).toMatchObject({ done: 1_200, changed: 1_200, refusedCount: 0 })
    expect(await eventsOf(batch)).toEqual(films.toSorted())
  }
  const rows = await server.db.select().from(movies)
  expect(rows.every(({ children, status }) => children && !status)).toBe(true)
  expect(rows.filter(({ year }) => year === 1999)).toHaveLength(20)
})

test('a chunk considered lost while running is applied once', async () => {
  const batch = await bulk({ status: false })
  const release = await hold(server.db, (tx) =>
    tx
      .select()
      .from(movies)
      .where(eq(movies._id, films[0] ?? ''))
      .for('update'),
  )
  const slow = runJobs(server.context)
  await untilWaiting(server.db)
  await server.db.execute(sql`update tasks set started = now() - interval '1 hour' where state = 'running'`)
  node()
  // The second attempt waits for the batch, which the first one has locked.
  await untilWaiting(server.db, 2)
  await release()
  await slow

  await expect.poll(async () => (await batchOf(batch)).state).toBe('done')
  expect(await batchOf(batch)).toMatchObject({ done: 1_200, changed: 1_200 })
  expect(await eventsOf(batch)).toEqual(films.toSorted())
})

test('a batch cancelled and undone by concurrent requests reverts what it had done', async () => {
  const batch = await bulk({ status: false })
  await runJobs(server.context, 1)
  const [cancelled] = await Promise.all([
    sa.post(`/api/batches/${batch}/cancel`),
    runJobs(server.context),
    sa.post(`/api/batches/${batch}/cancel`),
  ])
  expect(cancelled.status).toBe(200)
  const [first, second] = await Promise.all([1, 2].map(() => sa.post(`/api/batches/${batch}/undo`)))
  const statuses = [first?.status, second?.status].sort()
  // Either cancelled in time, or already done.
  expect(statuses).toEqual([202, 409])
  await runJobs(server.context)
  expect(await batchOf(batch)).toMatchObject({ state: 'undone' })
  const rows = await server.db.select().from(movies)
  expect(rows.every(({ status }) => status)).toBe(true)
})
