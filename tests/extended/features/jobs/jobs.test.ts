import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { hourOf } from '../../../../src/domain/format/dates.ts'
import { JOB_MESSAGES, JOBS, type RunState } from '../../../../src/domain/jobs/job.ts'
import { TASK_KINDS } from '../../../../src/server/background-tasks.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import { batches } from '../../../../src/server/platform/database/schema/batches.ts'
import { jobRuns, jobSwitches } from '../../../../src/server/platform/database/schema/tasks.ts'
import { profiles } from '../../../../src/server/platform/database/schema/users.ts'
import { createMetrics } from '../../../../src/server/platform/http/metrics.ts'
import { importCleanUp } from '../../../../src/server/platform/imports/imports.ts'
import {
  type ChunkResult,
  enqueue,
  lostTasks,
  type TaskKind,
  takeTask,
} from '../../../../src/server/platform/tasks/queue.ts'
import { deleteOldRuns } from '../../../../src/server/platform/tasks/runs.ts'
import { perform, Worker } from '../../../../src/server/platform/tasks/worker.ts'

import { type Row, testApp } from '../../../support/app.ts'
import { HOUR, MINUTE } from '../../../support/clock.ts'
import { create, filmOf } from '../../../support/films.ts'
import { QUIET, runJobs } from '../../../support/jobs.ts'
import { type People, people, type SignedIn } from '../../../support/people.ts'

const server = testApp()
const workers: Worker[] = []

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await server.db.execute(sql`delete from tasks`)
})

const runs = () => server.db.select().from(jobRuns).orderBy(asc(jobRuns.begun), asc(jobRuns._id))

const kindOf = (name: string, chunk: () => ChunkResult): TaskKind => ({ name, chunk: async () => chunk() })

/** Runs the due chunks of these kinds. */
const run = (...kinds: TaskKind[]) => runJobs(server.context, Number.POSITIVE_INFINITY, kinds)

const DAY = 24 * HOUR

const storeRun = async (
  state: RunState,
  changes: Partial<typeof jobRuns.$inferInsert> = {},
): Promise<string> => {
  const [_id, begun] = [newId(), server.clock.now()]
  const ended = state === 'running' || state === 'retrying' ? null : begun
  await server.db.insert(jobRuns).values({ _id, kind: 'reminders', key: '', begun, ended, state, ...changes })
  return _id
}

const queuedOf = async (kind: string) => {
  const { rows } = await server.db.execute<{ isDue: boolean; user: string | null }>(sql`
    select due <= now() as "isDue", user_id as "user" from tasks
    where kind = ${kind}`)
  return rows
}

/** Starts a batch of two films. */
const deactivateTwo = async (sa: SignedIn) => {
  for (const title of ['Alba', 'Brisa']) await create(sa, '/api/movies', filmOf({ title }))
  return sa.post('/api/movies/bulk', {
    ...{ action: 'update', changes: { status: false }, filter: {}, expected: 2 },
  })
}

const scheduleOf = async ({ sa }: Pick<People, 'sa'>, kind: string): Promise<Row | undefined> =>
  (await sa.get('/api/jobs/schedules')).rows.find((schedule) => schedule.kind === kind)

test('every kind of job has a title and a description, and no unknown kind has', () => {
  // A backup is a command, which only records its run.
  expect([...TASK_KINDS.map(({ name }) => name), 'backup'].sort()).toEqual(Object.keys(JOBS).sort())
})

