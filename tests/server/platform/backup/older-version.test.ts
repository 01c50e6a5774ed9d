import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { backUp } from '../../../../src/server/platform/backup/back-up.ts'
import { applyMigrations, forgetMigrations } from '../../../../src/server/platform/backup/migrations.ts'
import { dropEverything, restore } from '../../../../src/server/platform/backup/restore.ts'
import { migrateDatabase } from '../../../../src/server/platform/database/migrate.ts'
import type { Database, Db } from '../../../../src/server/platform/database/open.ts'
import { LOGS, makePartitions, partitionMonths } from '../../../../src/server/platform/database/partitions.ts'
import { searchText, searchWords } from '../../../../src/server/platform/database/search.ts'
import { spares, structureOf } from '../../../support/backups.ts'

const spare = spares()

/** A database after a number of migrations. */
const olderDatabase = async (migrations: number) => {
  const old = await spare.empty()
  await old.db.transaction(async (tx) => {
    await dropEverything(tx)
    await forgetMigrations(tx)
    await applyMigrations(tx, 0, migrations)
  })
  return old
}

/** For a busy machine: some tests run all migrations several times. */
const BUSY = 240_000

/** Its settings have an address for reserved links; it has no visits and no application file. */
const OLDER = 8

test('a backup of an older version is restored and migrated with its rows', async () => {
  const old = await olderDatabase(OLDER)
  const value = JSON.stringify({ linkReserved: 'https://links.example' })
  await old.db.execute(sql`insert into settings (value, date_update) values (${value}::jsonb, now())`)
  await old.db.execute(sql`insert into installation (is_demo, date) values (false, now())`)
  const path = spare.file()
  await backUp(old, path, new Date())

  const target = await spare.empty()
  const { header } = await restore(target, path, { replace: false })
  expect(header.migrations).toHaveLength(OLDER)
  const found = await target.db.execute(sql`select value from settings`)
  expect(found.rows).toEqual([{ value: { linkReserved: true } }])
  // A start afterwards changes nothing.
  const structure = await structureOf(target.db)
  await migrateDatabase(target)
  expect(await structureOf(target.db)).toEqual(structure)
  await migrateDatabase(old)
  expect(structure).toEqual(await structureOf(old.db))
})

test(
  'commands that need the tables of this version refuse older ones',
  async () => {
    const old = await olderDatabase(OLDER)
    await old.db.execute(sql`insert into installation (is_demo, date) values (false, now())`)
    let done: Promise<void> | undefined
    vi.doMock('../../../../src/server/commands/command-line.ts', () => ({
      readWords: () => ({ flags: new Set(), file: undefined }),
      runCommand: (_failure: string, work: () => Promise<void>) => {
        done = work()
      },
      withDatabase: (_options: object, work: (database: Database, config: object) => Promise<void>) =>
        work(old, {}),
      say: () => undefined,
      silent: {},
    }))
    for (const run of [
      () => import('../../../../src/server/commands/maintain.ts'),
      () => import('../../../../src/server/commands/reconcile.ts'),
    ]) {
      await run()
      await expect(done).rejects.toThrow('no es de esta versión de Cartelera: inicie antes el servidor')
    }
  },
  BUSY,
)

/** Its reports refer to groups by key, and it searches users in their own rows. */
const BEFORE_NUMBERS = 13

