import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { maintain, maintenance } from '../../../../src/server/features/maintenance/maintain.ts'
import { rebuildCounts } from '../../../../src/server/features/support/rebuild-counts.ts'
import { recordChange } from '../../../../src/server/platform/audit/audit-log.ts'
import {
  checkArchive,
  isPastRetention,
  restoreMonth,
} from '../../../../src/server/platform/backup/archive.ts'
import { newId } from '../../../../src/server/platform/database/ids.ts'
import {
  dropPartition,
  makePartitions,
  partitionMonths,
} from '../../../../src/server/platform/database/partitions.ts'
import { histories } from '../../../../src/server/platform/database/schema/support.ts'
import { loginAttempts, sessions } from '../../../../src/server/platform/database/schema/users.ts'
import { enqueue, lostTasks, takeTask } from '../../../../src/server/platform/tasks/queue.ts'
import { perform } from '../../../../src/server/platform/tasks/worker.ts'
import { testApp } from '../../../support/app.ts'
import { createTransaction, makeTransaction, process, saleOf } from '../../../support/credits.ts'
import { QUIET } from '../../../support/jobs.ts'
import { openSession, type People, people, storeUser } from '../../../support/people.ts'
import { viewerApp } from '../../../support/viewers.ts'

/** Partitions persist between tests, and other files must not see them. */
const server = testApp({ own: true })
const root = mkdtempSync(join(tmpdir(), 'cartelera-archive-'))
let folder = ''
let folders = 0
let team: People

