import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../src/server/app.ts'
import { COLLECTIONS } from '../../../src/server/collections.ts'
import { readConfig } from '../../../src/server/config.ts'
import { maintain } from '../../../src/server/features/maintenance/maintain.ts'
import { recordChange } from '../../../src/server/platform/audit/audit-log.ts'
import { checkArchive, restoreMonth } from '../../../src/server/platform/backup/archive.ts'
import { backUp } from '../../../src/server/platform/backup/back-up.ts'
import { refuseRunningServers, restore } from '../../../src/server/platform/backup/restore.ts'
import { migrateDatabase } from '../../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../../src/server/platform/database/open.ts'
import { makePartitions } from '../../../src/server/platform/database/partitions.ts'
import type { App, Context } from '../../../src/server/platform/http/context.ts'
import { prepareDatabase } from '../../../src/server/start/prepare.ts'
import { type Client, clientOf } from '../../support/app.ts'
import { createTransaction, makeTransaction, saleOf } from '../../support/credits.ts'
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import { silentLog } from '../../support/silent-log.ts'
import { databaseUrl } from '../../support/test-engine.ts'

const production = { demo: false, reset: false }
const ROLES = readFileSync(new URL('../../../deploy/roles.sql', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'cartelera-roles-'))
const archive = join(folder, 'archive')
const NOW = new Date()
const month = (ago: number): string =>
  new Date(Date.UTC(NOW.getUTCFullYear(), NOW.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)

/** A separate PostgreSQL server: roles belong to a whole server, and the page names them. */
let server: PostgresServer
/** URLs of the database by its two roles. */
let urls: { databaseUrl: string; databaseOwnerUrl: string }
let database: Database
let context: Context
let app: App
let sa: Client
let customer: string

const asRole = (role: string, name = 'cartelera'): string => {
  const url = new URL(databaseUrl(server.url, name))
  url.username = role
  return url.href
}

const run = async (url: string, ...statements: string[]): Promise<pg.QueryResult[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const results = []
    for (const statement of statements) results.push(await client.query(statement))
    return results
  } finally {
    await client.end()
  }
}
const superuser = (name: string) => databaseUrl(server.url, name)
const asServer = (...statements: string[]) => run(urls.databaseUrl, ...statements)

/** The statements of deploy/roles.sql, before and after it connects to the new database. */
const roleStatements = (): string[] =>
  ROLES.slice(ROLES.indexOf('CREATE ROLE'))
    .replace(/:'\w+'/g, "'change-me'")
    .split('\\connect cartelera\n')

const open = (options: object = {}) => openDatabase({ ...urls, dataDir: '', log: silentLog, ...options })

const signIn = async (): Promise<Client> => {
  const { status, body } = await clientOf(app).post('/auth/local', { name: 'sa', password: 'clave-de-sa' })
  expect([status, body]).toEqual([200, { token: expect.any(String) }])
  return clientOf(app, String(body.token))
}

const config = readConfig({
  CARTELERA_SA_PASSWORD: 'clave-de-sa',
  RETENTION_AUDIT: '12',
  RETENTION_DIR: archive,
})

beforeAll(async () => {
  server = await startPostgres()
  const [before = '', after = ''] = roleStatements()
  // One at a time: a database cannot be created together with other statements.
  await run(server.url, ...before.split(';\n').filter(Boolean))
  await run(superuser('cartelera'), after)
  urls = { databaseUrl: asRole('cartelera_server'), databaseOwnerUrl: asRole('cartelera_owner') }
  database = await open()
  const { db, health, readiness, stats } = database
  context = { db, config, now: () => new Date(), collections: COLLECTIONS, health, readiness, stats }
  await prepareDatabase(database, context, production)
  app = await buildApp(context, {})
  await app.ready()
  sa = await signIn()
  customer = await newCustomer('cliente')
  expect((await makeTransaction(sa, saleOf(customer))).status).toBe(200)
  expect((await createTransaction(sa, saleOf(customer))).status).toBe(201)
})