test('migration keeps reports in their groups and users searchable', async () => {
  const old = await olderDatabase(BEFORE_NUMBERS)
  await old.db.execute(sql`
    insert into issue_groups (_id, media_id, media_type, issue_type, resource, title, title_key, reference, search,
      open, fixed, last_date)
    select k, k, 'Movie', 'AUDIO', 'movies', k, k, '', ' ' || k, 1, 0, now() from unnest(array['b', 'a', 'c']) k`)
  await old.db.execute(sql`
    insert into issues (_id, group_id, media_id, media_type, issue_type, date, day, user_id, date_update)
    select 'of ' || k, k, k, 'Movie', 'AUDIO', now(), now()::date, 'u', now() from unnest(array['a', 'b', 'c']) k`)
  await old.db.execute(sql`
    insert into profiles (_id, name, name_key, access_web, access_app, date_validate, device_validate, route_access,
      date_create, date_update) values ('p', 'app', 'app', false, true, true, true, '[]', now(), now())`)
  await old.db.execute(sql`
    insert into users (_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform,
      date_create, date_update, deleted_at)
    select k, ' ' || k, k, k, '', k, k, 'p', '', now(), now(), case k when 'gone' then now() end
    from unnest(array['ana', 'gone']) k`)
  await migrateDatabase(old)
  const reports = await old.db.execute(sql`
    select i._id, g._id as group_id from issues i join issue_groups g on g.number = i.group_number order by 1`)
  expect(reports.rows).toEqual(['a', 'b', 'c'].map((key) => ({ _id: `of ${key}`, group_id: key })))
  const found = await old.db.execute(sql`select * from user_search`)
  expect(found.rows).toEqual([{ _id: 'ana', search: ' ana' }])
})

/** Its audit entries contain names, addresses and search texts. */
const BEFORE_PERSONAL = 15

test('migration moves names out of audit entries, and erases those of deleted users', async () => {
  const old = await olderDatabase(BEFORE_PERSONAL)
  await old.db.execute(sql`
    insert into profiles (_id, name, name_key, access_web, access_app, date_validate, device_validate, route_access,
      date_create, date_update) values ('p', 'app', 'app', false, true, true, true, '[]', now(), now())`)
  await old.db.execute(sql`
    insert into users (_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform,
      date_create, date_update, deleted_at)
    select k, '', k, k, '', k, k, 'p', '', now(), now(), case k when 'gone' then now() end
    from unnest(array['ana', 'gone']) k`)
  const changes = JSON.stringify([
    { field: 'name', before: null, after: 'Íñigo' },
    { field: 'status', before: null, after: 'enable' },
  ])
  await old.db.execute(sql`
    insert into audit_entries (_id, date, action, resource, record, record_name, user_id, user_name, address, changes,
      search)
    values ('1', now(), 'create', 'users', 'ana', 'Íñigo  Núñez', 'gone', 'Gone', '192.0.2.1', ${changes}::jsonb, ' x'),
      ('2', now(), 'create', 'users', 'gone', 'Gone', 'ana', 'Ana', '192.0.2.2', ${changes}::jsonb, ' x'),
      ('3', now(), 'create', 'movies', 'm', 'Gone Girl', null, '', '', '[]', ' x')`)
  await old.db.execute(sql`
    insert into audit_personal (_id, user_id, changes)
    values ('1', 'ana', '[{"field": "email", "before": null, "after": "i@example.com"}]')`)
  await migrateDatabase(old)
  const { rows } = await old.db.execute<Record<string, unknown>>(sql`
    select p.*, e.changes as lasting from audit_personal p join audit_entries e using (_id)
    where action <> 'erase' order by _id`)
  const status = { field: 'status', before: null, after: 'enable' }
  const email = { field: 'email', before: null, after: 'i@example.com' }
  const name = { field: 'name', before: null, after: 'Íñigo' }
  expect(rows).toMatchObject([
    {
      author: null,
      subject: 'ana',
      record_name: 'Íñigo  Núñez',
      user_name: '',
      address: '',
      changes: [name, email],
      lasting: [status],
      search: `${searchText('Íñigo  Núñez')}\n `,
    },
    { author: 'ana', subject: null, record_name: '', user_name: 'Ana', changes: [], lasting: [status] },
    { author: null, record_name: 'Gone Girl', search: ' gone girl\n ', lasting: [] },
  ])
  expect(rows[1]?.search).toBe(` \n${searchText('Ana', '192.0.2.2')}`)
})

/** It allows duplicate episodes in different seasons, counts none and searches fewer texts. */
const BEFORE_CATALOGUE = 17

