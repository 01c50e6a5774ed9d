import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../../../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { testDatabase } from '../../../support/database.ts'
import { silentLog } from '../../../support/silent-log.ts'

const outer = testDatabase({ bare: true, emptied: false })
const ROLE = `plain_${randomBytes(4).toString('hex')}`
let database: Database

/** The database belongs to a role without other privileges. */
beforeAll(async () => {
  const url = new URL(outer.url ?? '')
  await outer.db.execute(sql.raw(`create role ${ROLE} login`))
  await outer.db.execute(sql.raw(`alter database ${url.pathname.slice(1)} owner to ${ROLE}`))
  url.username = ROLE
  database = await openDatabase({ databaseUrl: url.href, dataDir: '', log: silentLog })
})
afterAll(async () => {
  await database.close()
  await outer.db.execute(sql.raw(`reassign owned by ${ROLE} to current_user`))
  await outer.db.execute(sql.raw(`drop role ${ROLE}`))
})

test('the owner of a database needs no privileges for the migrations', async () => {
  await migrateDatabase(database)
  const { rows } = await database.db.execute(sql`select count(*) as count from users`)
  expect(rows).toEqual([{ count: 0 }])
})

test('after an erasure the audit log refuses changes again, in the same transaction', async () => {
  const change = database.db.transaction(async (tx) => {
    await tx.execute(sql`select erase_audit_personal(array['somebody'])`)
    await tx.execute(sql`update audit_personal set user_name = 'otro'`)
  })
  await expect(change).rejects.toMatchObject({ cause: { message: 'the audit log never changes' } })
})
