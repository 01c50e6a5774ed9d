import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DatabaseError, unavailability } from '../../../../src/server/platform/database/errors.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { withRetry } from '../../../../src/server/platform/database/transactions.ts'
import { testDatabase } from '../../../support/database.ts'
import { type PostgresServer, startPostgres } from '../../../support/postgres-server.ts'
import { startProxy } from '../../../support/proxy.ts'
import { silentLog } from '../../../support/silent-log.ts'

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', log: silentLog })

describe('a wrong DATABASE_URL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server.remove())

  it('is reported at once if nothing listens there', async () => {
    await expect(open('postgres://sa:secret@127.0.0.1:1/tv')).rejects.toThrow(DatabaseError)
    await expect(open('postgres://sa:secret@127.0.0.1:1/tv')).rejects.toThrow(
      /^DATABASE_URL: .*127\.0\.0\.1:1\/tv/,
    )
    await expect(open('postgres://sa:secret@127.0.0.1:1/tv')).rejects.not.toThrow(/secret/)
  })

  it('is reported if the database does not exist', async () => {
    await expect(open(`${server.url}_missing`)).rejects.toThrow(/DATABASE_URL: .*postgres_missing/)
  })

  it('is reported if nothing answers', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const port = address && typeof address === 'object' ? address.port : 0
    try {
      await expect(open(`postgres://sa@127.0.0.1:${port}/tv`)).rejects.toThrow(/DATABASE_URL/)
    } finally {
      silent.close()
    }
  })
})

it('a start waits longer for a connection than a request', async () => {
  const server = await startPostgres()
  const proxy = await startProxy(server.url)
  proxy.freeze()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const opening = open(proxy.url)
  while (proxy.opened() < 1) await pause(10)
  await vi.advanceTimersByTimeAsync(29_000)
  vi.useRealTimers()
  proxy.thaw()
  const database = await opening
  expect(await database.health()).toBe(true)
  await database.close()
  await proxy.close()
  await server.remove()
})

describe('a server that stops', () => {
  let server: PostgresServer
  let database: Database
  beforeAll(async () => {
    server = await startPostgres()
    database = await open(server.url)
  })
  afterAll(async () => {
    await database.close()
    await server.remove()
  })

  it.each(['SIGINT', 'SIGQUIT'] as const)(
    'is reported as unreachable, and used again once it is back (%s)',
    async (signal) => {
      await Promise.all(Array.from({ length: 5 }, () => database.db.execute(sql`select 1`)))
      const underWay = failure(database.db.execute(sql`select pg_sleep(20)`))
      await database.db.execute(sql`select 1`)
      await server.stop(signal)
      expect(unavailability(await underWay)).toBe('away')
      expect(unavailability(await failure(database.db.execute(sql`select 1`)))).toBe('away')
      expect(await database.health()).toBe(false)
      await server.start()
      expect((await database.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
      expect(await database.health()).toBe(true)
    },
  )
})

describe('withRetry', () => {
  const test = testDatabase({ emptied: false })

  it('resolves a deadlock: both transactions succeed', async () => {
    await test.db.execute(sql`create table accounts (n int primary key, balance int)`)
    await test.db.execute(sql`insert into accounts values (1, 0), (2, 0)`)
    let arrived = 0
    let release = () => {}
    const both = new Promise<void>((resolve) => {
      release = resolve
    })
    const add = (first: number, second: number) =>
      withRetry(test.db, async (tx) => {
        await tx.execute(sql`update accounts set balance = balance + 1 where n = ${first}`)
        if (++arrived === 2) release()
        await both
        await tx.execute(sql`update accounts set balance = balance + 1 where n = ${second}`)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    const { rows } = await test.db.execute(sql`select balance from accounts order by n`)
    expect(rows).toEqual([{ balance: 2 }, { balance: 2 }])
  })
})

function failure(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error) => error,
  )
}