test('migration keeps and counts duplicate episodes', async () => {
  const old = await olderDatabase(BEFORE_CATALOGUE)
  await old.db.execute(sql`
    insert into series (_id, date_create, date_update, search, title, title_key, mail_origin, mail_origin_key,
      reference, reference_key, year, genres, genres_key, synopsis, synopsis_eng, covert_image, full_image, actors,
      categories, imdb_id, trailer, trailer_provider, released, rated, provider, is_dominican, is_youtube, seasons)
    select k, now(), now(), ' ' || k, k, k, '', '', '', '', 2000, '[]', '', '', '', '', '', '', '[]', '', '', 'Y', '',
      'TV-G', '', false, false, '[]' from unnest(array['s1', 's2']) k`)
  await old.db.execute(sql`
    insert into episodes (_id, date_create, date_update, search, title, title_key, mail_origin, mail_origin_key,
      reference, reference_key, mono_audio, only_english, has_link_reserved, content, imdb_id, serie_id, season,
      episode, season_key, episode_key, info_key, released, synopsis, covert_image)
    select 'e' || k, now(), now(), '', 'Piloto', 'piloto', '', '', '', '', false, false, false, '[]', '', 's1', k, 1,
      k * 10000 + 1, 10000 + k, '', '', '', '' from generate_series(1, 2) k`)
  await migrateDatabase(old)
  const counted = await old.db.execute(sql`select _id, episodes from series order by 1`)
  expect(counted.rows).toEqual([
    { _id: 's1', episodes: 2 },
    { _id: 's2', episodes: 0 },
  ])
  await old.db.execute(sql`delete from episodes where season = 2`)
  const left = await old.db.execute(sql`select episodes from series where _id = 's1'`)
  expect(left.rows).toEqual([{ episodes: 1 }])
})

test('migration makes contents searchable by all of their texts', async () => {
  const old = await olderDatabase(BEFORE_CATALOGUE)
  await old.db.execute(sql`
    insert into movies (_id, date_create, date_update, search, title, title_key, mail_origin, mail_origin_key,
      reference, reference_key, year, genres, genres_key, synopsis, synopsis_eng, covert_image, full_image, actors,
      categories, mono_audio, only_english, has_link_reserved, content, children, released, rated, imdb_id, trailer,
      trailer_provider, has_oscar, is_premiere, is_dominican, is_youtube)
    values ('m', now(), now(), ' viejo', 'La  Isla', 'la isla', 'a@b.example', '', 'R-1', '', 2000,
      '["Acción", "Drama"]', '', 'Un farero, una isla.', 'A keeper.', '', '', 'Íñigo', '[]', false, false, false, '[]',
      false, '', 'R', 'tt1', '', 'Y', false, false, false, false)`)
  await old.db.execute(sql`
    insert into channel_guides (_id, date_create, date_update, search, name, name_key, url, gzip)
    values ('g', now(), now(), '', 'Guía', 'guia', 'https://Á.example/X', false)`)
  await migrateDatabase(old)
  const { rows } = await old.db.execute<{ search: string }>(sql`select search from movies`)
  const fields = ['La  Isla', 'Íñigo', 'R-1', 'tt1', 'Acción', 'Drama', 'a@b.example', 'Un farero, una isla.']
  const words = (text: string) => text.split(' ').sort()
  expect(words(rows[0]?.search ?? '')).toEqual(words(searchWords(...fields, 'A keeper.')))
  const guides = await old.db.execute(sql`select url_key from channel_guides`)
  expect(guides.rows).toEqual([{ url_key: 'https://a.example/x' }])
})

/** It searches neither addresses nor the digits of telephone numbers. */
const BEFORE_DIGITS = 20