describe('a run (rule J1)', () => {
  test('is one row for all of its chunks, with its author and the records of each', async () => {
    const { sa } = await people(server)
    const left = [4, 2, 0]
    const counting = kindOf('test-counting', () => {
      const rest = left.shift() ?? 0
      return { state: rest > 0 ? 'more' : 'done', done: 2, left: rest, resource: 'movies' }
    })
    await enqueue(server.db, counting, 'a', { user: sa.id })
    await runJobs(server.context, 1, [counting])
    expect(await runs()).toMatchObject([{ state: 'running', ended: null, done: 2, left: 4, slices: 1 }])
    server.clock.advance(MINUTE)
    await run(counting)
    const [row, ...others] = await runs()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      ...{ kind: 'test-counting', key: 'a', user: sa.id, resource: 'movies' },
      ...{ state: 'done', done: 6, left: 0, slices: 3, message: '' },
    })
    expect((row?.ended?.getTime() ?? 0) - (row?.begun.getTime() ?? 0)).toBe(MINUTE)
  })

  test('is counted by kind and outcome, with the time of its end', async () => {
    const metrics = createMetrics()
    const states: ChunkResult[] = [{ state: 'more' }, { state: 'done' }]
    const kind = kindOf('test-metrics', () => states.shift() ?? { state: 'failed', message: 'No se pudo.' })
    for (const key of ['a', 'b']) {
      await enqueue(server.db, kind, key)
      await runJobs({ ...server.context, metrics }, 2, [kind])
    }
    const text = await metrics.registry.metrics()
    expect(text).toContain('cartelera_job_runs_total{kind="test-metrics",outcome="done"} 1')
    expect(text).toContain('cartelera_job_runs_total{kind="test-metrics",outcome="failed"} 1')
    const ended = server.clock.now().getTime() / 1000
    expect(text).toContain(`cartelera_job_last_end_timestamp_seconds{kind="test-metrics"} ${ended}`)
  })

  test('shows a batch with its entity, its records and the user who started it', async () => {
    const { sa } = await people(server)
    expect((await deactivateTwo(sa)).status).toBe(202)
    await runJobs(server.context, 5)
    expect((await sa.get('/api/jobs')).rows).toMatchObject([
      {
        kind: 'batch',
        name: 'Cambio en lote: Películas',
        userName: sa.name,
        state: 'done',
        done: 2,
        left: 0,
      },
    ])
  })

  test('is due at once: its time is never rounded up to a later millisecond', async () => {
    // Half of all moments would be rounded up.
    for (let attempt = 0; attempt < 20; attempt++)
      await server.db.transaction(async (tx) => {
        await enqueue(tx, importCleanUp, `${attempt}`)
        expect(await takeTask(tx)).toMatchObject({ key: `${attempt}` })
      })
  })

  test('continues in the same row after its process was killed', async () => {
    let isFirst = true
    const twice = kindOf('test-twice', () => {
      const state = isFirst ? 'more' : 'done'
      isFirst = false
      return { state }
    })
    await enqueue(server.db, twice, 'a')
    await runJobs(server.context, 1, [twice])
    // The process is killed within the second chunk.
    expect(await takeTask(server.db)).toMatchObject({ key: 'a' })
    const worker = new Worker(
      { ...server.context, db: server.db, now: () => new Date() },
      { isAlone: true, ...QUIET, kinds: [twice] },
    )
    workers.push(worker)
    worker.start()
    await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['done'])
    expect(await runs()).toMatchObject([{ slices: 2, message: '' }])
  })

  test('records nothing for a chunk that is rolled back', async () => {
    const failing = kindOf('test-failing', () => {
      throw new Error('secret input')
    })
    await enqueue(server.db, failing, 'a')
    await run(failing)
    expect(await runs()).toMatchObject([
      { state: 'retrying', ended: null, slices: 0, message: JOB_MESSAGES.unexpected },
    ])
  })

  test('is kept for 30 days after it began', async () => {
    const old = await storeRun('done')
    server.clock.advance(DAY)
    const kept = await storeRun('failed')
    server.clock.advance(29 * DAY + MINUTE)
    await deleteOldRuns(server.db, server.clock.now())
    expect((await runs()).map(({ _id }) => _id)).toEqual([kept])
    expect(old).not.toBe(kept)
  })

  test('of an unknown user is attributed to the service', async () => {
    const quick = kindOf('test-quick', () => ({ state: 'done' }))
    await enqueue(server.db, quick, 'a', { user: newId() })
    await run(quick)
    expect(await runs()).toMatchObject([{ state: 'done', user: null }])
  })
})

