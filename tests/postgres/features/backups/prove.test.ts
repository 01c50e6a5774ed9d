import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BACKUP_MESSAGES } from '../../../../src/domain/backups/backup.ts'
import { prove } from '../../../../src/server/features/backups/prove.ts'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { testApp } from '../../../support/app.ts'
import { fillAwkwardly } from '../../../support/awkward-data.ts'
import { spares } from '../../../support/backups.ts'
import { administer, createCheckDatabase } from '../../../support/check-database.ts'

const source = testApp({ keep: true })
const spare = spares({ keep: true })
const folder = mkdtempSync(join(tmpdir(), 'cartelera-proof-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let place: Awaited<ReturnType<typeof createCheckDatabase>>
let file = ''

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

beforeAll(async () => {
  await fillAwkwardly(source)
  file = spare.file()
  await backUp(source.database.database, file, new Date())
})
beforeEach(async () => {
  place = await createCheckDatabase()
})
afterEach(() => place.remove())

const proof = (url = place.url) =>
  prove(file, source.database.database, join(folder, 'unused'), {
    backupCheckUrl: url,
    factorKeys: source.context.config.factorKeys,
  })

const refused = (message: string) => ({ state: 'doubtful', message })

describe('the proof of a backup on PostgreSQL', () => {
  test('restores and reconciles it in the database for that, twice, and leaves it empty but for its mark', async () => {
    for (let time = 0; time < 2; time++) {
      expect(await proof()).toMatchObject({ state: 'proven', message: expect.stringMatching(/^Probada: /) })
      expect(await tablesIn(place.url)).toEqual([
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
    await administer(place.url, 'create schema tienda', 'create table tienda.pedidos (id int)')
    expect(await proof()).toEqual(refused(BACKUP_MESSAGES.foreign))
    expect(await tablesIn(place.url)).toEqual(['tienda.pedidos'])
  })

  test('refuses a role that may do more than own that database', async () => {
    expect(await proof(place.administratorUrl)).toEqual(refused(BACKUP_MESSAGES.role))
    const other = `${place.name}_more`
    await administer(place.administratorUrl, `create database ${other} owner ${place.name}`)
    try {
      expect(await proof()).toEqual(refused(BACKUP_MESSAGES.role))
      expect(await tablesIn(place.url)).toEqual([])
    } finally {
      await administer(place.administratorUrl, `drop database ${other} with (force)`)
    }
  })

  test('of a database that does not respond is doubtful, so that the file is kept', async () => {
    const wrong = new URL(place.url)
    wrong.port = '1'
    expect(await proof(wrong.href)).toEqual(refused(BACKUP_MESSAGES.unreachable))
  })

  test('that loses its database in the middle is doubtful, so that the file is kept', async () => {
    await administer(
      place.administratorUrl,
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
    await administer(place.url, 'create table public.media_copia (id int)')
    expect(await proof()).toMatchObject({ state: 'proven' })
    expect(await tablesIn(place.url)).not.toContain('public.media_copia')
  })
})
