import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { restore } from '../../../../src/server/platform/backup/restore.ts'
import { locateFile } from '../../../../src/server/platform/database/locate-file.ts'
import { migrateDatabase } from '../../../../src/server/platform/database/migrate.ts'
import type { Database, Db } from '../../../../src/server/platform/database/open.ts'
import { LOGS, makePartitions } from '../../../../src/server/platform/database/partitions.ts'
import { spares, structureOf } from '../../../support/backups.ts'

const spare = spares()

/** For busy machines: some tests run all migrations several times. */
const BUSY = 240_000

/** The migrations of a fictitious next version, which adds a column to the settings, computed from stored data. */
const next = mkdtempSync(join(tmpdir(), 'cartelera-migrations-'))
afterAll(() => rmSync(next, { recursive: true, force: true }))
cpSync(locateFile('migrations'), next, { recursive: true })
const journal = JSON.parse(readFileSync(join(next, 'meta/_journal.json'), 'utf8'))
const last = journal.entries.at(-1)
journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' })
mkdirSync(join(next, 'meta'), { recursive: true })
writeFileSync(join(next, 'meta/_journal.json'), JSON.stringify(journal))
writeFileSync(
  join(next, 'next.sql'),
  `ALTER TABLE settings ADD COLUMN invented text;--> statement-breakpoint
UPDATE settings SET invented = value ->> 'invented';--> statement-breakpoint
ALTER TABLE settings ALTER COLUMN invented SET NOT NULL;`,
)

const fill = async ({ db }: Database): Promise<void> => {
  const value = JSON.stringify({ invented: 'Ñandú' })
  await db.execute(sql`insert into settings (value, date_update) values (${value}::jsonb, now())`)
  await db.execute(sql`insert into installation (is_demo, date) values (false, now())`)
}

const inventedOf = async ({ db }: Database) => (await db.execute(sql`select invented from settings`)).rows

test('a database is migrated with its rows by the next version', async () => {
  const database = await spare.empty()
  await fill(database)
  await migrateDatabase(database, next)
  expect(await inventedOf(database)).toEqual([{ invented: 'Ñandú' }])
  const structure = await structureOf(database.db)
  await migrateDatabase(database, next)
  expect(await structureOf(database.db)).toEqual(structure)
})

test('a backup of an older version is restored and migrated with its rows', async () => {
  const old = await spare.empty()
  await fill(old)
  const path = spare.file()
  await backUp(old, path, new Date())

  const target = await spare.empty()
  const { header } = await restore(target, path, { replace: false, migrations: next })
  expect(header.migrations).toHaveLength(journal.entries.length - 1)
  expect(await inventedOf(target)).toEqual([{ invented: 'Ñandú' }])
  // A start afterwards changes nothing.
  const structure = await structureOf(target.db)
  await migrateDatabase(target, next)
  expect(await structureOf(target.db)).toEqual(structure)
  await migrateDatabase(old, next)
  expect(structure).toEqual(await structureOf(old.db))
})

test('a database older than the baseline migration is refused with an explanation, and unchanged', async () => {
  const database = await spare.empty()
  await fill(database)
  await database.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`)
  const structure = await structureOf(database.db)
  const refusal = /versión preliminar de Cartelera.*demo (-- )?--reset/
  await expect(migrateDatabase(database)).rejects.toThrow(refusal)
  await expect(backUp(database, spare.file(), new Date())).rejects.toThrow(refusal)
  expect(await structureOf(database.db)).toEqual(structure)
})

test(
  'commands that need the tables of this version refuse a database of another one',
  async () => {
    const other = await spare.empty()
    await fill(other)
    await migrateDatabase(other, next)
    vi.doMock('../../../../src/server/commands/command-line.ts', () => ({
      withDatabase: (_args: object, work: (database: Database, config: object) => Promise<void>) =>
        work(other, {}),
      say: () => undefined,
      silent: {},
    }))
    for (const load of [
      () => import('../../../../src/server/commands/maintain.ts'),
      () => import('../../../../src/server/commands/reconcile.ts'),
    ]) {
      const { run } = await load()
      await expect(run({ command: '', flags: new Set(), argument: '' })).rejects.toThrow(
        'no es de esta versión de Cartelera: inicie antes el servidor',
      )
    }
  },
  BUSY,
)

const DATES = sql`
  select n, timestamptz '2026-01-15 12:00Z' + n * interval '20 days' as date from generate_series(0, 2) n`

const insertVisits = sql`
  insert into histories (_id, date, user_id, content_id, media_type, search, user_name, title, resource, genres)
  select 'v' || n, date, 'u', 'c', 'Movie', ' ana', 'Ána', 'La  Isla', 'movies', '["Drama"]' from (${DATES}) d`

const insertEvents = sql`
  insert into audit_entries (_id, date, action, resource, record, user_id, changes)
  select 'e' || n, date, 'update', 'movies', 'm', 'u', '[{"field": "title"}]' from (${DATES}) d`

const rowsOf = async (db: Db) => {
  const { rows } = await db.execute(sql`
    select _id, h::text as row from histories h
    union all select _id, e::text from audit_entries e
    union all select _id || 'p', concat_ws('|', author, record_name, user_name, address, changes, search) from audit_personal
    order by 1`)
  return rows
}

const partitionsOf = async (db: Db) => {
  const { rows } = await db.execute(sql`
    select tableoid::regclass::text as name, count(*)::int as rows from histories group by 1
    union all select tableoid::regclass::text, count(*)::int from audit_entries group by 1
    union all select tableoid::regclass::text, count(*)::int from audit_personal group by 1 order by 1`)
  return rows.map(({ name, rows: count }) => `${name}: ${count}`)
}

test(
  'a backup restores the partitions, each with its rows',
  async () => {
    const source = await spare.empty()
    await source.db.execute(sql`insert into installation (is_demo, date) values (false, now())`)
    for (const log of LOGS) await source.db.transaction((tx) => makePartitions(tx, log, ['2026-01']))
    for (const insert of [insertVisits, insertEvents]) await source.db.execute(insert)
    await source.db.execute(sql`
    insert into audit_personal (_id, date, search) select 'e' || n, date, '' from (${DATES}) d`)
    const path = spare.file()
    await backUp(source, path, new Date())
    const target = await spare.empty()
    await restore(target, path, { replace: false })
    expect(await rowsOf(target.db)).toEqual(await rowsOf(source.db))
    expect(await partitionsOf(target.db)).toEqual(await partitionsOf(source.db))
    expect(await partitionsOf(target.db)).toContain('audit_personal_default: 2')
    expect(await structureOf(target.db)).toEqual(await structureOf(source.db))
  },
  BUSY,
)
