import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Executor } from '../../../../src/server/platform/database/open.ts'
import { auditEntries } from '../../../../src/server/platform/database/schema/audit.ts'
import { movies } from '../../../../src/server/platform/database/schema/contents.ts'
import { Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { testApp } from '../../../support/app.ts'
import { create, filmOf } from '../../../support/films.ts'
import { QUIET } from '../../../support/jobs.ts'
import { signedIn } from '../../../support/people.ts'

const server = testApp()
const workers: Worker[] = []
const FILMS = 600

beforeEach(() => server.db.execute(sql`delete from tasks`))
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

test('two nodes act once on each of many dates (rule L2)', async () => {
  const sa = await signedIn(server, 'sa')
  const film = await create(sa, '/api/movies', filmOf({ status: false }))
  const [row] = await server.db.select().from(movies).where(eq(movies._id, film._id))
  if (!row) throw new Error('The film was not stored')
  const due = new Date(Date.now() - 60_000).toISOString()
  await server.db
    .insert(movies)
    .values(Array.from({ length: FILMS }, (_, n) => ({ ...row, _id: `film-${n}`, datePublish: due })))
  node()
  node()
  const waiting = async () => {
    const [found] = await server.db.select({ count: sql<number>`count(publication_due)::int` }).from(movies)
    return found?.count
  }
  await expect.poll(waiting).toBe(0)
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  const published = await server.db.select({ _id: movies._id }).from(movies).where(eq(movies.status, true))
  expect(published).toHaveLength(FILMS)
  const events = await server.db
    .select({ record: auditEntries.record })
    .from(auditEntries)
    .where(and(eq(auditEntries.resource, 'movies'), eq(auditEntries.action, 'update')))
  expect(events).toHaveLength(FILMS)
  expect(new Set(events.map(({ record }) => record)).size).toBe(FILMS)
})

test('a record that a user is saving is skipped, and processed later', async () => {
  const sa = await signedIn(server, 'sa')
  const film = await create(sa, '/api/movies', filmOf({ status: false }))
  const other = await create(sa, '/api/movies', filmOf({ title: 'Otra', status: false }))
  const due = new Date(Date.now() - 60_000)
  await server.db.update(movies).set({ datePublish: due.toISOString(), publicationDue: due })
  const statusOf = async ({ _id }: { _id: string }, db: Executor = server.db) => {
    const [found] = await db.select({ status: movies.status }).from(movies).where(eq(movies._id, _id))
    return found?.status
  }
  const worker = node()
  await server.db.transaction(async (tx) => {
    await tx.select().from(movies).where(eq(movies._id, film._id)).for('no key update')
    await expect.poll(() => statusOf(other, tx)).toBe(true)
    expect(await statusOf(film, tx)).toBe(false)
  })
  worker.wake()
  await expect.poll(() => statusOf(film)).toBe(true)
})
