import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { BACKUP_MESSAGES } from '../../../../src/domain/backups/backup.ts'
import { prove } from '../../../../src/server/features/backups/prove.ts'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { testApp } from '../../../support/app.ts'
import { fillAwkwardly } from '../../../support/awkward-data.ts'
import { spares } from '../../../support/backups.ts'
import { databaseUrl } from '../../../support/test-engine.ts'

const source = testApp({ keep: true })
const spare = spares({ keep: true })
const folder = mkdtempSync(join(tmpdir(), 'cartelera-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PASSWORD = 'clave-de-prueba'
let role = ''
let checkUrl = ''
let file = ''

const engine = () => {
  const found = inject('engine')
  if (found.kind !== 'postgres') throw new Error('These tests need PostgreSQL')
  return found
}

/** Runs statements in a database, as its administrator. */
const administer = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The tables outside the catalogue, with their schemas. */
const tablesIn = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select schemaname || '.' || tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  await client.end()
  return rows.map(({ name }) => name)
}

const asRole = (name: string): string => {
  const url = new URL(databaseUrl(engine().url, name))
  url.username = role
  url.password = PASSWORD
  return url.href
}

beforeAll(async () => {
  await fillAwkwardly(source)
  file = spare.file()
  await backUp(source.database.database, file, new Date())
  role = `${engine().run}_proof`
  await administer(engine().url, `create role ${role} login password '${PASSWORD}'`)
})
beforeEach(async () => {
  await administer(
    engine().url,
    `drop database if exists ${role} with (force)`,
    `create database ${role} owner ${role} template template0`,
  )
  checkUrl = asRole(role)
})
afterAll(async () => {
  await administer(
    engine().url,
    `drop database if exists ${role} with (force)`,
    `drop role if exists ${role}`,
  )
})

const proof = (url: string | undefined = checkUrl) =>
  prove(file, source.database.database, join(folder, 'unused'), {
    backupCheckUrl: url,
    factorKeys: source.context.config.factorKeys,
  })

const refused = (message: string) => ({ state: 'doubtful', message })

describe('the proof of a backup on PostgreSQL', () => {
  test('restores and reconciles it in the database for that, twice, and leaves it empty but for its mark', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await proof()).toMatchObject({ state: 'proven', message: expect.stringMatching(/^Probada: /) })
      expect(await tablesIn(checkUrl)).toEqual([
        'cartelera_check.cartelera_check',
        'drizzle.__drizzle_migrations',
      ])
    }
  })

  test('is not made without such a database', async () => {
    const config = { backupCheckUrl: undefined, factorKeys: [] }
    expect(await prove(file, source.database.database, join(folder, 'unused'), config)).toEqual({
      state: 'unproven',
      message: BACKUP_MESSAGES.unproven,
    })
  })

  test('refuses the database in use, whatever its marks, and changes nothing', async () => {
    const before = await tablesIn(source.database.url ?? '')
    await source.db.execute(sql`create schema cartelera_check`)
    await source.db.execute(sql`create table cartelera_check.cartelera_check ()`)
    expect(await proof(source.database.url)).toEqual(refused(BACKUP_MESSAGES.production))
    await source.db.execute(sql`drop schema cartelera_check cascade`)
    expect(await tablesIn(source.database.url ?? '')).toEqual(before)
  })

  test('refuses a database with the tables of others', async () => {
    await administer(checkUrl, 'create schema tienda', 'create table tienda.pedidos (id int)')
    expect(await proof()).toEqual(refused(BACKUP_MESSAGES.foreign))
    expect(await tablesIn(checkUrl)).toEqual(['tienda.pedidos'])
  })

  test('refuses a role that may do more than own that database', async () => {
    expect(await proof(databaseUrl(engine().url, role))).toEqual(refused(BACKUP_MESSAGES.role))
    const other = `${role}_more`
    await administer(engine().url, `create database ${other} owner ${role}`)
    try {
      expect(await proof()).toEqual(refused(BACKUP_MESSAGES.role))
      expect(await tablesIn(checkUrl)).toEqual([])
    } finally {
      await administer(engine().url, `drop database ${other} with (force)`)
    }
  })

  test('of a database that does not respond is doubtful, so that the file is kept', async () => {
    const wrong = new URL(checkUrl)
    wrong.port = '1'
    expect(await proof(wrong.href)).toEqual(refused(BACKUP_MESSAGES.unreachable))
  })

  test('that loses its database in the middle is doubtful, so that the file is kept', async () => {
    await administer(
      databaseUrl(engine().url, role),
      'create schema faults',
      `create function faults.fail() returns event_trigger language plpgsql as $$ begin
        if exists (select from pg_event_trigger_ddl_commands() where object_identity = 'public.users') then
          raise exception 'no space left on device';
        end if; end $$`,
      'create event trigger fail on ddl_command_end execute function faults.fail()',
    )
    expect(await proof()).toEqual(refused(BACKUP_MESSAGES.interruptedProof('no space left on device')))
  })

  test('goes on after one that was killed in the middle', async () => {
    await proof()
    await administer(checkUrl, 'create table public.media_copia (id int)')
    expect(await proof()).toMatchObject({ state: 'proven' })
    expect(await tablesIn(checkUrl)).not.toContain('public.media_copia')
  })
})
