import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../src/server/app.ts'
import { COLLECTIONS } from '../../src/server/collections.ts'
import { readConfig } from '../../src/server/config.ts'
import { unavailability } from '../../src/server/platform/database/errors.ts'
import { migrateDatabase } from '../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../src/server/platform/database/open.ts'
import { withStatementContext } from '../../src/server/platform/database/statement-context.ts'
import type { App, Context } from '../../src/server/platform/http/context.ts'
import { prepareDatabase } from '../../src/server/start/prepare.ts'
import { type Client, clientOf } from '../support/app.ts'
import { TYPE } from '../support/credits.ts'
import { filmOf } from '../support/films.ts'
import { silentLog } from '../support/silent-log.ts'
import { freePorts, ownFolder, Postgres, PRODUCT, query, until } from './engines.ts'

const PASSWORD = 'clave-de-prueba'
const folder = mkdtempSync(join(tmpdir(), 'cartelera-replicas-'))
let primary: Postgres
let replica: Postgres
/** Two nodes on the same servers, each with a client for the same session of `sa`, and one for a reader's session. */
let nodes: { app: App; database: Database; sa: Client; reader: Client }[]

const config = () =>
  readConfig({
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URLS: replica.url,
    CARTELERA_SA_PASSWORD: PASSWORD,
  })

const openNode = async () => {
  const database = await openDatabase({ ...config(), log: silentLog })
  const context: Context = {
    db: database.db,
    config: config(),
    now: () => new Date(),
    collections: COLLECTIONS,
    health: database.health,
    readiness: database.readiness,
    stats: database.stats,
  }
  return { database, context }
}

const signIn = async (app: App, name: string): Promise<string> => {
  const { body } = await clientOf(app).post('/auth/local', { name, password: PASSWORD })
  return String(body.token)
}

beforeAll(async () => {
  ownFolder(folder)
  const [first = 0, second = 0] = await freePorts(2)
  primary = new Postgres('pg1', first, folder)
  replica = new Postgres('pg2', second, folder)
  primary.create()
  await primary.start()
  await query(first, `create role ${PRODUCT} login`)
  await query(first, `create database ${PRODUCT} owner ${PRODUCT}`)
  replica.copy(primary, first)
  await replica.start()
  const opened = [await openNode(), await openNode()]
  for (const { database, context } of opened.slice(0, 1)) {
    await migrateDatabase(database)
    await prepareDatabase(database, context, { demo: false, reset: false })
  }
  const apps = await Promise.all(opened.map(({ context }) => buildApp(context)))
  const [app] = apps
  if (!app) throw new Error('No application')
  const sa = await signIn(app, 'sa')
  const admin = (await clientOf(app, sa).get('/api/profiles?limit=100')).rows.find(
    ({ name }) => name === 'Administrador',
  )
  await clientOf(app, sa).post('/api/users', {
    name: 'lectora',
    fullName: 'Lectora',
    address: 'Calle 1',
    profile: admin?._id,
    platform: 'com.cartelera.tv',
    password: PASSWORD,
  })
  const reader = await signIn(app, 'lectora')
  nodes = opened.map(({ database }, index) => {
    const node = apps[index] ?? app
    return { app: node, database, sa: clientOf(node, sa), reader: clientOf(node, reader) }
  })
})
afterEach(async () => {
  if (replica.isRunning) await query(replica.port, 'select pg_wal_replay_resume()').then(settled)
})
afterAll(async () => {
  for (const { app, database } of nodes ?? []) {
    await app.close()
    await database.close()
  }
  await replica.kill()
  await primary.kill()
  rmSync(folder, { recursive: true, force: true })
})

const node = (index: number) => {
  const found = nodes[index]
  if (!found) throw new Error(`No node ${index}`)
  return found
}

/** Number of statements sent to the replica's database by the product, excluding those of this test. */
const readsAtReplica = async (): Promise<number> => {
  await query(replica.port, 'select pg_stat_clear_snapshot(), pg_stat_force_next_flush()')
  const [row] = await query<{ calls: number }>(
    replica.port,
    `select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as calls
      from pg_stat_user_tables where relname = 'movies'`,
    [],
    PRODUCT,
  )
  return row?.calls ?? 0
}

/** Waits until the replica has caught up with the primary, and both nodes have noticed it. */
async function settled(): Promise<void> {
  const behind = async () => {
    const [row] = await query<{ caught: boolean }>(
      replica.port,
      `select pg_last_wal_replay_lsn() >= $1::pg_lsn as caught`,
      [(await query<{ at: string }>(primary.port, 'select pg_current_wal_flush_lsn()::text as at'))[0]?.at],
    )
    return row?.caught === true
  }
  await until('the replica has caught up', behind)
}

const titles = async (client: Client) =>
  (await client.get('/api/movies?limit=100')).rows.map(({ title }) => String(title))

