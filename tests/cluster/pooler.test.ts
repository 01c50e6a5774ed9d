import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { refuseRunningServers } from '../../src/server/platform/backup/restore.ts'
import { unavailability } from '../../src/server/platform/database/errors.ts'
import { migrateDatabase } from '../../src/server/platform/database/migrate.ts'
import { type Database, type DatabaseOptions, openDatabase } from '../../src/server/platform/database/open.ts'
import { withStatementContext } from '../../src/server/platform/database/statement-context.ts'
import { withRetry } from '../../src/server/platform/database/transactions.ts'
import { expectSound, testCleanUp } from '../faults/setup.ts'
import { openShop, storm } from '../faults/shop.ts'
import { silentLog } from '../support/silent-log.ts'
import { databaseUrl } from '../support/test-engine.ts'
import { type Pooler, startPgBouncer } from './pgbouncer.ts'

const { endings, folder } = testCleanUp()
/** A role without privileges outside its own databases. */
const ROLE = `pooled_${randomBytes(4).toString('hex')}`
let pooler: Pooler
let serverUrl: string

beforeAll(async () => {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('A pooler needs PostgreSQL')
  serverUrl = engine.url
  await administer(`create role ${ROLE} login`)
  pooler = await startPgBouncer({
    port: Number(new URL(engine.url).port),
    size: 4,
    users: ['postgres', ROLE],
  })
})
afterAll(async () => {
  await pooler.stop()
  await administer(`drop role ${ROLE}`)
})

const administer = async (...statements: string[]) => {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Creates an empty database of the role: its URLs, through the pooler and directly. */
const newDatabase = async (...settings: string[]) => {
  const name = `pooled_${randomBytes(4).toString('hex')}`
  await administer(
    `create database ${name} owner ${ROLE}`,
    ...settings.map((setting) => `alter database ${name} set ${setting}`),
  )
  endings.push(() => administer(`drop database ${name} with (force)`))
  const direct = new URL(databaseUrl(serverUrl, name))
  direct.username = ROLE
  return { databaseUrl: pooler.url(name, ROLE), databaseDirectUrl: direct.href }
}

const open = async (options: Partial<DatabaseOptions>): Promise<Database> => {
  const database = await openDatabase({ dataDir: '', log: silentLog, ...options })
  endings.push(() => database.close())
  return database
}

const SETTINGS = sql`select current_setting('TimeZone') as zone, current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle,
  current_setting('max_parallel_workers_per_gather') as workers`

/** Settings in effect for a kind of work, also within transactions. */
const settingsOf = (database: Database, load: 'requests' | 'reports') =>
  withStatementContext({ load, limit: 10_000 }, async () => [
    ...(await database.db.execute(SETTINGS)).rows,
    ...(await database.db.transaction((tx) => tx.execute(SETTINGS))).rows,
  ])

/** Ends the pooler's connections to the server: those opened before the limits were set do not have them. */
const reconnect = () =>
  administer(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${ROLE}'`)

test('time zone, limits and parallelism hold behind the pooler for requests and reports', async () => {
  const database = await open(await newDatabase(`timezone = 'America/Bogota'`))
  const expected = { zone: 'UTC', statement: '30s', idle: '1min', workers: '1' }
  await reconnect()
  for (const load of ['requests', 'reports'] as const)
    await expect.poll(() => settingsOf(database, load).catch(() => [])).toEqual([expected, expected])
})

test('limits set by an operator are not changed', async () => {
  const addresses = await newDatabase(`statement_timeout = '12s'`, 'max_parallel_workers_per_gather = 0')
  await open(addresses)
  const { db } = await open({ ...addresses, databaseUrl: addresses.databaseDirectUrl })
  const { rows } = await db.execute<{ settings: string[] }>(
    sql`select setconfig as settings from pg_db_role_setting
      where setrole <> 0 and setdatabase = (select oid from pg_database where datname = current_database())`,
  )
  expect(rows[0]?.settings.toSorted()).toEqual([
    'client_connection_check_interval=250',
    'idle_in_transaction_session_timeout=60000',
  ])
})

test('nodes that start concurrently all set the limits of the role', async () => {
  const addresses = await newDatabase()
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) }
  await Promise.all(Array.from({ length: 5 }, () => open({ ...addresses, log })))
  expect(warnings).toEqual([])
})

