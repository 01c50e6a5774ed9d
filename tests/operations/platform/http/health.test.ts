import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { COLLECTIONS } from '../../../../src/server/collections.ts'
import { readConfig } from '../../../../src/server/config.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import { withStatementContext } from '../../../../src/server/platform/database/statement-context.ts'
import type { App, Context } from '../../../../src/server/platform/http/context.ts'
import { clientOf } from '../../../support/app.ts'
import { testDatabase } from '../../../support/database.ts'
import { holdTables } from '../../../support/locks.ts'

// A separate database: readiness keeps the disk-full state of other files for a while.
const database = testDatabase({ own: true })
let app: App | undefined
afterEach(() => app?.close())

const serve = async (
  health: () => Promise<boolean>,
  readiness: Context['readiness'] = database.database.readiness,
) => {
  const { db, stats } = database.database
  app = await buildApp({
    db,
    config: readConfig({}),
    now: () => new Date(),
    collections: COLLECTIONS,
    health,
    readiness,
    stats,
  })
  return clientOf(app)
}

describe('/health', () => {
  test('is 200 while the database answers', async () => {
    const { status, body, headers } = await (await serve(() => database.database.health())).get('/health')
    expect([status, body]).toEqual([200, { status: 'ok' }])
    expect(headers['cache-control']).toBe('no-store')
  })

  test('is 503 if it does not', async () => {
    const { status, body } = await (await serve(async () => false)).get('/health')
    expect([status, body]).toEqual([503, { status: 'unavailable' }])
  })

  test('answers while a slow query runs', async () => {
    const client = await serve(() => database.database.health())
    const release = await holdTables(database.db, settings)
    let running = true
    const slow = database.db
      .select()
      .from(settings)
      .finally(() => {
        running = false
      })
    const { status } = await client.get('/health')
    expect(status).toBe(200)
    expect(running).toBe(true)
    await release()
    await slow
  })
})

describe('/ready', () => {
  const ok = async () => true

  test('is 200 while requests can be served', async () => {
    const { status, body, headers } = await (await serve(ok)).get('/ready')
    expect([status, body]).toEqual([200, { status: 'ready' }])
    expect(headers['cache-control']).toBe('no-store')
  })

  test.each(['unavailable', 'starved', 'read-only', 'disk-full', 'stopping'] as const)(
    'is 503 with the reason when the server is %s',
    async (reason) => {
      const { status, body } = await (await serve(ok, async () => reason)).get('/ready')
      expect([status, body]).toEqual([503, { status: reason }])
    },
  )

  test('is 200 while reports run up to their limit', async () => {
    const client = await serve(ok)
    const work = { load: 'reports', limit: 5_000 } as const
    const slow = Array.from({ length: 5 }, () =>
      withStatementContext(work, async () => database.db.execute(sql`select pg_sleep(0.3)`)),
    )
    expect((await client.get('/ready')).status).toBe(200)
    await Promise.all(slow)
  })
})