beforeEach(async () => {
  folder = join(root, String(folders++))
  team = await people(server)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = async (
  config: { retentionVisits?: number; retentionAudit?: number; retentionDir?: string } = {},
) => {
  const context = {
    config: { ...server.context.config, retentionDir: folder, ...config },
    now: server.clock.now,
  }
  const done = await maintain(server.database.database.unlessBusy, context)
  if (!done) throw new Error('Somebody else is at it')
  return done
}

const visitOn = (date: string, contentId = 'isla') => ({
  ...{
    _id: newId(),
    date: new Date(date),
    user: team.agent.id,
    userName: 'ana',
    contentId,
    mediaType: 'Movie' as const,
  },
  ...{ title: 'La isla', resource: 'movies' as const, genres: ['Drama'], search: ' ana la isla' },
})

const store = async (...dates: string[]) => {
  await server.db.insert(histories).values(dates.map((date) => visitOn(date)))
  await recount()
}

const recount = () =>
  server.db.transaction(async (tx) => {
    for (const table of ['history_days', 'history_items'])
      await tx.execute(sql`delete from ${sql.identifier(table)}`)
    await rebuildCounts(tx, server.context.config.timeZone)
  })

const partitionsOf = async (table = 'histories') => {
  const { rows } = await server.db.execute<{ name: string; rows: number }>(
    sql`select tableoid::regclass::text as name, count(*)::int as rows from ${sql.identifier(table)} group by 1 order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
}

const counts = async () => {
  const read = async (table: string, columns: string) =>
    (
      await server.db.execute(
        sql.raw(`select ${columns}, sum(visits)::int from ${table} group by ${columns} order by ${columns}`),
      )
    ).rows
  return [await read('history_days', 'day, media_type'), await read('history_items', 'item_id, day')]
}

const archived = () => readdirSync(folder).sort()

describe('partitions', () => {
  test('are made for this month and the next two, once', async () => {
    await run()
    expect(await partitionMonths(server.db, 'visits')).toEqual(
      expect.arrayContaining(['2026-03', '2026-04', '2026-05']),
    )
    const made = await partitionMonths(server.db, 'visits')
    expect((await run()).failures).toEqual([])
    expect(await partitionMonths(server.db, 'visits')).toEqual(made)
    server.clock.set(new Date('2026-04-30T23:59:59Z'))
    await run()
    expect(await partitionMonths(server.db, 'visits')).toContain('2026-06')
  })

  test('hold the visits of their month in UTC', async () => {
    await run()
    await store('2026-03-31T23:59:59.999Z', '2026-04-01T00:00:00Z')
    expect(await partitionsOf()).toEqual({ histories_2026_03: 1, histories_2026_04: 1 })
  })

  test('visits without a partition are stored and moved by the next run', async () => {
    server.clock.set(new Date('2025-01-20T10:00:00Z'))
    const film = await team.sa.post('/api/radios', {
      title: 'Radio Sur',
      number: 1,
      category: 'Radio',
      link: 'https://r.example',
      image: 'https://r.example/i.png',
      status: true,
    })
    const viewer = await viewerApp(server)
    expect(film.status).toBe(201)
    const visit = { contentId: film.body._id, mediaType: 'Tv' }
    expect((await viewer.post('/api/histories', visit)).status).toBe(201)
    expect(await partitionsOf()).toEqual({ histories_default: 1 })
    const page = async () => (await team.sa.get('/api/histories')).rows
    const listed = await page()
    expect(listed).toHaveLength(1)
    expect((await run()).failures).toEqual([])
    expect(await partitionsOf()).toEqual({ histories_2025_01: 1 })
    expect(await page()).toEqual(listed)
    expect((await viewer.post('/api/histories', visit)).status).toBe(201)
    expect(await partitionsOf()).toEqual({ histories_2025_01: 2 })
  })

  test('have the indexes of the table', async () => {
    await run()
    const { rows } = await server.db.execute<{ table: string; indexes: string[] }>(sql`
      select tablename as table, array_agg(regexp_replace(indexdef, '^.*USING ', '') order by 1) as indexes
      from pg_indexes where tablename like 'histories%' group by 1`)
    const [first, ...others] = rows.map(({ indexes }) => [...indexes].sort())
    expect(others.length).toBeGreaterThan(3)
    for (const each of others) expect(each).toEqual(first)
  })
})

describe('retention', () => {
  const OLD = ['2024-01-31T23:00:00Z', '2024-02-01T03:59:59Z', '2024-02-10T12:00:00Z', '2024-03-01T03:00:00Z']
  const KEPT = ['2025-03-01T00:00:00Z', '2026-03-01T12:00:00Z']

  test('is unlimited by default', async () => {
    await store(...OLD, ...KEPT)
    expect(await run()).toMatchObject({ retired: [], failures: [] })
    expect((await team.sa.get('/api/histories/size')).body).toEqual({ count: 6 })
  })

  test.each([
    ['2025-02', true],
    ['2025-03', false],
    ['2026-03', false],
  ])('of 12 months in March 2026 retires %s: %s', (month, retired) => {
    const config = { ...server.context.config, retentionVisits: 12 }
    expect(isPastRetention(config, 'visits', month, new Date('2026-03-15T14:30:00Z'))).toBe(retired)
  })

  test('exports and drops older months; the daily counts equal the remaining visits', async () => {
    await store(...OLD, ...KEPT)
    const done = await run({ retentionVisits: 12 })
    expect(done).toMatchObject({
      failures: [],
      retired: [
        { log: 'visits', month: '2024-01', rows: 1, file: 'visits-2024-01.jsonl.gz' },
        { log: 'visits', month: '2024-02', rows: 2, file: 'visits-2024-02.jsonl.gz' },
        { log: 'visits', month: '2024-03', rows: 1, file: 'visits-2024-03.jsonl.gz' },
      ],
    })
    expect(archived()).toEqual(done.retired.map(({ file }) => file))
    expect((await team.sa.get('/api/histories')).rows.map(({ date }) => date)).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2025-03-01T00:00:00.000Z',
    ])
    expect((await team.sa.get('/api/histories/size')).body).toEqual({ count: 2 })
    expect((await team.sa.get('/api/histories/size?contentId=isla')).body).toEqual({ count: 2 })
    const left = await counts()
    await recount()
    expect(await counts()).toEqual(left)
    expect(await partitionMonths(server.db, 'visits')).not.toContain('2024-02')
    expect(await run({ retentionVisits: 12 })).toMatchObject({ retired: [], failures: [] })
  })

  test('records each dropped month in the audit log', async () => {
    await store('2024-02-10T12:00:00Z')
    await run({ retentionVisits: 12 })
    const { rows } = await team.sa.get('/api/audit?resource=histories')
    expect(rows).toMatchObject([
      {
        action: 'delete',
        record: null,
        user: null,
        changes: [
          { field: 'month', before: '2024-02', after: null },
          { field: 'rows', before: 1, after: null },
          { field: 'file', before: 'visits-2024-02.jsonl.gz', after: null },
        ],
      },
    ])
  })

  test('drops no month that could not be exported', async () => {
    await store('2024-02-10T12:00:00Z')
    writeFileSync(folder, 'a file, no folder')
    const { retired, failures } = await run({ retentionVisits: 12 })
    expect(retired).toEqual([])
    expect(failures).toMatchObject([{ step: 'retention of visits' }])
    expect((await team.sa.get('/api/histories/size')).body).toEqual({ count: 1 })
  })

  test('drops no month whose rows changed since the export, and not the last whole month', async () => {
    await store('2024-02-10T12:00:00Z', '2024-02-11T12:00:00Z')
    await run()
    const drop = (month: string, rows: number) =>
      server.db.transaction((tx) => dropPartition(tx, 'visits', { month, rows, file: 'x' }))
    await expect(drop('2024-02', 1)).rejects.toMatchObject({
      cause: { message: '1 rows of 2024-02-01 were exported, and there are 2' },
    })
    const now = new Date().toISOString().slice(0, 7)
    await server.db.transaction((tx) => makePartitions(tx, 'visits', [now]))
    await expect(drop(now, 0)).rejects.toMatchObject({ cause: { message: 'the last whole month stays' } })
    expect(await partitionsOf()).toMatchObject({ histories_2024_02: 2 })
  })

  test('does not overwrite another file of that month', async () => {
    await store('2024-02-10T12:00:00Z')
    await run({ retentionVisits: 12 })
    const first = readFileSync(join(folder, 'visits-2024-02.jsonl.gz'))
    await store('2024-02-11T12:00:00Z')
    await run({ retentionVisits: 12 })
    expect(archived()).toEqual(['visits-2024-02.2.jsonl.gz', 'visits-2024-02.jsonl.gz'])
    expect(readFileSync(join(folder, 'visits-2024-02.jsonl.gz'))).toEqual(first)
  })
})

describe('a file of a month', () => {
  const back = async (file: string) => {
    const path = join(folder, file)
    return restoreMonth(server.database.database, path, await checkArchive(path))
  }

  test('can be imported: restores rows and counts, and has no effect a second time', async () => {
    await store(
      '2024-01-31T23:00:00Z',
      '2024-02-01T03:59:59Z',
      '2024-02-10T12:00:00Z',
      '2026-03-01T12:00:00Z',
    )
    const before = await counts()
    const rows = await server.db.select().from(histories).orderBy(histories._id)
    await run({ retentionVisits: 12 })
    expect(await server.db.select().from(histories)).toHaveLength(1)
    expect(await back('visits-2024-02.jsonl.gz')).toBe(2)
    expect(await back('visits-2024-01.jsonl.gz')).toBe(1)
    expect(await back('visits-2024-01.jsonl.gz')).toBe(0)
    expect(await server.db.select().from(histories).orderBy(histories._id)).toEqual(rows)
    expect(await counts()).toEqual(before)
  })

  test('is rejected if damaged or of another kind', async () => {
    await store('2024-02-10T12:00:00Z')
    await run({ retentionVisits: 12 })
    const path = join(folder, 'visits-2024-02.jsonl.gz')
    const whole = readFileSync(path)
    writeFileSync(path, whole.subarray(0, whole.length - 20))
    await expect(checkArchive(path)).rejects.toThrow(`La copia ${path} está incompleta`)
    writeFileSync(path, 'text')
    await expect(checkArchive(path)).rejects.toThrow('no es un archivo de meses retirados de Cartelera')
  })

  test('of a version before the baseline is rejected, with instructions', async () => {
    await store('2024-02-10T12:00:00Z')
    await run({ retentionVisits: 12 })
    const path = join(folder, 'visits-2024-02.jsonl.gz')
    const [first = '', ...lines] = gunzipSync(readFileSync(path)).toString().split('\n')
    const header = { ...JSON.parse(first), migrations: [1] }
    writeFileSync(path, gzipSync([JSON.stringify(header), ...lines].join('\n')))
    await expect(checkArchive(path)).rejects.toThrow(
      `${path} es de una versión preliminar de Cartelera, que esta no puede leer. Consérvelo y léalo con la versión que lo creó`,
    )
  })
})

describe('transactions that were never processed', () => {
  const DAY = 24 * 60 * 60_000
  const listed = async () => (await team.sa.get('/api/license_transactions')).rows.map(({ _id }) => _id)

  test('are deleted after thirty days; processed and newer ones are kept', async () => {
    const customer = await storeUser(server, 'app')
    expect((await createTransaction(team.admin, saleOf(customer._id))).status).toBe(201)
    const processed = await makeTransaction(team.admin, saleOf(customer._id))
    server.clock.advance(DAY)
    const young = await createTransaction((await people(server)).admin, saleOf(customer._id))
    server.clock.advance(29 * DAY + 1000)
    team = await people(server)
    const stays = [young.body._id, processed.body._id]
    expect(await run()).toMatchObject({ swept: 1, failures: [] })
    expect(await listed()).toEqual(stays)
    expect((await team.sa.get('/api/license_transactions/size')).body).toEqual({ count: 2 })
    expect((await team.sa.get('/api/audit?resource=license_transactions&action=delete')).rows).toMatchObject([
      {
        record: null,
        user: null,
        changes: [
          { field: 'status', before: 'CREATED', after: null },
          { field: 'transactions', before: 1, after: null },
        ],
      },
    ])
    expect(await run()).toMatchObject({ swept: 0 })
  })

  test('release their idempotency key: the sale can be repeated', async () => {
    const customer = await storeUser(server, 'app')
    const key = newId()
    const forgotten = await createTransaction(team.admin, saleOf(customer._id), key)
    server.clock.advance(31 * DAY)
    await run()
    const { rows } = await server.db.execute(sql`select count(*)::int as n from license_transactions`)
    expect(rows).toEqual([{ n: 0 }])
    server.clock.advance(-31 * DAY)
    // The maintenance has deleted the sessions of the month before.
    const admin = server.clientOf(await openSession(server.db, team.admin.id, server.clock.now()))
    const again = await createTransaction(admin, saleOf(customer._id), key)
    expect(again.status).toBe(201)
    expect(again.body._id).not.toBe(forgotten.body._id)
    expect((await process(admin, again.body._id)).status).toBe(200)
  })
})

test('refreshes the statistics for estimated counts, which the embedded engine does not do by itself', async () => {
  await server.db.execute(sql`update pg_class set reltuples = 7 where relname = 'profiles'`)
  await run()
  const { rows } = await server.db.execute(
    sql`select reltuples::int as rows, (select count(*)::int from profiles) as stored from pg_class where relname = 'profiles'`,
  )
  expect(rows[0]?.rows).toBe(rows[0]?.stored)
})

test('deletes any number of expired sessions and attempts, and no others', async () => {
  const user = (await storeUser(server, 'sa'))._id
  await server.db.delete(sessions)
  const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000)
  const used = (lastUse: Date) => ({ tokenHash: newId(), user, createdAt: lastUse, lastUse })
  const kept = used(ago(11 * 60))
  await server.db
    .insert(sessions)
    .values([kept, ...Array.from({ length: 600 }, () => used(ago(12 * 60 + 1)))])
  const failed = (nameKey: string, at: Date) => ({ nameKey, address: '203.0.113.7', at })
  await server.db
    .insert(loginAttempts)
    .values([failed('ana', ago(14)), ...Array.from({ length: 1_000 }, () => failed('luis', ago(15)))])
  expect((await run()).failures).toEqual([])
  expect(await server.db.select().from(sessions)).toMatchObject([{ tokenHash: kept.tokenHash }])
  expect(await server.db.select().from(loginAttempts)).toMatchObject([{ nameKey: 'ana' }])
})

describe('the audit log', () => {
  const AUDIT = { retentionAudit: 12 }
  const by = { id: 'somebody', name: 'eva-luna', ip: '203.0.113.7' }
  const record = (date: string, author = by) =>
    recordChange(server.db, author, new Date(date), {
      action: 'update',
      resource: 'movies',
      record: { _id: 'm1', name: 'La isla' },
      before: { title: 'Isla' },
      after: { title: 'La isla' },
    })
  const stored = async () => [
    (await server.db.execute(sql`select * from audit_entries where record = 'm1' order by date`)).rows,
    (await server.db.execute(sql`select * from audit_personal where record_name = 'La isla' order by date`))
      .rows,
  ]
  const listed = async (query: string) => (await team.sa.get(`/api/audit?${query}`)).rows

  test('stores an event and its names in the partition of its month', async () => {
    await run()
    await record('2026-03-31T23:59:59.999Z')
    await record('2026-04-01T00:00:00Z')
    await record('2023-05-01T00:00:00Z')
    expect(await partitionsOf('audit_entries')).toMatchObject({
      audit_entries_2026_04: 1,
      audit_entries_default: 1,
    })
    expect(await partitionsOf('audit_personal')).toMatchObject({
      audit_personal_2026_04: 1,
      audit_personal_default: 1,
    })
    const before = await stored()
    expect((await run()).failures).toEqual([])
    expect(await partitionsOf('audit_personal')).toMatchObject({ audit_personal_2023_05: 1 })
    expect(await stored()).toEqual(before)
    expect(await listed('search=isla&order=asc&sort=date')).toHaveLength(3)
  })

  test.each(['audit_entries', 'audit_personal'])('keeps the rows of each partition of %s', async (table) => {
    await record('2023-05-01T00:00:00Z')
    await record('2026-03-10T00:00:00Z')
    await run()
    await record('2022-05-01T00:00:00Z')
    const before = await stored()
    for (const partition of Object.keys(await partitionsOf(table)))
      for (const statement of ['delete from', 'truncate', 'update'])
        await expect(
          server.db.execute(
            sql.raw(`${statement} ${partition} ${statement === 'update' ? "set _id = ''" : ''}`),
          ),
          `${statement} ${partition}`,
        ).rejects.toThrow()
    expect(await stored()).toEqual(before)
  })

  test('has no names without their event', async () => {
    await run()
    const orphan = sql`insert into audit_personal (_id, date, search) values ('x', '2026-03-10', '')`
    await expect(server.db.execute(orphan)).rejects.toMatchObject({ cause: { code: '23503' } })
  })

  test('is kept forever unless a retention is set; older months are dropped with their names and counts', async () => {
    await record('2024-02-01T00:30:00Z')
    await record('2024-02-20T00:00:00Z')
    await record('2025-06-01T00:00:00Z')
    expect(await run({ retentionVisits: 12 })).toMatchObject({ retired: [] })
    expect(await run(AUDIT)).toMatchObject({
      failures: [],
      retired: [{ log: 'audit', month: '2024-02', rows: 2, file: 'audit-2024-02.jsonl.gz' }],
    })
    expect(await listed('record=m1')).toMatchObject([{ date: '2025-06-01T00:00:00.000Z' }])
    expect(await listed('resource=audit')).toMatchObject([{ action: 'delete', user: null }])
  })

  test('of a month can be imported; names of users deleted since stay erased', async () => {
    const { _id, name } = await storeUser(server, 'app', { name: 'rosa-vega' })
    await record('2024-02-10T00:00:00Z')
    await record('2024-02-11T00:00:00Z', { id: _id, name, ip: '203.0.113.8' })
    await run(AUDIT)
    expect((await team.sa.delete(`/api/users/${_id}`)).status).toBe(200)
    const path = join(folder, 'audit-2024-02.jsonl.gz')
    expect(await restoreMonth(server.database.database, path, await checkArchive(path))).toBe(2)
    expect(await listed('record=m1')).toMatchObject([
      { user: _id, userName: '', address: '', recordName: 'La isla' },
      { user: 'somebody', userName: 'eva-luna', address: '203.0.113.7', recordName: 'La isla' },
    ])
    expect(await listed('search=rosa-vega')).toEqual([])
    expect(await listed('search=eva-luna')).toHaveLength(1)
    expect(await listed('resource=audit')).toMatchObject([{ action: 'create' }, { action: 'delete' }])
  })
})

test('runs as an hourly job, which alternates with other jobs between months', async () => {
  await store('2024-01-10T12:00:00Z', '2024-02-10T12:00:00Z')
  const config = { ...server.context.config, retentionDir: folder, retentionVisits: 12 }
  await enqueue(server.db, maintenance, '')
  const step = async () => {
    const job = await takeTask(server.db)
    const { unlessBusy } = server.database.database
    if (job) await perform({ ...server.context, config }, job, { ...QUIET, unlessBusy })
    return [job?.kind, archived().length]
  }
  expect(await step()).toEqual(['maintenance', 1])
  expect(await step()).toEqual(['maintenance', 2])
  expect(await step()).toEqual(['maintenance', 2])
  const { rows } = await server.db.execute<{ due: Date | string }>(
    sql`select due as due from tasks where kind = 'maintenance'`,
  )
  const hour = 3_600_000
  const next = new Date((Math.floor(server.clock.now().getTime() / hour) + 1) * hour)
  expect(rows.map(({ due }) => new Date(due))).toEqual([next])
})

test('the job of a killed server is taken over within an hour', async () => {
  await server.db.execute(sql`delete from tasks`)
  await enqueue(server.db, maintenance, '')
  const job = await takeTask(server.db)
  expect(await lostTasks(server.db, false)).toEqual([])
  await server.db.execute(sql`update tasks set started = now() - interval '61 minutes'`)
  expect(await lostTasks(server.db, false)).toMatchObject([{ _id: job?._id, kind: 'maintenance' }])
})