describe('a failure (rule J2)', () => {
  /** Fails as often as a job is attempted. */
  const exhaust = async (kind: TaskKind): Promise<void> => {
    await enqueue(server.db, kind, 'a')
    for (let attempt = 0; attempt < 9; attempt++) {
      await run(kind)
      await server.db.execute(sql`update tasks set due = now() - interval '1 second'`)
    }
  }

  test('has a message without the text of the error, also in the API', async () => {
    const { sa } = await people(server)
    await exhaust(
      kindOf('test-failing', () => {
        throw new Error('secret input')
      }),
    )
    expect(await runs()).toMatchObject([{ state: 'failed', slices: 0, message: JOB_MESSAGES.unexpected }])
    const { text } = await sa.get('/api/jobs')
    expect(text).toContain(JOB_MESSAGES.unexpected)
    expect(text).not.toContain('secret')
  })

  test('names an unreachable database, and an unknown kind', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const failing = kindOf('test-failing', () => {
      throw away
    })
    await enqueue(server.db, failing, 'a')
    await run(failing)
    await enqueue(server.db, { name: 'test-unknown' }, 'b')
    await run()
    const found = await runs()
    expect(found.map(({ kind, message }) => [kind, message]).sort()).toEqual([
      ['test-failing', JOB_MESSAGES.away],
      ['test-unknown', JOB_MESSAGES.unknownKind],
    ])
  })

  test('says that the server was stopped if the last attempt was killed', async () => {
    const slow = kindOf('test-slow', () => ({ state: 'done' }))
    await enqueue(server.db, slow, 'a')
    await takeTask(server.db)
    await server.db.execute(sql`update tasks set retries = 8`)
    expect(await lostTasks(server.db, true)).toMatchObject([{ isLast: true }])
    const worker = new Worker(server.context, { isAlone: true, ...QUIET, kinds: [slow] })
    workers.push(worker)
    worker.start()
    await expect.poll(async () => (await runs()).map(({ state }) => state)).toEqual(['failed'])
    expect(await runs()).toMatchObject([{ message: JOB_MESSAGES.interrupted }])
  })

  test('may be reported by the job itself, whose chunk is then committed', async () => {
    const message = JOB_MESSAGES.steps(2)
    const partial = kindOf('test-partial', () => ({ state: 'failed', message }))
    await enqueue(server.db, partial, 'a')
    await run(partial)
    expect(await runs()).toMatchObject([{ state: 'failed', slices: 1, message }])
    expect(await queuedOf('test-partial')).toEqual([])
  })
})

describe('schedules (rule J3)', () => {
  test('are listed with title, next run in the time zone, and last run', async () => {
    const { sa } = await people(server)
    await storeRun('done', { kind: 'batches-clean-up' })
    const { rows } = await sa.get('/api/jobs/schedules')
    const scheduled = TASK_KINDS.flatMap(({ name, cron }) => (cron === undefined ? [] : [name]))
    expect(rows.map(({ kind }) => kind)).toEqual(scheduled)
    const scheduleOf = (name: string) => rows.find(({ kind }) => kind === name)
    expect(scheduleOf('batches-clean-up')).toMatchObject({
      ...{ title: 'Limpieza de cambios en lote', isOn: true, isRequired: false, state: 'scheduled' },
      // 4:40 in Santo Domingo.
      next: '2026-03-16T08:40:00.000Z',
      last: { state: 'done', begun: server.clock.now().toISOString() },
    })
    expect(scheduleOf('maintenance')).toMatchObject({ isRequired: true, last: null })
  })

  test('do not run while they are off, on any node, and are scheduled again when switched on', async () => {
    const { sa } = await people(server)
    await enqueue(server.db, importCleanUp, '')
    const off = await sa.put('/api/jobs/schedules/imports-clean-up', { isOn: false })
    expect(off).toMatchObject({ status: 200, body: { isOn: false, next: null, state: 'scheduled' } })
    expect(await queuedOf('imports-clean-up')).toEqual([])

    // Another node, which had just enqueued the next run, and one that starts.
    await enqueue(server.db, importCleanUp, '')
    await runJobs(server.context, 3)
    expect(await runs()).toEqual([])
    expect(await queuedOf('imports-clean-up')).toEqual([])
    const worker = new Worker(server.context, { isAlone: true, ...QUIET, kinds: [importCleanUp] })
    workers.push(worker)
    worker.start()
    await worker.stop()
    expect(await queuedOf('imports-clean-up')).toEqual([])

    const on = await sa.put('/api/jobs/schedules/imports-clean-up', { isOn: true })
    expect(on).toMatchObject({ status: 200, body: { isOn: true, next: '2026-03-15T15:20:00.000Z' } })
    expect(await queuedOf('imports-clean-up')).toHaveLength(1)
  })

  test('that are switched off during a run stop it after its chunk', async () => {
    const { sa } = await people(server)
    const scheduled: TaskKind = {
      name: 'imports-clean-up',
      cron: '20 * * * *',
      async chunk({ tx }) {
        await tx.insert(jobSwitches).values({ kind: 'imports-clean-up', isOn: false })
        return 'more'
      },
    }
    await enqueue(server.db, scheduled, '', { user: sa.id })
    await run(scheduled)
    expect(await runs()).toMatchObject([
      { state: 'cancelled', slices: 1, user: sa.id, message: JOB_MESSAGES.switchedOff },
    ])
  })

  test('that are switched off while waiting for a retry end at once', async () => {
    const { sa } = await people(server)
    await storeRun('retrying')
    await sa.put('/api/jobs/schedules/reminders', { isOn: false })
    expect(await runs()).toMatchObject([{ state: 'cancelled', ended: server.clock.now() }])
  })

  test('that are required cannot be switched off, and ignore a stored switch', async () => {
    const { sa } = await people(server)
    expect(await sa.put('/api/jobs/schedules/maintenance', { isOn: false })).toMatchObject({
      status: 409,
      body: { message: JOB_MESSAGES.required },
    })
    await server.db.insert(jobSwitches).values({ kind: 'maintenance', isOn: false })
    expect(await scheduleOf({ sa }, 'maintenance')).toMatchObject({ isOn: true })
  })

  test('record an audit event when switched, only if that changes anything', async () => {
    const { sa } = await people(server)
    for (const isOn of [true, false, false]) await sa.put('/api/jobs/schedules/reminders', { isOn })
    const { rows } = await sa.get('/api/audit?resource=jobs')
    expect(rows).toMatchObject([
      {
        action: 'update',
        recordName: 'Recordatorios',
        changes: [{ field: 'isOn', before: true, after: false }],
      },
    ])
  })

  test('reject invalid input and unknown names', async () => {
    const { sa } = await people(server)
    for (const body of [{}, { isOn: 'no' }, { isOn: null }])
      expect((await sa.put('/api/jobs/schedules/reminders', body)).status).toBe(422)
    for (const kind of ['batch', 'nothing', '__proto__'])
      expect((await sa.post(`/api/jobs/schedules/${kind}/run`)).status).toBe(404)
  })
})

