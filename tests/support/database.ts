import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject } from 'vitest'
import { openInMemory } from '../../src/server/platform/database/embedded/open-embedded.ts'
import { type Database, type Db, openDatabase } from '../../src/server/platform/database/open.ts'
import { silentLog } from './silent-log.ts'
import { databaseUrl, serverUrl } from './test-engine.ts'

/** The database of one test file: migrated, and empty at the start of each test. */
export interface TestDatabase {
  readonly db: Db
  readonly database: Database
  /** The same database for the server under test: on PostgreSQL as a role that does not own the tables. */
  readonly served: Database
  readonly kind: 'embedded' | 'postgres'
  /** Its URL, for tests that open more connections or processes; undefined on the embedded engine. */
  readonly url: string | undefined
  /** Empties all tables. */
  empty(): Promise<void>
}

export interface TestDatabaseOptions {
  /** Empties the tables before each test; otherwise the file does so itself. */
  emptied?: boolean
  /** Without the product's tables. */
  bare?: boolean
  /** Uses a database that no other file shares, whose planner statistics fit thousands of rows. */
  own?: boolean
}

/** Sets up an empty database on the engine of the project; call it at the top of the test file. */
export function testDatabase(options: TestDatabaseOptions = {}): TestDatabase {
  const { emptied = true, bare = false, own = bare } = options
  let opened: OpenedDatabase | undefined
  const current = () => {
    if (!opened) throw new Error('The database is open only while tests and their hooks run')
    return opened
  }
  beforeAll(async () => {
    opened = own || isAlone() ? await openTestDatabase(bare) : await openShared()
  })
  if (emptied) beforeEach(() => emptyAll(current().database.db))
  afterAll(async () => {
    await opened?.remove()
    opened = undefined
  })
  return {
    get db() {
      return current().database.db
    },
    get database() {
      return current().database
    },
    get url() {
      return current().url
    },
    get served() {
      return current().served ?? current().database
    },
    kind: inject('engine').kind,
    empty: () => emptyAll(current().database.db),
  }
}

export interface OpenedDatabase {
  database: Database
  /** The database for the server under test; absent without tables, and on the embedded engine. */
  served?: Database
  url: string | undefined
  /** Closes and drops the database. */
  remove(): Promise<void>
}

/** Files that only run on PostgreSQL cut connections and fill caches, so each has its own database. */
const isAlone = (): boolean => expect.getState().testPath?.includes('/tests/postgres/') === true

let shared: Promise<OpenedDatabase & { tables: string[] }> | undefined

/** The other files of a worker share one database: creating one takes longer than most of them. */
async function openShared(): Promise<OpenedDatabase> {
  shared ??= openTestDatabase().then(async (opened) => ({
    ...opened,
    tables: await tablesOf(opened.database.db),
  }))
  const { tables, database, served, url } = await shared
  await emptyAll(database.db)
  const remove = async () => {
    const own = (await tablesOf(database.db)).filter((table) => !tables.includes(table))
    for (const table of own)
      await database.db.execute(sql`drop table if exists ${sql.identifier(table)} cascade`)
  }
  return { database, ...(served && { served }), url, remove }
}

async function tablesOf(db: Db): Promise<string[]> {
  const found = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  return found.rows.map(({ name }) => name)
}

/** Opens a new database on the engine of the test project; the caller removes it. */
export async function openTestDatabase(bare = false): Promise<OpenedDatabase> {
  const engine = inject('engine')
  if (engine.kind === 'embedded') {
    const database = await openInMemory(silentLog, bare ? undefined : engine.snapshot)
    await database.db.execute(sql.raw(DEFINE_EMPTYING))
    return { database, url: undefined, remove: () => database.close() }
  }
  const name = `${engine.run}_${randomBytes(4).toString('hex')}`
  await administer(engine.url, `create database ${name} template ${bare ? 'template0' : engine.template}`)
  const url = databaseUrl(engine.url, name)
  const options = { dataDir: '', log: silentLog }
  const database = await openDatabase({ ...options, databaseUrl: url })
  await database.db.execute(sql.raw(DEFINE_EMPTYING))
  const served = bare
    ? undefined
    : await openDatabase({ ...options, databaseUrl: serverUrl(url, engine.role), databaseOwnerUrl: url })
  return {
    database,
    ...(served && { served }),
    url,
    async remove() {
      await Promise.all([database.close(), served?.close()])
      await administer(engine.url, `drop database ${name} with (force)`)
    },
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/**
 * Defines a function that empties every table and the queue of jobs, and resets the sequences. Deletes rows, without triggers
 * and foreign keys, because `truncate` creates new files for each table and index, which took a quarter of the time of the
 * tests; names the tables, because a session plans static statements only once.
 */
const DEFINE_EMPTYING = `do $do$
declare
  tables oid[] := array(
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  );
  deletions text := (select coalesce(string_agg(format('delete from %s;', name::regclass), ' '), '') from unnest(tables) name);
  resets text := (
    select coalesce(string_agg(format('perform setval(%L, 1, false);', format('%I.%I', schemaname, sequencename)), ' '), '')
    from pg_sequences where schemaname = 'public'
  );
begin
  create schema test_support;
  execute format($create$
    create function test_support.empty_tables() returns void language plpgsql as $body$
    declare
      name text;
    begin
      perform set_config('session_replication_role', 'replica', true);
      %s
      %s
      -- Of the test itself.
      for name in
        select oid::regclass from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and oid <> all (%L::oid[])
      loop
        execute 'delete from ' || name;
      end loop;
    end $body$$create$, deletions, resets, tables);
end $do$`

const emptyAll = async (db: Db): Promise<void> => {
  await db.execute(sql`select test_support.empty_tables()`)
}