test('a start without the direct URL names the missing variable', async () => {
  const { databaseUrl } = await newDatabase()
  await expect(open({ databaseUrl })).rejects.toThrow(/unsupported startup parameter.*DATABASE_DIRECT_URL/)
})

test('statements are unnamed behind a transaction pooler, so that none fails', async () => {
  const warnings: string[] = []
  const log = { ...silentLog, warn: (_: object, message: string) => warnings.push(message) }
  const addresses = await newDatabase()
  // The second node encounters the prepared statement of the first node's probe.
  const databases = [await open({ ...addresses, log }), await open({ ...addresses, log })]
  const runs = databases.flatMap(({ db }) =>
    Array.from({ length: 40 }, (_, n) => [
      db.execute(sql`select ${n}::int as n`),
      db.transaction((tx) => tx.execute(sql`select ${n}::int as n, pg_sleep(0.005)::text`)),
    ]),
  )
  expect(await Promise.all(runs.flat())).toHaveLength(160)
  expect(warnings).toEqual([])
})

test('nodes that migrate concurrently wait for one another', async () => {
  const addresses = await newDatabase()
  const databases = [await open(addresses), await open(addresses), await open(addresses)]
  await Promise.all(databases.map((each) => migrateDatabase(each)))
  let inside = 0
  await Promise.all(
    databases.map((database) =>
      database.exclusively(async (db) => {
        expect(++inside).toBe(1)
        // Maintenance is exempt from its role's limits.
        const { rows } = await db.execute(SETTINGS)
        expect(rows).toEqual([{ zone: 'UTC', statement: '0', idle: '0', workers: '1' }])
        inside--
      }),
    ),
  )
})

test('a statement beyond its limit ends on the server behind the pooler', async () => {
  const { db } = await open(await newDatabase())
  await reconnect()
  await expect.poll(() => db.execute(sql`select 1 as one`).catch(() => undefined)).toBeDefined()
  const slow = withStatementContext({ load: 'requests', limit: 100 }, () =>
    withRetry(db, (tx) => tx.execute(sql`select pg_sleep(60)`)),
  )
  await expect(slow).rejects.toSatisfy((error) => unavailability(error) === 'too-slow')
  const sleeping = async () =>
    (
      await db.execute(
        sql`select 1 from pg_stat_activity where state = 'active' and query = 'select pg_sleep(60)'`,
      )
    ).rows
  await expect.poll(sleeping).toEqual([])
})

test('a restore detects an active server behind the pooler', async () => {
  const addresses = await newDatabase()
  const server = await open(addresses)
  const direct = { ...addresses, databaseUrl: addresses.databaseDirectUrl, databaseDirectUrl: undefined }
  const command = await open({ ...direct, applicationName: 'cartelera restore' })
  await server.db.execute(sql`select 1`)
  await expect(refuseRunningServers(command, true)).rejects.toThrow(/detenga los servidores/)
})

test('two nodes sell behind the pooler, and a killed one leaves no locks', async () => {
  const { databaseUrl, databaseDirectUrl } = await newDatabase()
  const shop = await openShop(folder(), databaseUrl, 9_999, { DATABASE_DIRECT_URL: databaseDirectUrl })
  endings.push(() => shop.stop())
  const second = await shop.another(folder())
  endings.push(() => second.stop())
  const over = { first: false, second: false }
  const count = { first: 0, second: 0 }
  const storms = [
    storm(
      shop,
      4,
      () => over.first,
      () => count.first++,
    ),
    storm(
      { ...shop, ...second, agent: second.agent },
      4,
      () => over.second,
      () => count.second++,
    ),
  ]
  await expect.poll(() => Math.min(count.first, count.second)).toBeGreaterThan(5)
  await second.kill()
  over.second = true
  const before = count.first
  await second.start()
  await expect.poll(() => count.first).toBeGreaterThan(before + 5)
  over.first = true
  const sold = (await Promise.all(storms)).flat()
  await expectSound(shop, sold)
})
