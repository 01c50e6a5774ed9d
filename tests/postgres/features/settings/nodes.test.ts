import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../../../src/server/app.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { settings } from '../../../../src/server/platform/database/schema/settings.ts'
import type { App } from '../../../../src/server/platform/http/context.ts'
import { apkOf } from '../../../support/apk.ts'
import { clientOf, testApp } from '../../../support/app.ts'
import { holdTables } from '../../../support/locks.ts'
import { people, profileId } from '../../../support/people.ts'
import { silentLog } from '../../../support/silent-log.ts'

const server = testApp()
const admin = mkdtempSync(join(tmpdir(), 'cartelera-admin-'))
writeFileSync(join(admin, 'index.html'), '<!doctype html><title>Cartelera</title>')
let second: Database
let node: App

beforeAll(async () => {
  second = await openDatabase({ databaseUrl: server.database.url, dataDir: '', log: silentLog })
  const { config, now, collections, health } = server.context
  const { db, readiness, stats } = second
  node = await buildApp({ db, config, now, collections, health, readiness, stats }, { admin })
  await node.ready()
})
afterAll(async () => {
  await node?.close()
  await second?.close()
  rmSync(admin, { recursive: true })
})

test('a setting changed on one node applies on the other at once', async () => {
  const { sa, agent } = await people(server)
  const elsewhere = clientOf(node, agent.token)
  const demo = await profileId(server, 'demo')
  const user = (name: string) => ({
    name,
    fullName: 'Demo',
    address: 'Calle 1',
    profile: demo,
    platform: 'com.cartelera.tv',
    password: 'secreta',
  })
  expect((await elsewhere.post('/api/users', user('uno'))).status).toBe(201)
  const changes = { enableDemo: false, creditPriceMonthly: 12.5, pageSize: 30 }
  expect((await sa.put('/api/settings', changes)).status).toBe(200)
  expect((await elsewhere.get('/api/settings')).body).toMatchObject(changes)
  expect((await elsewhere.post('/api/users', user('dos'))).status).toBeGreaterThanOrEqual(400)
})

test('the policy for pictures follows the setting of the other node at once (rule S11)', async () => {
  const { sa, agent } = await people(server)
  for (const httpsImages of [true, false]) {
    expect((await sa.put('/api/settings', { httpsImages })).status).toBe(200)
    const policy = String((await node.inject('/')).headers['content-security-policy'])
    const elsewhere = await clientOf(node, agent.token).get('/api/settings')
    expect(elsewhere.body.httpsImages).toBe(httpsImages)
    expect(policy.includes("img-src 'self' data: https:;")).toBe(httpsImages)
  }
})

test('a page does not wait for settings that cannot be read, and has the policy of the last page (rule S11)', async () => {
  const { sa } = await people(server)
  for (const httpsImages of [true, false]) {
    expect((await sa.put('/api/settings', { httpsImages })).status).toBe(200)
    const before = await node.inject('/')
    const release = await holdTables(server.db, settings)
    const { statusCode, headers } = await node.inject('/')
    await release()
    expect(statusCode).toBe(200)
    const policy = headers['content-security-policy']
    expect(policy).toBe(before.headers['content-security-policy'])
    expect(policy?.includes("img-src 'self' data: https:;")).toBe(httpsImages)
  }
})

test('an application file uploaded to one node is served by the other', async () => {
  const { sa } = await people(server)
  const file = apkOf({ versionCode: 77 }, 1_500_000)
  const authorization = `Bearer ${sa.token}`
  const headers = { authorization, 'content-type': 'application/octet-stream' }
  const sent = await server.app.inject({ method: 'PUT', url: '/api/apk', headers, payload: file })
  expect(sent.statusCode).toBe(200)
  const received = await node.inject({ url: '/api/apk', headers: { authorization } })
  expect(received.rawPayload.equals(file)).toBe(true)
})
