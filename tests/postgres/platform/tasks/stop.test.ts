import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../../../../src/server/platform/database/open.ts'
import { enqueue, type TaskKind, takeTask } from '../../../../src/server/platform/tasks/queue.ts'
import { Worker } from '../../../../src/server/platform/tasks/worker.ts'
import { testApp } from '../../../support/app.ts'
import { QUIET } from '../../../support/jobs.ts'
import { startProxy } from '../../../support/proxy.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp({ own: true })

afterEach(() => server.db.execute(sql`delete from tasks`))

const sleeping: TaskKind = {
  name: 'test-sleeping',
  async chunk({ tx, key }) {
    await tx.execute(sql`insert into job_switches (kind, is_on) values (${key}, true)`)
    await tx.execute(sql`select pg_sleep(600)`)
    return 'done'
  },
}

const isAsleep = async () => {
  const { rows } = await server.db.execute(
    sql`select from pg_stat_activity where query like '%pg_sleep(600)%' and wait_event = 'PgSleep'`,
  )
  return rows.length > 0
}

const logged: string[] = []
const log = { ...silentLog, error: (_: object, message: string) => logged.push(message) }

test('a stopping worker rolls back its chunk; the next continues', async () => {
  const worker = new Worker(server.context, { isAlone: false, ...QUIET, kinds: [sleeping], log })
  await enqueue(server.db, sleeping, 'a')
  worker.start()
  while (!(await isAsleep())) await pause(10)
  await worker.stop()
  // The server looks for the client only now and then.
  while (await isAsleep()) await pause(10)
  const { rows } = await server.db.execute(sql`select from job_switches`)
  expect(rows).toEqual([])
  expect(logged).toEqual([])

  expect(await takeTask(server.db)).toMatchObject({ key: 'a', isLast: false })
  const attempts = await server.db.execute(
    sql`select retries as count from tasks where kind = ${sleeping.name}`,
  )
  expect(attempts.rows).toEqual([{ count: 0 }])
})

const sleepingAlone: TaskKind = {
  name: 'test-sleeping-alone',
  async run({ unlessBusy }) {
    await unlessBusy((db) => db.execute(sql`select pg_sleep(600)`))
    return 'done'
  },
}

test('a stopping worker aborts statements on a separate connection; the next continues', async () => {
  const { unlessBusy } = server.database.database
  const worker = new Worker(server.context, { isAlone: false, kinds: [sleepingAlone], log, unlessBusy })
  await enqueue(server.db, sleepingAlone, 'a')
  worker.start()
  while (!(await isAsleep())) await pause(10)
  await worker.stop()
  while (await isAsleep()) await pause(10)
  expect(logged).toEqual([])
  expect(await takeTask(server.db)).toMatchObject({ key: 'a', isLast: false })
})

test('a worker stops although the database hangs, in a chunk and while polling', async () => {
  const proxy = await startProxy(server.database.url ?? '')
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log: silentLog })
  // The clock stands still, so that no statement reaches its time limit.
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    for (const key of ['a', undefined]) {
      const worker = new Worker(
        { ...server.context, db: database.db },
        { isAlone: false, ...QUIET, kinds: [sleeping] },
      )
      if (key !== undefined) await enqueue(server.db, sleeping, key)
      worker.start()
      if (key !== undefined) while (!(await isAsleep())) await pause(10)
      proxy.freeze()
      worker.wake()
      const stopped = worker.stop()
      // Longer than the server has to confirm a cancellation, shorter than any limit.
      vi.advanceTimersByTime(2_000)
      await stopped
      proxy.thaw()
    }
  } finally {
    vi.useRealTimers()
    await database.close()
    await proxy.close()
  }
})