describe('«Ejecutar ahora» (rule J4)', () => {
  test('is refused for jobs that the settings switch off, as the schedule shows', async () => {
    const { sa } = await people(server)
    const run = (kind: string) => sa.post(`/api/jobs/schedules/${kind}/run`)
    for (const kind of ['link-checks', 'reminders']) {
      expect(await scheduleOf({ sa }, kind)).toMatchObject({ isOn: true, isOffInSettings: true })
      const refused = await run(kind)
      expect([refused.status, refused.body.message]).toEqual([409, JOB_MESSAGES.offInSettings])
    }
    const anyHour = { linkCheckFrom: 0, linkCheckUntil: 0 }
    await sa.put('/api/settings', { linkChecks: true, mailReminders: true, ...anyHour })
    for (const kind of ['link-checks', 'reminders']) {
      expect(await scheduleOf({ sa }, kind)).toMatchObject({ isOffInSettings: false })
      expect((await run(kind)).status).toBe(202)
    }
    expect(await scheduleOf({ sa }, 'maintenance')).toMatchObject({ isOffInSettings: false })
  })

  test('is refused outside the hours of the settings, and names these', async () => {
    const { sa } = await people(server)
    const hour = hourOf(server.clock.now(), server.context.config.timeZone)
    const [linkCheckFrom, linkCheckUntil] = [(hour + 2) % 24, (hour + 3) % 24]
    await sa.put('/api/settings', { linkChecks: true, linkCheckFrom, linkCheckUntil })
    const refused = await sa.post('/api/jobs/schedules/link-checks/run')
    const message = `Fuera del horario de la configuración (de ${linkCheckFrom}:00 a ${linkCheckUntil}:00): ahora no haría nada.`
    expect([refused.status, refused.body.message]).toEqual([409, message])
    expect(await scheduleOf({ sa }, 'link-checks')).toMatchObject({ isOn: true, state: 'scheduled' })
  })

  const path = '/api/jobs/schedules/imports-clean-up/run'

  test('makes the next run due on behalf of the user, once', async () => {
    const { sa } = await people(server)
    await enqueue(server.db, importCleanUp, '', { startAfter: new Date(Date.now() + DAY) })
    expect(await sa.post(path)).toMatchObject({ status: 202, body: { state: 'waiting' } })
    expect(await queuedOf('imports-clean-up')).toEqual([{ isDue: true, user: sa.id }])
    expect(await sa.post(path)).toMatchObject({ status: 409, body: { message: JOB_MESSAGES.waiting } })
    await runJobs(server.context, 1)
    const { rows } = await sa.get('/api/jobs')
    expect(rows).toMatchObject([{ name: 'Limpieza de importaciones', userName: sa.name, state: 'done' }])
    expect(await queuedOf('imports-clean-up')).toMatchObject([{ user: null }])
    expect((await sa.get('/api/audit?resource=jobs')).rows).toMatchObject([{ action: 'run' }])
  })

  test('enqueues a run if none is queued', async () => {
    const { sa } = await people(server)
    expect((await sa.post(path)).status).toBe(202)
    expect(await queuedOf('imports-clean-up')).toEqual([{ isDue: true, user: sa.id }])
  })

  test('is refused while the job runs, and while it is switched off', async () => {
    const { sa } = await people(server)
    await enqueue(server.db, importCleanUp, '')
    await takeTask(server.db)
    expect(await scheduleOf({ sa }, 'imports-clean-up')).toMatchObject({ state: 'running' })
    expect(await sa.post(path)).toMatchObject({ status: 409, body: { message: JOB_MESSAGES.running } })
    await sa.put('/api/jobs/schedules/imports-clean-up', { isOn: false })
    expect(await sa.post(path)).toMatchObject({ status: 409, body: { message: JOB_MESSAGES.off } })
  })

  test('starts one run for two concurrent requests', async () => {
    const { sa } = await people(server)
    const both = await Promise.all([sa.post(path), sa.post(path)])
    expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(await queuedOf('imports-clean-up')).toHaveLength(1)
  })
})

