import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { backUp } from '../../../src/server/backup/back-up.ts'
import { applyMigrations, forgetMigrations } from '../../../src/server/backup/migrations.ts'
import { dropEverything } from '../../../src/server/backup/rebuild.ts'
import { restore } from '../../../src/server/backup/restore.ts'
import { migrateDatabase } from '../../../src/server/database/migrate.ts'
import { searchText } from '../../../src/server/database/search.ts'
import { spares, structureOf } from '../../support/backups.ts'

const spare = spares()

/** A database as a version left it that knew so many migrations. */
const olderDatabase = async (migrations: number) => {
  const old = await spare.empty()
  await old.db.transaction(async (tx) => {
    await dropEverything(tx)
    await forgetMigrations(tx)
    await applyMigrations(tx, 0, migrations)
  })
  return old
}

/** A version that kept an address for reserved links in the settings, knew no visits and no application file. */
const OLDER = 8

test('a backup of an older version is restored and brought up to date, its rows too', async () => {
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
  // What a start does then finds nothing left to do.
  const structure = await structureOf(target.db)
  await migrateDatabase(target)
  expect(await structureOf(target.db)).toEqual(structure)
  await migrateDatabase(old)
  expect(structure).toEqual(await structureOf(old.db))
})

/** A version whose reports named their group by its key, and that searched users in their own rows. */
const BEFORE_NUMBERS = 13

test('reports stay in their groups, and users are found, when an older database is brought up to date', async () => {
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

/** A version whose audit entries held names, addresses and search texts themselves. */
const BEFORE_PERSONAL = 15

test('names leave the entries of an older audit log, and those of deleted users go', async () => {
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