test('migration makes users and transactions searchable like new ones, and sortable by profile', async () => {
  const old = await olderDatabase(BEFORE_DIGITS)
  await old.db.execute(sql`
    insert into profiles (_id, name, name_key, access_web, access_app, date_validate, device_validate, route_access,
      date_create, date_update) values ('p', 'Más', 'mas', false, true, true, true, '[]', now(), now())`)
  await old.db.execute(sql`
    insert into users (_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform,
      tele_phone, cel_phone, address, comment, date_create, date_update, deleted_at)
    select k, case k when 'gone' then '' else ' ana ana (809) 555-1234' end, 'ａｎａ ', k, '', k, k, 'p', '', '(809) 555-1234', '',
      E'Calle  Ñandú\n3', 'ÁRBOL', now(), now(), case k when 'gone' then now() end
    from unnest(array['ana', 'gone']) k`)
  await old.db.execute(sql`
    insert into license_transactions (_id, user_created, user_licensed, user_full_name, search, type, period, count,
      credit_price, total, description, status, date, posting)
    values ('t', 'ana', 'ana', 'Ana', ' ana', 'SALE', 'MESES', 1, 1, 1, 'Pagó  EN efectivo', 'PROCESSED', now(), 1)`)
  await migrateDatabase(old)
  const searched = ' ana ana (809) 555-1234 calle nandu 3 arbol 8095551234'
  const found = await old.db.execute(sql`select _id, name, search, profile_key from users order by _id`)
  expect(found.rows).toEqual([
    { _id: 'ana', name: 'ana', search: searched, profile_key: 'mas' },
    { _id: 'gone', name: 'ana', search: '', profile_key: 'mas' },
  ])
  expect((await old.db.execute(sql`select search from user_search`)).rows).toEqual([{ search: searched }])
  const transaction = await old.db.execute(sql`select search, type_order from license_transactions`)
  expect(transaction.rows).toEqual([{ search: ' ana pago en efectivo', type_order: 5 }])
  const texts = await old.db.execute(sql`select user_licensed, transactions, search from transaction_search`)
  const sold = await old.db.execute(sql`select reseller, part, type, transactions from reseller_days`)
  expect(sold.rows).toEqual([{ reseller: 'ana', part: 'sold', type: 'SALE', transactions: 1 }])
  expect(texts.rows).toEqual([{ user_licensed: 'ana', transactions: 1, search: ' ana pago en efectivo' }])
  await expect(old.db.execute(sql`update license_transactions set search = ''`)).rejects.toThrow()
})

/** Its users have balances and expiries in their own rows. */
const BEFORE_LICENCES = 34

test('migration gives balances and licences to the users who have them, and counts these as before', async () => {
  const old = await olderDatabase(BEFORE_LICENCES)
  await old.db.execute(sql`
    insert into profiles (_id, name, name_key, access_web, access_app, date_validate, device_validate, route_access,
      date_create, date_update) values ('p', 'app', 'app', false, true, true, true, '[]', now(), now())`)
  await old.db.execute(sql`
    insert into users (_id, search, name, name_key, password_hash, full_name, full_name_key, profile, platform,
      date_create, date_update, credit_to_resell, date_expire, created_by, deleted_at)
    select k, '', k, k, '', k, k, 'p', '', now(), now(), months, "end"::timestamptz, owner, deleted::timestamptz
    from (values ('agent', 7, null, null, null), ('sold', 0, '2026-05-01T03:00Z', 'agent', null),
      ('other', 0, null, 'agent', null), ('gone', 0, '2026-05-02T12:00Z', 'agent', '2026-04-01'))
      as people (k, months, "end", owner, deleted)`)
  const days = sql`select day::text, sum(licences)::int as licences from expiry_days group by 1 having sum(licences) <> 0`
  const before = (await old.db.execute(days)).rows
  expect(before).toEqual([{ day: '2026-04-30', licences: 1 }])
  const path = spare.file()
  await backUp(old, path, new Date())
  const target = await spare.empty()
  await restore(target, path, { replace: false })
  await migrateDatabase(old)
  for (const { db } of [old, target]) {
    expect((await db.execute(sql`select * from balances`)).rows).toEqual([{ _id: 'agent', months: 7 }])
    const licences = await db.execute(sql`
      select _id, owner, extract(epoch from date_expire)::int as end from licences order by _id`)
    expect(licences.rows).toEqual([
      { _id: 'agent', owner: null, end: null },
      { _id: 'other', owner: 'agent', end: null },
      { _id: 'sold', owner: 'agent', end: Date.parse('2026-05-01T03:00Z') / 1000 },
    ])
    expect((await db.execute(days)).rows).toEqual(before)
    await db.execute(sql`update users set deleted_at = now() where _id = 'sold'`)
    expect((await db.execute(days)).rows).toEqual([])
  }
  expect(await structureOf(target.db)).toEqual(await structureOf(old.db))
})