/** Waits until a list shows a film; the list of its writer shows it at once. */
const shows = (client: Client, title: string) => expect.poll(() => titles(client)).toContain(title)

const stopReplay = () => query(replica.port, 'select pg_wal_replay_pause()')

test('lists and counts are read from the replica, but writers see their changes at once, on every node', async () => {
  await node(0).sa.post('/api/movies', filmOf({ title: 'Antes' }))
  await shows(node(0).reader, 'Antes')
  const before = Number((await node(0).reader.get('/api/movies/size')).body.count)
  await stopReplay()
  expect((await node(0).sa.post('/api/movies', filmOf({ title: 'Después' }))).status).toBe(201)
  for (const each of [node(0), node(1)]) {
    expect(await titles(each.sa)).toContain('Después')
    expect((await each.sa.get('/api/movies/size')).body.count).toBe(before + 1)
    // Another session still reads the replica's state.
    expect(await titles(each.reader)).not.toContain('Después')
    expect((await each.reader.get('/api/movies/size')).body.count).toBe(before)
  }
})

test('the writer reads the replica again once it has caught up', async () => {
  await node(0).sa.post('/api/movies', filmOf({ title: 'Otra vez' }))
  await settled()
  const reads = async () => {
    const before = await readsAtReplica()
    await titles(node(0).sa)
    return (await readsAtReplica()) - before
  }
  await expect.poll(reads).toBeGreaterThan(0)
})

test('permissions, settings and the ledger are as current as the primary', async () => {
  const { sa, reader } = node(1)
  const profiles = (await sa.get('/api/profiles?limit=100')).rows
  const create = async (name: string, profile: string) =>
    (
      await sa.post('/api/users', {
        name,
        fullName: name,
        address: 'Calle 1',
        profile: profiles.find((each) => each.name === profile)?._id,
        platform: 'com.cartelera.tv',
        password: PASSWORD,
      })
    ).body._id
  const agent = await create('vendedor', 'agent')
  const clerk = await create('mostrador', 'Administrador')
  const signedIn = clientOf(node(1).app, await signIn(node(1).app, 'mostrador'))
  for (let film = 0; film < 11; film++) await sa.post('/api/movies', filmOf({ title: `Larga ${film}` }))
  await shows(reader, 'Larga 10')
  await stopReplay()
  expect((await signedIn.get('/api/movies/short')).status).toBe(200)
  expect((await sa.put(`/api/users/${String(clerk)}`, { status: 'disable' })).status).toBe(200)
  expect((await signedIn.get('/api/movies/short')).status).toBe(401)

  expect((await sa.put('/api/settings', { pageSize: 10 })).status).toBe(200)
  expect((await reader.get('/api/movies')).rows).toHaveLength(10)
  expect((await reader.get('/api/settings')).body.pageSize).toBe(10)

  const sale = { userLicensed: agent, type: TYPE.TRANSFER, period: 'MESES', count: 5 }
  const { body } = await sa.post('/api/license_transactions', sale)
  await sa.put(`/api/license_transactions/${String(body._id)}`, { status: 'PROCESSED' })
  const ledger = await reader.get('/api/license_transactions?limit=10')
  expect(ledger.rows.map(({ _id }) => _id)).toContain(body._id)
})

test('a lagging replica is not used', async () => {
  await stopReplay()
  await node(0).sa.post('/api/movies', filmOf({ title: 'Lejos' }))
  expect(await titles(node(1).reader)).not.toContain('Lejos')
  await shows(node(1).reader, 'Lejos')
})

test('a node reads the primary while its replica is unreachable', async () => {
  await replica.kill()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => node(n % 2).reader.get(n % 3 ? '/api/movies' : '/api/movies/size')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await node(0).sa.post('/api/movies', filmOf({ title: 'Sola' }))
  expect(await titles(node(1).reader)).toContain('Sola')
  await replica.start()
  await settled()
  const reads = async () => {
    const before = await readsAtReplica()
    await titles(node(0).reader)
    return (await readsAtReplica()) - before
  }
  await expect.poll(reads).toBeGreaterThan(0)
})

test('a write that no replica has confirmed in time is not reported as done', async () => {
  await primary.waitForOne([replica])
  await replica.kill()
  const { db } = node(0).database
  const write = () =>
    withStatementContext({ load: 'requests', limit: 300 }, async () =>
      db.execute(sql`update installation set is_complete = is_complete`),
    )
  // The processes of PostgreSQL read the changed configuration at any time after the reload.
  const refusal = () => write().then(() => 'none', unavailability)
  await expect.poll(refusal, { timeout: 60_000 }).toBe('away')
  const commit = db.transaction(async (tx) => {
    await tx.execute(sql`update settings set value = value`)
    // Ends the commit's wait for the replica: PostgreSQL then reports success, with a warning.
    await tx.execute(sql`select set_config('statement_timeout', '300', true)`)
  })
  await expect(commit).rejects.toThrow('A commit was not answered')
})