describe('«Reintentar» (rule J4)', () => {
  const retry = async ({ sa }: Pick<People, 'sa'>, id: string) => sa.post(`/api/jobs/${id}/retry`)

  test('repeats a failed scheduled job as a new run', async () => {
    const { sa } = await people(server)
    const failed = await storeRun('failed')
    expect((await sa.get('/api/jobs')).rows).toMatchObject([{ _id: failed, canRetry: true }])
    expect(await retry({ sa }, failed)).toMatchObject({
      status: 409,
      body: { message: JOB_MESSAGES.offInSettings },
    })
    await sa.put('/api/settings', { mailReminders: true })
    expect((await retry({ sa }, failed)).status).toBe(202)
    expect(await queuedOf('reminders')).toEqual([{ isDue: true, user: sa.id }])
    server.clock.advance(MINUTE)
    await runJobs(server.context, 1)
    expect(await runs()).toMatchObject([{ state: 'failed' }, { state: 'done', user: sa.id }])
    expect(await retry({ sa }, failed)).toMatchObject({
      status: 409,
      body: { message: JOB_MESSAGES.repeated },
    })
    expect((await sa.get('/api/jobs?state=failed')).rows).toMatchObject([{ canRetry: false }])
  })

  test('continues a batch that had failed for good', async () => {
    const { sa } = await people(server)
    const started = await deactivateTwo(sa)
    const batch = String(started.body.batch)
    await server.db.execute(sql`update tasks set retries = 8`)
    const job = await takeTask(server.db)
    const broken: TaskKind[] = TASK_KINDS.map((kind) =>
      kind.name === 'batch' && kind.chunk
        ? { ...kind, chunk: () => Promise.reject(new Error('on purpose')) }
        : kind,
    )
    if (job) await perform(server.context, job, { ...QUIET, kinds: broken })
    const [failed] = (await sa.get('/api/jobs')).rows
    expect(failed).toMatchObject({ state: 'failed', canRetry: true })
    expect(await sa.get(`/api/batches/${batch}`)).toMatchObject({ body: { state: 'failed' } })

    server.clock.advance(MINUTE)
    expect((await retry({ sa }, String(failed?._id))).status).toBe(202)
    await runJobs(server.context, 2)
    expect(await sa.get(`/api/batches/${batch}`)).toMatchObject({ body: { state: 'done', changed: 2 } })
    expect((await sa.get('/api/jobs')).rows).toMatchObject([
      { state: 'done', done: 2 },
      { state: 'failed', canRetry: false },
    ])
  })

  test('is refused for runs that did not fail, cannot be repeated, or are no longer pending', async () => {
    const { sa } = await people(server)
    const refused = async (id: string) => (await retry({ sa }, id)).body.message
    expect(await refused(await storeRun('done', { key: 'a' }))).toBe(JOB_MESSAGES.notFailed)
    expect(await refused(await storeRun('running', { key: 'b' }))).toBe(JOB_MESSAGES.notFailed)
    expect(await refused(await storeRun('failed', { kind: 'import' }))).toBe(JOB_MESSAGES.notRepeatable)
    const gone = await storeRun('failed', { kind: 'batch', key: newId() })
    expect(await refused(gone)).toBe(JOB_MESSAGES.gone)
    await server.db.insert(batches).values({
      ...{ _id: 'b1', resource: 'movies', action: 'update', state: 'undone' },
      ...{ createdBy: sa.id, address: '', date: server.clock.now() },
    })
    const undone = await storeRun('failed', { kind: 'batch', key: 'b1' })
    expect(await refused(undone)).toBe(JOB_MESSAGES.gone)
    expect((await retry({ sa }, newId())).status).toBe(404)
    expect((await server.db.select().from(batches).where(eq(batches._id, 'b1')))[0]?.state).toBe('undone')
  })
})