/** Its visits and its audit log are in one table each. */
const BEFORE_PARTITIONS = 30

const DATES = sql`
  select n, timestamptz '2026-01-15 12:00Z' + n * interval '20 days' as date from generate_series(0, 2) n`

const insertVisits = sql`
  insert into histories (_id, date, user_id, content_id, media_type, search, user_name, title, resource, genres)
  select 'v' || n, date, 'u', 'c', 'Movie', ' ana', 'Ána', 'La  Isla', 'movies', '["Drama"]' from (${DATES}) d`

const insertEvents = sql`
  insert into audit_entries (_id, date, action, resource, record, user_id, changes)
  select 'e' || n, date, 'update', 'movies', 'm', 'u', '[{"field": "title"}]' from (${DATES}) d`

const insertNames = sql`
  insert into audit_personal (_id, author, record_name, user_name, address, search)
  select 'e' || n, 'u', 'La Isla', 'Ána', '192.0.2.1', ' la isla' from (${DATES}) d`

// Columns that a later version adds are null in these rows.
const rowsOf = async (db: Db) => {
  const { rows } = await db.execute(sql`
    select _id, jsonb_strip_nulls(to_jsonb(h))::text as row from histories h
    union all select _id, jsonb_strip_nulls(to_jsonb(e))::text from audit_entries e
    union all select _id || 'p', concat_ws('|', author, record_name, user_name, address, changes, search) from audit_personal
    union all select day || action || resource, sum(entries)::text from audit_days group by day, action, resource
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
  'migration moves visits and events into the partitions of their months, with rights, triggers and counts',
  async () => {
    const old = await olderDatabase(BEFORE_PARTITIONS)
    for (const insert of [insertVisits, insertEvents, insertNames]) await old.db.execute(insert)
    await old.db.execute(sql`insert into installation (is_demo, date) values (false, now())`)
    const path = spare.file()
    await backUp(old, path, new Date())
    await old.db.execute(sql`create role reader`)
    await old.db.execute(sql`grant select on histories, audit_personal to reader`)
    const rows = await rowsOf(old.db)
    await migrateDatabase(old)
    expect(await partitionsOf(old.db)).toEqual([
      'audit_entries_2026_01: 1',
      'audit_entries_2026_02: 2',
      'audit_personal_2026_01: 1',
      'audit_personal_2026_02: 2',
      'histories_2026_01: 1',
      'histories_2026_02: 2',
    ])
    for (const log of LOGS) expect(await partitionMonths(old.db, log)).toHaveLength(2 + 3)
    expect(await rowsOf(old.db)).toEqual(rows)
    const rights = await old.db.execute(sql`
    select has_table_privilege('reader', 'histories', 'select') as visits,
      has_table_privilege('reader', 'audit_personal', 'select') as names,
      has_table_privilege('reader', 'audit_entries', 'select') as events`)
    expect(rights.rows).toEqual([{ visits: true, names: true, events: false }])
    await old.db.execute(sql`drop owned by reader`)
    await old.db.execute(sql`drop role reader`)
    for (const statement of ['update audit_entries set record = null', 'delete from audit_personal'])
      await expect(old.db.execute(sql.raw(statement))).rejects.toThrow()
    const erased = await old.db.execute(sql`select erase_audit_personal(array['u'], most => 2) as erased`)
    expect(erased.rows).toEqual([{ erased: 2 }])
    // So does a restore of a backup from before.
    const target = await spare.empty()
    await restore(target, path, { replace: false })
    expect(await structureOf(target.db)).toEqual(await structureOf(old.db))
    expect(await rowsOf(target.db)).toEqual(rows)
  },
  BUSY,
)

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
