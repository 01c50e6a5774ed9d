import { readFileSync } from 'node:fs'
import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { applyMigrations, forgetMigrations } from '../../../../src/server/platform/database/migrate.ts'
import { tasks } from '../../../../src/server/platform/database/schema/tasks.ts'
import { enqueue, lostTasks, takeTask } from '../../../../src/server/platform/tasks/queue.ts'
import { testDatabase } from '../../../support/database.ts'

const database = testDatabase({ bare: true, emptied: false })

const JOURNAL = 'src/server/platform/database/migrations/meta/_journal.json'
const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })
const { entries } = journal.parse(JSON.parse(readFileSync(JOURNAL, 'utf8')))
const position = entries.findIndex(({ tag }) => tag.endsWith('_background-tasks'))

/** Jobs as the previous queue stored them: those of a schedule, of a batch, after a failure, and of a killed server. */
const JOBS = [
  {
    kind: 'maintenance',
    key: '',
    user: null,
    state: 'created',
    retries: 0,
    startsIn: '3 hours',
    started: null,
  },
  {
    kind: 'batch',
    key: 'b1',
    user: 'ana',
    state: 'created',
    retries: 0,
    startsIn: '-1 minute',
    started: null,
  },
  {
    kind: 'batch',
    key: 'b2',
    user: 'ana',
    state: 'retry',
    retries: 3,
    startsIn: '-1 minute',
    started: '2 minutes',
  },
  {
    kind: 'import',
    key: 'i1',
    user: 'leo',
    state: 'active',
    retries: 1,
    startsIn: '-1 hour',
    started: '1 hour',
  },
  {
    kind: 'import',
    key: 'gone',
    user: 'leo',
    state: 'completed',
    retries: 0,
    startsIn: '-1 hour',
    started: null,
  },
]

test('waiting, failed and interrupted jobs of the previous queue continue, once each', async () => {
  const { db } = database
  await db.transaction(async (tx) => {
    await forgetMigrations(tx)
    await applyMigrations(tx, { from: 0, to: position })
  })
  for (const { kind, key, user, state, retries, startsIn, started } of JOBS)
    await db.execute(sql`
      insert into cartelera_jobs.job (name, data, state, retry_limit, retry_count, singleton_key, policy, expire_in,
        start_after, started_on, created_on)
      values ('work', ${JSON.stringify({ kind, key, user })}::jsonb, ${state}::cartelera_jobs.job_state, 8, ${retries},
        ${`${kind} ${key}`}, 'short', interval '15 seconds', now() + ${startsIn}::interval,
        now() - ${started}::interval, clock_timestamp() - interval '1 day')`)
  await db.transaction((tx) => applyMigrations(tx, { from: position }))
  const { kind, key, user, state, retries, longest } = tasks
  expect(
    await db.select({ kind, key, user, state, retries, longest }).from(tasks).orderBy(asc(tasks.created)),
  ).toEqual([
    { kind: 'maintenance', key: '', user: null, state: 'waiting', retries: 0, longest: 15 },
    { kind: 'batch', key: 'b1', user: 'ana', state: 'waiting', retries: 0, longest: 15 },
    { kind: 'batch', key: 'b2', user: 'ana', state: 'retrying', retries: 3, longest: 15 },
    { kind: 'import', key: 'i1', user: 'leo', state: 'running', retries: 1, longest: 15 },
  ])

  // Enqueued again by a start, as if it had been lost.
  await enqueue(db, { name: 'batch' }, 'b1', { user: 'ana' })
  expect(await takeTask(db)).toMatchObject({ key: 'b1', user: 'ana', isLast: false })
  expect(await takeTask(db)).toMatchObject({ key: 'b2' })
  expect(await takeTask(db)).toBeUndefined()
  expect((await lostTasks(db, false)).map((task) => task.key)).toEqual(['i1'])
  expect(await db.select({ retries }).from(tasks).where(sql`${key} = 'b2'`)).toEqual([{ retries: 4 }])
  const left = await db.execute(sql`select from pg_namespace where nspname = 'cartelera_jobs'`)
  expect(left.rows).toEqual([])
})