describe('the list of runs', () => {
  test('can be filtered by kind, state, user, days, ids and the name of the user who started the run', async () => {
    const { sa, admin } = await people(server)
    const one = await storeRun('done', { user: admin.id, key: 'a' })
    const begun = new Date(server.clock.now().getTime() + DAY)
    const other = await storeRun('failed', { kind: 'maintenance', begun })
    const found = async (query: string) => (await sa.get(`/api/jobs?${query}`)).rows.map(({ _id }) => _id)
    expect(await found('')).toEqual([other, one])
    expect(await found('sort=begun&order=asc')).toEqual([one, other])
    expect(await found('kind=maintenance')).toEqual([other])
    expect(await found('state=done')).toEqual([one])
    expect(await found(`user=${admin.id}`)).toEqual([one])
    expect(await found(`search=${admin.name}`)).toEqual([one])
    expect(await found('dateFinish=2026-03-15')).toEqual([one])
    expect(await found('dateBeging=2026-03-16')).toEqual([other])
    expect(await found(`ids=${one}`)).toEqual([one])
    expect((await sa.get('/api/jobs/size?state=failed')).body).toMatchObject({ count: 1 })
    for (const query of ['kind=x', 'state=x', 'sort=kind', 'dateBeging=x'])
      expect((await sa.get(`/api/jobs?${query}`)).status).toBe(422)
  })

  test('shows resellers only their own runs (rule J5)', async () => {
    const { sa, agent: seller } = await people(server)
    await server.db
      .update(profiles)
      .set({ routeAccess: buildGrants({ 'job-list': ['modify'] }) })
      .where(eq(profiles.name, 'agent'))
    const own = await storeRun('failed', { user: seller.id, key: 'a' })
    const foreign = await storeRun('failed', { user: sa.id, key: 'b' })
    await storeRun('done')
    expect((await seller.get('/api/jobs')).rows.map(({ _id }) => _id)).toEqual([own])
    expect((await seller.get('/api/jobs/size')).body).toMatchObject({ count: 1 })
    const { rows: schedules } = await seller.get('/api/jobs/schedules')
    expect(schedules.length).toBeGreaterThan(0)
    expect(schedules.filter(({ last }) => last !== null)).toEqual([])
    expect((await seller.post(`/api/jobs/${foreign}/retry`)).status).toBe(404)
  })

  test('is exported with Spanish states', async () => {
    const { sa } = await people(server)
    await storeRun('cancelled', { user: sa.id, message: JOB_MESSAGES.switchedOff })
    const { text } = await sa.get('/api/jobs/export?format=csv')
    expect(text).toContain('Recordatorios')
    expect(text).toContain('Detenida')
    expect(text).toContain(JOB_MESSAGES.switchedOff)
  })
})