afterAll(async () => {
  await app?.close()
  await database?.close()
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const newCustomer = async (name: string): Promise<string> => {
  const { rows } = await sa.get('/api/profiles')
  const { body, status } = await sa.post('/api/users', {
    ...{ name, fullName: `Persona ${name}`, address: 'Calle 1', password: 'clave-de-cliente' },
    ...{ email: `${name}@example.org`, telePhone: '', celPhone: '', comment: '' },
    ...{ profile: rows.find((profile) => profile.name === 'app')?._id, platform: 'com.cartelera.tv' },
  })
  expect([status, body]).toEqual([201, expect.anything()])
  return String(body._id)
}

const stored = async (text: string): Promise<unknown[]> => (await asServer(text))[0]?.rows ?? []

const maintained = async () => {
  const done = await maintain(database.unlessBusy, { config, now: context.now })
  expect(done?.failures).toEqual([])
  return done
}

/** Adds an audit event of a month to a new partition. */
const storeEvent = async (of: string): Promise<void> => {
  await database.exclusively((db) => db.transaction((tx) => makePartitions(tx, 'audit', [of])))
  await recordChange(database.db, { id: null, name: 'Nadie', ip: '' }, new Date(`${of}-10T12:00:00Z`), {
    action: 'create',
    resource: 'movies',
    record: { _id: of, name: 'La isla' },
  })
}

describe('with an owner of the tables besides the role of the server', () => {
  test('the tables belong to the owner, and the server works in its own role', async () => {
    expect(
      await stored(`select distinct tableowner from pg_tables where schemaname in ('public', 'drizzle')`),
    ).toEqual([{ tableowner: 'cartelera_owner' }])
    const { rows } = await database.db.execute(sql`select current_user as role`)
    expect(rows).toEqual([{ role: 'cartelera_server' }])
  })

  test('a deleted user is erased from the audit log', async () => {
    const id = await newCustomer('borrado')
    expect((await sa.delete(`/api/users/${id}`)).status).toBe(200)
    const { rows } = await sa.get(`/api/audit?record=${id}`)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('borrado')
  })

  test('maintenance deletes unprocessed transactions, and exports and drops months beyond the retention', async () => {
    await run(
      urls.databaseOwnerUrl,
      `insert into license_transactions (_id, user_created, user_licensed, user_full_name, type, period, count,
          credit_price, total, status, date)
        select 'old', user_created, user_licensed, user_full_name, type, period, count, credit_price, total, status,
          date - interval '31 days'
        from license_transactions where status = 'CREATED'`,
    )
    for (const each of [month(13), month(12)]) await storeEvent(each)
    const done = await maintained()
    expect(done).toMatchObject({ swept: 1, retired: [{ log: 'audit', month: month(13), rows: 1 }] })
    expect(readdirSync(archive)).toEqual([`audit-${month(13)}.jsonl.gz`])
    expect(await maintained()).toMatchObject({ swept: 0, retired: [] })
    expect(await stored('select status from license_transactions order by 1')).toEqual([
      { status: 'CREATED' },
      { status: 'PROCESSED' },
    ])
    const path = join(archive, `audit-${month(13)}.jsonl.gz`)
    expect(await restoreMonth(database, path, await checkArchive(path))).toBe(1)
    expect(await maintained()).toMatchObject({ retired: [{ month: month(13), rows: 1 }] })
  })

  test('a backup is made and restored, and the server keeps its rights', async () => {
    const path = join(folder, 'copia.jsonl.gz')
    const rights = `select relname, relacl::text[] from pg_class where relkind in ('r', 'p', 'S')
      and relnamespace = 'public'::regnamespace order by 1`
    const before = await stored(rights)
    await backUp(database, path, new Date())
    const command = await open({ applicationName: 'cartelera restore' })
    try {
      await expect(restore(command, path, { replace: false })).rejects.toThrow(/no está vacía/)
      await expect(refuseRunningServers(command)).rejects.toThrow(/en uso/)
      await restore(command, path, { replace: true })
    } finally {
      await command.close()
    }
    expect(await stored(rights)).toEqual(before)
    await prepareDatabase(database, context, production)
    sa = await signIn()
    expect((await makeTransaction(sa, saleOf(customer))).status).toBe(200)
    expect((await sa.get('/api/reconciliation?full=true')).body).toMatchObject({ isSound: true })
  })

  test('a start does not change correct rights', async () => {
    const versions = 'select max(xmin::text::bigint) as last from pg_class'
    await prepareDatabase(database, context, production)
    const before = await stored(versions)
    await prepareDatabase(database, context, production)
    expect(await stored(versions)).toEqual(before)
  })
})

/** Rule O11. */
describe('the role of the server', () => {
  beforeAll(() => storeEvent(month(14)))
  /** The SQLSTATE with which a statement is refused; the transaction is rolled back if it is not. */
  const refusal = async (statement: string): Promise<string> => {
    try {
      await asServer(`begin; ${statement}; rollback`)
      return 'accepted'
    } catch (error) {
      return error instanceof pg.DatabaseError ? `${error.code}` : String(error)
    }
  }
  const DENIED = '42501'
  const RESTRICTED = '23001'
  const INVALID = '22023'

  const PROTECTED = [
    ...['license_transactions', 'audit_entries', 'audit_personal'],
    ...['audit_entries', 'audit_personal'].flatMap((table) => [
      `${table}_default`,
      `${table}_${month(0).replace('-', '_')}`,
    ]),
  ]

  test('may insert into and read append-only tables', async () => {
    expect(await refusal('insert into audit_entries select * from audit_entries limit 0')).toBe('accepted')
    for (const table of PROTECTED) expect(await refusal(`select * from ${table}`)).toBe('accepted')
  })

  test.each(PROTECTED)('can change neither rows of %s nor the table', async (table) => {
    const trigger = `create trigger other before insert on ${table} for each row execute function suppress_redundant_updates_trigger()`
    for (const statement of [
      `update ${table} set date = now()`,
      `update ${table} set _id = _id`,
      `delete from ${table}`,
      `merge into ${table} t using (select 1) s on true when matched then delete`,
      `truncate ${table}`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger user`,
      `alter table ${table} disable trigger all`,
      `alter table ${table} drop column date`,
      `alter table ${table} owner to cartelera_server`,
      `alter table ${table} rename to other`,
      `drop table ${table}`,
      `drop table ${table} cascade`,
      `grant all on ${table} to cartelera_server; delete from ${table}`,
      `create rule other as on insert to ${table} do instead nothing`,
      `lock table ${table} in access exclusive mode`,
      trigger,
    ])
      expect([statement, await refusal(statement)]).toEqual([statement, DENIED])
  })

  test('cannot change processed transactions, and of pending ones only the columns that processing sets', async () => {
    const change = (status: string) =>
      `update license_transactions set seller_months = 100 where status = '${status}'`
    expect(await refusal(change('CREATED'))).toBe('accepted')
    expect(await refusal(change('PROCESSED'))).toBe(RESTRICTED)
    expect(await refusal(`update license_transactions set status = 'CREATED'`)).toBe(RESTRICTED)
    expect(await refusal(`update license_transactions set total = 0 where status = 'CREATED'`)).toBe(DENIED)
    expect(await refusal(`delete from license_transactions where status = 'CREATED'`)).toBe(DENIED)
  })

  test('cannot switch roles, disable triggers, or create and drop objects', async () => {
    for (const statement of [
      'set role cartelera_owner',
      'grant cartelera_owner to cartelera_server; set role cartelera_owner',
      'set session authorization cartelera_owner',
      'set session_replication_role = replica',
      'create table other (a int)',
      `create function other() returns int language sql as 'select 1'`,
      'create temporary table license_transactions (a int)',
      'create schema other',
      'drop schema public cascade',
      'drop function refuse_ledger_change cascade',
      'drop trigger license_transactions_append_only on license_transactions',
      'alter table audit_entries detach partition audit_entries_default',
      `alter function refuse_ledger_change reset all`,
      `create or replace function refuse_ledger_change() returns trigger language plpgsql as 'begin return new; end'`,
      'alter default privileges for role cartelera_owner grant all on tables to cartelera_server',
      'update installation set retention_audit = 1',
      'delete from drizzle.__drizzle_migrations',
      'alter role cartelera_server superuser',
    ])
      expect([statement, await refusal(statement)]).toEqual([statement, DENIED])
  })

  test.each([
    ['drop_partition', `'audit', '${month(11)}-01', 1, 'x'`, RESTRICTED],
    ['drop_partition', `'audit', '${month(12)}-01', 1, 'x'`, RESTRICTED],
    ['drop_partition', `'visits', '2020-01-01', 0, ''`, RESTRICTED],
    ['drop_partition', `'audit', '${month(14)}-01', null, 'x'`, INVALID],
    ['drop_partition', `'audit', '${month(14)}-01', -1, 'x'`, INVALID],
    ['drop_partition', `'audit', '${month(14)}-01', 1, null`, INVALID],
    ['drop_partition', `'audit', '${month(14)}-01', 1, ''`, INVALID],
    ['drop_partition', `'audit', '${month(14)}-01', 1, repeat('x', 201)`, INVALID],
    ['drop_partition', `'audit', '${month(14)}-02', 1, 'x'`, INVALID],
    ['drop_partition', `'audit', null, 1, 'x'`, INVALID],
    ['drop_partition', `'audit', '-infinity', 1, 'x'`, INVALID],
    ['drop_partition', `'license_transactions', '${month(14)}-01', 1, 'x'`, INVALID],
    ['drop_partition', `null, '${month(14)}-01', 1, 'x'`, INVALID],
    // Beyond the retention, but its rows are not those of the file.
    ['drop_partition', `'audit', '${month(14)}-01', 7, 'x'`, RESTRICTED],
    ['make_partitions', `'other', '{2026-01-01}'`, INVALID],
    ['make_partitions', `null, '{2026-01-01}'`, INVALID],
    ['make_partitions', `'audit', null`, INVALID],
    ['make_partitions', `'audit', '{null}'`, INVALID],
    ['make_partitions', `'audit', '{2026-01-02}'`, INVALID],
    ['make_partitions', `'audit', '{infinity}'`, INVALID],
    ['make_partitions', `'audit', '{0044-03-01 BC}'`, INVALID],
    ['make_partitions', `'audit', array_fill('2026-01-01'::date, '{1201}')`, INVALID],
    ['erase_audit_personal', `array(select _id from users where name = 'sa')`, RESTRICTED],
    ['erase_audit_personal', `null`, INVALID],
    ['erase_audit_personal', `array[null]`, INVALID],
    ['erase_audit_personal', `array['x'], most => null`, INVALID],
    ['erase_audit_personal', `array['x'], most => -1`, INVALID],
    ['delete_pending_transactions', `null, 1000`, INVALID],
    ['delete_pending_transactions', `now(), null`, INVALID],
    ['delete_pending_transactions', `now(), 0`, INVALID],
    ['delete_pending_transactions', `now(), 1001`, INVALID],
    ['guard_audit_partition', `'_default'`, DENIED],
  ])('cannot misuse %s(%s)', async (name, parameters, code) => {
    expect(await refusal(`select ${name}(${parameters})`)).toBe(code)
  })

  test('can erase and delete only personal data of deleted users and pending transactions', async () => {
    const kept = `select (select count(*) from audit_entries where action <> 'erase')::int as entries,
      (select md5(string_agg(e::text, '' order by _id)) from audit_entries e where action <> 'erase') as audit,
      (select md5(string_agg(t::text, '' order by _id)) from license_transactions t where status = 'PROCESSED') as ledger`
    const before = await stored(kept)
    await asServer(
      `select erase_audit_personal(array(select _id from users where deleted_at is not null))`,
      `select delete_pending_transactions('infinity', 1000)`,
    )
    expect(await stored(kept)).toEqual(before)
    expect(await stored(`select from license_transactions where status = 'CREATED'`)).toEqual([])
  })
})

describe('a start is refused', () => {
  const starting = async (options: object = {}) => {
    const opened = await open(options)
    try {
      await migrateDatabase(opened)
    } finally {
      await opened.close()
    }
  }

  test('if both URLs have the same role, or different databases', async () => {
    await expect(starting({ databaseOwnerUrl: urls.databaseUrl })).rejects.toThrow(
      /^DATABASE_OWNER_URL: es el mismo rol/,
    )
    await expect(starting({ databaseOwnerUrl: superuser('postgres') })).rejects.toThrow(
      /^DATABASE_OWNER_URL: no es la base de datos de DATABASE_URL/,
    )
    await expect(
      starting({ databaseOwnerUrl: 'postgres://cartelera_owner:secret@127.0.0.1:1/cartelera' }),
    ).rejects.toThrow(/^DATABASE_OWNER_URL: no se puede usar la base de datos 127\.0\.0\.1:1\/cartelera/)
  })

  test('if the URL of the owner is missing, with that message; so is a restore', async () => {
    const without = { databaseOwnerUrl: undefined }
    const reason = /^DATABASE_URL: su rol no es el propietario.* DATABASE_OWNER_URL/
    await expect(starting(without)).rejects.toThrow(reason)
    const path = join(folder, 'otra.jsonl.gz')
    await backUp(database, path, new Date())
    const opened = await open(without)
    try {
      await expect(restore(opened, path, { replace: true })).rejects.toThrow(reason)
    } finally {
      await opened.close()
    }
  })

  test.each([
    [
      'a superuser',
      'alter role cartelera_server superuser',
      'alter role cartelera_server nosuperuser',
      /superusuario/,
    ],
    [
      'a member of the owner',
      'grant cartelera_owner to cartelera_server',
      'revoke cartelera_owner from cartelera_server',
      /miembro del rol propietario/,
    ],
    [
      'a role that may create objects',
      'grant create on schema public to public',
      'revoke create on schema public from public',
      /puede crear objetos/,
    ],
    [
      'a role that may delete events by the rights of all',
      'grant delete on audit_entries to public',
      'revoke delete on audit_entries from public',
      /puede cambiar audit_entries/,
    ],
    [
      'a role that may change a price by the rights of all',
      'grant update (total) on license_transactions to public',
      'revoke update (total) on license_transactions from public',
      /puede cambiar license_transactions/,
    ],
  ])('if the server is %s', async (_, give, take, reason) => {
    await run(superuser('cartelera'), give)
    try {
      await expect(starting()).rejects.toThrow(reason)
    } finally {
      await run(superuser('cartelera'), take)
    }
    await starting()
  })

  test('if the server owns the tables; an existing database migrates by making its role the owner', async () => {
    await run(
      server.url,
      'create role single login',
      'create role single_server login',
      'create database single owner single',
    )
    const alone = { databaseUrl: asRole('single', 'single'), databaseOwnerUrl: undefined }
    await starting(alone)
    const turned = { databaseUrl: alone.databaseUrl, databaseOwnerUrl: asRole('single_server', 'single') }
    await expect(starting(turned)).rejects.toThrow(/^DATABASE_OWNER_URL: su rol no es el propietario/)
    const both = { databaseUrl: asRole('single_server', 'single'), databaseOwnerUrl: alone.databaseUrl }
    await starting(both)
    await starting(alone)
    await starting(both)
    await run(alone.databaseUrl, 'grant delete on audit_entries to single_server')
    await starting(both)
    const [tried] = await run(
      both.databaseUrl,
      `select has_table_privilege('audit_entries', 'delete') as may, has_table_privilege('movies', 'delete') as may_others`,
    )
    expect(tried?.rows).toEqual([{ may: false, may_others: true }])
  })
})
