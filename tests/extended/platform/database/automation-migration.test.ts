import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { allGrants, buildGrants, type GroupAccess } from '../../../../src/domain/access/permissions.ts'
import { applyMigrations, forgetMigrations } from '../../../../src/server/platform/database/migrate.ts'
import { testDatabase } from '../../../support/database.ts'

const database = testDatabase({ bare: true, emptied: false })

const JOURNAL = 'src/server/platform/database/migrations/meta/_journal.json'
const journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })
const { entries } = journal.parse(JSON.parse(readFileSync(JOURNAL, 'utf8')))
const position = entries.findIndex(({ tag }) => tag.endsWith('_automation-access'))

const withoutAutomation = (routeAccess: readonly GroupAccess[]) =>
  routeAccess.map(({ onMenu, access }) => ({
    onMenu,
    access: access.filter(({ name }) => name !== 'automation'),
  }))

const byName = (routeAccess: readonly GroupAccess[]) =>
  routeAccess.map(({ onMenu, access }) => ({
    onMenu,
    access: access.toSorted((one, other) => one.name.localeCompare(other.name)),
  }))

test('profiles and API keys with /setting get /automation with the same flags, others get nothing', async () => {
  const { db } = database
  const cases: Record<string, [before: GroupAccess[], after: GroupAccess[]]> = {
    all: [withoutAutomation(allGrants()), allGrants()],
    reading: [buildGrants({ settings: [] }), buildGrants({ settings: [], automation: [] })],
    changing: [
      buildGrants({ settings: ['modify'], 'user-list': [] }),
      buildGrants({ settings: ['modify'], automation: ['modify'], 'user-list': [] }),
    ],
    none: [buildGrants({ 'user-list': [] }), buildGrants({ 'user-list': [] })],
    empty: [[], []],
  }
  await db.transaction(async (tx) => {
    await forgetMigrations(tx)
    await applyMigrations(tx, { from: 0, to: position })
    // Keys without their makers.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const [name, [before]] of Object.entries(cases)) {
      const access = JSON.stringify(before)
      await tx.execute(sql`
        insert into profiles (_id, name, name_key, access_web, access_app, date_validate, device_validate, is_system,
          route_access, date_create, date_update)
        values (${name}, ${name}, ${name}, true, false, false, false, false, ${access}::jsonb, now(), now())`)
      await tx.execute(sql`
        insert into api_keys (_id, key_hash, "user", name, route_access, date_create, date_expire)
        values (${name}, ${name}, '', '', ${access}::jsonb, now(), now())`)
    }
    await applyMigrations(tx, { from: position })
  })
  const { rows } = await db.execute<{ _id: string; route_access: GroupAccess[] }>(
    sql`select _id, route_access from profiles union all select _id, route_access from api_keys`,
  )
  expect(rows).toHaveLength(2 * Object.keys(cases).length)
  for (const { _id, route_access } of rows)
    expect(byName(route_access), _id).toEqual(byName(cases[_id]?.[1] ?? []))
})
