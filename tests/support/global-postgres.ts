import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../src/server/platform/database/migrate.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { startPostgres } from './postgres-server.ts'
import { buildSandboxThread } from './sandbox-thread.ts'
import { silentLog } from './silent-log.ts'
import { databaseUrl, serverUrl } from './test-engine.ts'

/** Creates the migrated template database of all test files, on `TEST_DATABASE_URL` or a server of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? undefined : await startPostgres()
  const url = given ?? server?.url ?? ''
  const run = `cartelera_test_${randomBytes(4).toString('hex')}`
  const template = `${run}_template`
  const role = `${run}_server`
  const login = pg.escapeLiteral(decodeURIComponent(new URL(url).password))
  await administer(url, [`create database ${template}`, `create role ${role} login password ${login}`])
  const owned = databaseUrl(url, template)
  const database = await openDatabase({
    databaseUrl: serverUrl(owned, role),
    databaseOwnerUrl: owned,
    dataDir: '',
    log: silentLog,
  })
  await migrateDatabase(database)
  await database.close()
  project.provide('engine', { kind: 'postgres', url, run, template, role })
  const thread = await buildSandboxThread()
  project.provide('sandboxThread', thread.file)
  return async () => {
    thread.remove()
    if (server) return server.remove()
    await dropAll(url, run, role)
  }
}

async function administer(url: string, statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

async function dropAll(url: string, run: string, role: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [run],
  )
  await client.end()
  const drops = found.rows.map(({ datname }) => `drop database if exists ${datname} with (force)`)
  await administer(url, [...drops, `drop role ${role}`])
}
