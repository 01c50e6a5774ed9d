import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import {
  type ChunkedKind,
  enqueue,
  enqueueMissing,
  nextRun,
  type TaskKind,
  takeTask,
} from '../../../../src/server/platform/tasks/queue.ts'
import { scheduleNext } from '../../../../src/server/platform/tasks/schedules.ts'
import { perform, Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { testApp } from '../../../support/app.ts'
import { QUIET, runJobs } from '../../../support/jobs.ts'

const server = testApp()

/** One line for each chunk run by the job kinds of these tests. */
const lines: string[] = []
const workers: Worker[] = []

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await server.db.execute(sql`delete from tasks`)
  lines.length = 0
})

const worker = (kinds: readonly TaskKind[] = [counting, failing]): Worker => {
  // Schedules use the database's clock.
  const made = new Worker(
    { ...server.context, db: server.db, now: () => new Date() },
    { isAlone: true, ...QUIET, kinds },
  )
  workers.push(made)
  made.start()
  return made
}

let failures = 0
const kind = (name: string, chunk: ChunkedKind['chunk']): TaskKind => ({
  name,
  chunk,
  async giveUp({ key }) {
    lines.push(`${key} given up`)
  },
})

const counting = kind('test-counting', async ({ key }) => {
  lines.push(key)
  return lines.filter((line) => line === key).length < 3 ? 'more' : 'done'
})

const failing = kind('test-failing', async ({ key, tx }) => {
  await tx.execute(sql`insert into job_switches (kind, is_on) values (${key}, true)`)
  if (failures-- > 0) throw new Error('on purpose')
  lines.push(key)
  return 'done'
})

const run = () => runJobs(server.context, Number.POSITIVE_INFINITY, [counting, failing])

const waiting = async () => {
  const { rows } = await server.db.execute<{ state: string; key: string }>(
    sql`select state, key from tasks where kind like 'test-%' order by created`,
  )
  return rows
}

const soon = () =>
  server.db.execute(sql`update tasks set due = now() - interval '1 second' where state = 'retrying'`)

test('a scheduled run of several chunks continues although a node that started meanwhile scheduled the next run', async () => {
  // Schedules use the database's clock.
  const context = { ...server.context, db: server.db, now: () => new Date() }
  const scheduled: TaskKind = { ...counting, cron: '0 4 * * *' }
  await enqueue(server.db, scheduled, '')
  const job = await takeTask(server.db)
  if (!job) throw new Error('No job is due')
  await scheduleNext(server.db, scheduled, context)
  await perform(context, job, { ...QUIET, kinds: [scheduled] })
  expect(await runJobs(context, 10, [scheduled])).toBe(2)
  expect(await waiting()).toMatchObject([{ state: 'waiting' }])
})

test('a worker starts enqueued jobs at once, chunk by chunk, and two jobs alternate', async () => {
  const running = worker()
  await server.db.transaction(async (tx) => {
    await enqueue(tx, counting, 'a')
    await enqueue(tx, counting, 'b')
    await enqueue(tx, counting, 'b')
  })
  running.wake()
  // The order of two jobs enqueued together is undefined.
  const rounds = () => [0, 2, 4].map((first) => lines.slice(first, first + 2).sort())
  await expect.poll(rounds).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
  await expect.poll(waiting).toEqual([])
})

test('jobs enqueued in a failed transaction are not run', async () => {
  const refused = server.db.transaction(async (tx) => {
    await enqueue(tx, counting, 'a')
    throw new Error('on purpose')
  })
  await expect(refused).rejects.toThrow('on purpose')
  expect(await run()).toBe(0)
})

describe('a chunk that fails', () => {
  test('is rolled back, and retried after a pause', async () => {
    failures = 1
    await enqueue(server.db, failing, 'a')
    await run()
    expect(await waiting()).toEqual([{ state: 'retrying', key: 'a' }])
    const { rows } = await server.db.execute(sql`select from job_switches`)
    expect(rows).toEqual([])

    await soon()
    await run()
    expect(lines).toEqual(['a'])
    expect(await waiting()).toEqual([])
    await server.db.execute(sql`delete from job_switches`)
  })

  test('is given up after the last attempt', async () => {
    failures = 100
    await enqueue(server.db, failing, 'a')
    for (let attempt = 0; attempt < 9; attempt++) {
      expect(lines).toEqual([])
      await run()
      await soon()
    }
    expect(lines).toEqual(['a given up'])
    expect(await waiting()).toEqual([])
  })
})

test('jobs of a killed process continue when the next one starts', async () => {
  await enqueue(server.db, counting, 'a')
  expect(await takeTask(server.db)).toMatchObject({ kind: 'test-counting', key: 'a' })
  expect(await run()).toBe(0)

  worker()
  await expect.poll(() => lines).toEqual(['a', 'a', 'a'])
})

describe('unfinished work at the start', () => {
  const unfinished: TaskKind = {
    ...counting,
    async unfinished() {
      return lines.length < 3 ? [{ key: 'a', user: newId() }] : []
    },
  }
  const tasksOf = async () => (await waiting()).map(({ state, key }) => `${key} ${state}`)

  test('is enqueued if it has no task', async () => {
    worker([unfinished])
    await expect.poll(() => lines).toEqual(['a', 'a', 'a'])
  })

  test('keeps the task that a killed process had started, and gets no second one', async () => {
    await enqueue(server.db, unfinished, 'a')
    await takeTask(server.db)
    await enqueueMissing(server.db, unfinished)
    expect(await tasksOf()).toEqual(['a running'])
  })
})

describe('a job kind with its own due times', () => {
  let due: Date | undefined
  let reads = 0
  const dated: TaskKind = {
    name: 'test-dated',
    async nextDue() {
      reads += 1
      return due
    },
    async chunk() {
      due = undefined
      lines.push('dated')
      return 'done'
    },
  }
  let now = new Date('2026-03-15T14:30:00Z')
  const datedWorker = (): Worker => {
    const made = new Worker(
      { ...server.context, db: server.db, now: () => now },
      { isAlone: true, ...QUIET, kinds: [dated] },
    )
    workers.push(made)
    made.start()
    return made
  }

  test('runs once it is due, and not before', async () => {
    due = new Date(now.getTime() + 60_000)
    reads = 0
    const running = datedWorker()
    await expect.poll(() => reads).toBe(1)
    expect(lines).toEqual([])
    // The clock jumps ahead; any write wakes the worker.
    now = new Date(now.getTime() + 3_600_000)
    running.wake()
    await expect.poll(() => lines).toEqual(['dated'])
    await expect.poll(waiting).toEqual([])
  })

  test('runs at the start if it was due while no server ran', async () => {
    due = new Date(now.getTime() - 86_400_000)
    datedWorker()
    await expect.poll(() => lines).toEqual(['dated'])
  })
})

test('schedules use the time zone of the service', async () => {
  const now = new Date('2026-03-15T14:30:00Z')
  expect(await nextRun('40 4 * * *', 'America/Santo_Domingo', now)).toEqual(new Date('2026-03-16T08:40:00Z'))
})
