import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { COLLECTIONS } from '../../../../src/server/collections.ts'
import { readConfig } from '../../../../src/server/config.ts'
import { migrateDatabase } from '../../../../src/server/platform/database/migrate.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { createFirstUser, createFoundation } from '../../../../src/server/start/prepare.ts'
import { clientOf } from '../../../support/app.ts'
import { type PostgresServer, startPostgres } from '../../../support/postgres-server.ts'
import { silentLog } from '../../../support/silent-log.ts'

describe('a database outage', () => {
  let postgres: PostgresServer
  let database: Database
  let app: App

  beforeAll(async () => {
    postgres = await startPostgres()
    database = await openDatabase({ databaseUrl: postgres.url, dataDir: '', log: silentLog })
    await migrateDatabase(database)
    const config = readConfig({ CARTELERA_SA_PASSWORD: 'secreta' })
    const { db, health, readiness, stats } = database
    const context = { db, config, now: () => new Date(), collections: COLLECTIONS, health, readiness, stats }
    await createFoundation(database.db, new Date())
    await createFirstUser(context)
    app = await buildApp(context)
  })
  afterAll(async () => {
    await app?.close()
    await database?.close()
    await postgres?.remove()
  })

  test('answers 503 on /health and to requests, and recovers', async () => {
    const anonymous = clientOf(app)
    const signIn = () => anonymous.post('/auth/local', { name: 'sa', password: 'secreta' })
    const { token } = (await signIn()).body
    const sa = clientOf(app, String(token))
    expect((await sa.get('/api/users/size')).body).toEqual({ count: 1 })

    await postgres.stop()
    expect((await anonymous.get('/health')).status).toBe(503)
    for (const answer of [await sa.get('/api/users/size'), await signIn()]) {
      expect(answer.status).toBe(503)
      expect(Object.keys(answer.body).sort()).toEqual(['message', 'requestId'])
      expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1|select|insert/i)
    }

    await postgres.start()
    expect((await anonymous.get('/health')).status).toBe(200)
    expect((await sa.get('/api/users/size')).body).toEqual({ count: 1 })
  })
})
