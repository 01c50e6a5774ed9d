import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../support/app.ts'
import { MINUTE } from '../../../support/clock.ts'
import { people } from '../../../support/people.ts'

const server = testApp({ own: true })
let other: pg.Client
/** Holds locks. `other` reads pg_stat_activity, which is not refreshed within a transaction. */
let locker: pg.Client

beforeEach(async () => {
  other = new pg.Client({ connectionString: server.database.url })
  locker = new pg.Client({ connectionString: server.database.url })
  locker.on('error', () => undefined)
  await Promise.all([other.connect(), locker.connect()])
})
afterEach(() => Promise.all([other.end(), locker.end()]))

/** Number of statements waiting for a lock. */
const blocked = async (): Promise<number> => {
  const { rows } = await other.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")
  return rows.length
}

test('aborted requests are cancelled and free their connections', async () => {
  const { sa } = await people(server)
  const address = await server.listen()
  const headers = { authorization: `Bearer ${sa.token}` }
  await locker.query('begin')
  await locker.query('lock table channels in access exclusive mode')
  const gone = new AbortController()
  const given = Array.from({ length: 10 }, () =>
    fetch(`${address}/api/channels/short`, { headers, signal: gone.signal }).catch(() => 'given up'),
  )
  while ((await blocked()) < 6) await pause(10)

  gone.abort()
  // The table is still locked.
  expect((await sa.get('/api/users/short')).status).toBe(200)
  expect(await Promise.all(given)).toEqual(Array(10).fill('given up'))
  while ((await blocked()) > 0) await pause(10)

  await locker.query('rollback')
  expect((await sa.get('/api/channels/short')).status).toBe(200)
})

test('with a read-only database answers reads, and 503 to writes', async () => {
  const { sa } = await people(server)
  const category = { name: 'Noticias', descriptionEnglish: 'News', type: 'TV EN VIVO' }
  const name = new URL(server.database.url ?? '').pathname.slice(1)
  await other.query(`alter database ${name} set default_transaction_read_only = on`)
  // Applies to connections opened afterwards.
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await other.query(`select pg_terminate_backend(pid, 5000) ${others}`)
  try {
    while ((await sa.get('/api/users/short')).status !== 200) await pause(10)
    // Sessions stay valid, although their last use cannot be stored.
    server.clock.advance(2 * MINUTE)
    expect((await sa.get('/api/users/short')).status).toBe(200)
    while ((await server.database.database.readiness()) !== 'read-only') await pause(10)
    expect((await sa.get('/ready')).body).toEqual({ status: 'read-only' })
    const { status, headers, body } = await sa.post('/api/categories', category)
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body.message).toMatch(/se pueden leer, pero no cambiar/)
  } finally {
    await other.query('set default_transaction_read_only = off')
    await other.query(`alter database ${name} reset default_transaction_read_only`)
    await other.query(`select pg_terminate_backend(pid, 5000) ${others}`)
  }
  while ((await sa.get('/api/users/short')).status !== 200) await pause(10)
  expect((await sa.post('/api/categories', category)).status).toBe(201)
})
