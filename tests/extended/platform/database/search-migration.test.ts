import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { applyMigrations, forgetMigrations } from '../../../../src/server/platform/database/migrate.ts'
import { searchText } from '../../../../src/server/platform/database/search.ts'
import { testDatabase } from '../../../support/database.ts'

const database = testDatabase({ bare: true, emptied: false })

/** The position of the migration among the others. */
const LOOK_ALIKE = 10

test('stored search texts are recomputed, so that compatibility characters match', async () => {
  const { db } = database
  await db.transaction(async (tx) => {
    await forgetMigrations(tx)
    await applyMigrations(tx, { from: 0, to: LOOK_ALIKE })
    await tx.execute(sql`
      insert into channel_guides (_id, date_create, date_update, name, name_key, url, gzip, search)
      select v.name, now(), now(), v.name, v.name, '', false, v.search
      from (values ('La 1 ᴴᴰ', ' la 1 ᴴᴰ'), ('Peñón', ' penon'), ('한국', ${searchText('한국')})) as v(name, search)`)
    await applyMigrations(tx, { from: LOOK_ALIKE })
  })
  const { rows } = await db.execute<{ name: string; search: string }>(
    sql`select name, search from channel_guides order by name`,
  )
  expect(rows).toHaveLength(3)
  for (const { name, search } of rows) expect(search).toBe(searchText(name))
})
