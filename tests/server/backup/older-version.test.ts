import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { backUp } from '../../../src/server/backup/back-up.ts'
import { applyMigrations, forgetMigrations } from '../../../src/server/backup/migrations.ts'
import { dropEverything } from '../../../src/server/backup/rebuild.ts'
import { restore } from '../../../src/server/backup/restore.ts'
import { migrateDatabase } from '../../../src/server/database/migrate.ts'
import { spares, structureOf } from '../../support/backups.ts'

const spare = spares()

/** A version that kept an address for reserved links in the settings, knew no visits and no application file. */
const OLDER = 8

test('a backup of an older version is restored and brought up to date, its rows too', async () => {
  const old = await spare.empty()
  await old.db.transaction(async (tx) => {
    await dropEverything(tx)
    await forgetMigrations(tx)
    await applyMigrations(tx, 0, OLDER)
  })
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
