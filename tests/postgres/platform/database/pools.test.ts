import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unavailability } from '../../../../src/server/platform/database/errors.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import { ClientGone, runWork, type Work, WRITE_LIMIT } from '../../../../src/server/platform/database/work.ts'
import { testDatabase } from '../../../support/database.ts'
import { startProxy } from '../../../support/proxy.ts'
import { silentLog } from '../../../support/silent-log.ts'

const test = testDatabase()
/** The smallest pool: two connections for requests and three for reports. */
let database: Database

beforeEach(async () => {
  database = await openDatabase({
    databaseUrl: test.url,
    databasePool: 5,
    dataDir: '',
    log: silentLog,
    applicationName: 'pools',
  })
  await test.db.execute(sql`create table if not exists notes (n int)`)
  await test.db.execute(sql`delete from notes`)
})
afterEach(async () => {
  vi.useRealTimers()
  await database.close()
})

const work = (changes: Partial<Work> = {}): Work => ({ load: 'requests', limit: 10_000, ...changes })
const sleep = (seconds: number, changes: Partial<Work> = {}) =>
  failureOf(runWork(work(changes), async () => database.db.execute(sql`select pg_sleep(${seconds})`)))

/** Number of sleeping statements and open transactions of the pools under test; health checks are not counted. */
const running = async (): Promise<number> => {
  const { rows } = await test.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where application_name = 'pools'
      and (state like 'idle in transaction%' or state = 'active' and query like '%pg_sleep%')`,
  )
  return rows[0]?.count ?? 0
}

const waitUntil = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await pause(10)
}

const notes = async () => (await test.db.execute(sql`select n from notes order by n`)).rows

describe('reports', () => {
  it('use their own connections and leave the others to requests', async () => {
    const gone = new AbortController()
    const reports = Array.from({ length: 5 }, () => sleep(60, { load: 'reports', signal: gone.signal }))
    await waitUntil(async () => (await running()) === 3)
    expect(database.stats().pools).toEqual([
      { name: 'requests', size: 2, total: 1, idle: 1, waiting: 0 },
      { name: 'reports', size: 3, total: 3, idle: 0, waiting: 2 },
    ])
    expect(await sleep(0)).toBeUndefined()
    gone.abort()
    await Promise.all(reports)
  })
})

describe('readiness', () => {
  it('is false while requests wait for connections; health stays true', async () => {
    expect(await database.readiness()).toBeUndefined()
    const gone = new AbortController()
    const given = Array.from({ length: 3 }, () => sleep(60, { signal: gone.signal }))
    await waitUntil(async () => (await database.readiness()) === 'starved')
    expect(await database.health()).toBe(true)
    gone.abort()
    await Promise.all(given)
    expect(await database.readiness()).toBeUndefined()
  })

  it('is false after a write on a full disk', async () => {
    // Raises the server's own error, without filling a disk shared with other tests.
    const full = sql.raw(
      `do $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`,
    )
    const error = await failureOf(database.db.execute(full).then())
    expect(unavailability(error)).toBe('disk-full')
    expect(await database.readiness()).toBe('disk-full')
    expect(await database.health()).toBe(true)
  })
})

describe('a statement beyond its time limit', () => {
  it('is cancelled on the server, and its connection replaced', async () => {
    const errors = await Promise.all(Array.from({ length: 4 }, () => sleep(60, { limit: 50 })))
    expect(errors.map(unavailability)).toEqual(Array(4).fill('too-slow'))
    await waitUntil(async () => (await running()) === 0)
    expect(await sleep(0)).toBeUndefined()
  })

  it('is cancelled although the first cancellation arrives before it begins', async () => {
    const proxy = await startProxy(test.url ?? '')
    const delayed = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log: silentLog })
    try {
      await delayed.db.execute(sql`select 1`)
      proxy.hold()
      const failed = failureOf(
        runWork(work({ limit: 50 }), async () => delayed.db.execute(sql`select pg_sleep(60)`)),
      )
      await waitUntil(async () => proxy.passed() > 0)
      proxy.thaw()
      expect(unavailability(await failed)).toBe('too-slow')
    } finally {
      await delayed.close()
      await proxy.close()
    }
  })

  it('rolls back its transaction', async () => {
    const failed = await failureOf(
      runWork(work({ limit: 50 }), () =>
        database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into notes values (1)`)
          await tx.execute(sql`select pg_sleep(60)`)
        }),
      ),
    )
    expect(unavailability(failed)).toBe('too-slow')
    expect(await notes()).toEqual([])
  })

  it('fails when the server hangs; the server is used again once it answers', async () => {
    const proxy = await startProxy(test.url ?? '')
    const hanging = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log: silentLog })
    try {
      const select = () =>
        runWork(work({ limit: 50 }), async () => hanging.db.execute<{ one: number }>(sql`select 1 as one`))
      const inTransaction = () =>
        runWork(work({ limit: 50 }), () => hanging.db.transaction((tx) => tx.execute(sql`select 1`)))
      // One open connection each, so that no statement waits for a new one.
      await Promise.all([1, 2].map(() => hanging.db.execute(sql`select pg_sleep(0.1)`)))
      proxy.freeze()
      // Both fail while the server still hangs.
      const errors = await Promise.all([failureOf(select()), failureOf(inTransaction())])
      expect(errors.map(unavailability)).toEqual(['away', 'away'])
      proxy.thaw()
      await waitUntil(async () => (await failureOf(select())) === undefined)
      proxy.freeze()
    } finally {
      await hanging.close()
      await proxy.close()
    }
  })
})

/** Only affects the time limits: connections use real time. */
const advance = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
const holdLimits = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })

describe('a write', () => {
  const write = () => sleep(60, { limit: WRITE_LIMIT })

  it('takes no longer than a read while the server hangs', async () => {
    const proxy = await startProxy(test.url ?? '')
    await database.close()
    database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log: silentLog })
    try {
      await database.readiness()
      holdLimits()
      const failed = write()
      await waitUntil(async () => database.stats().pools[0]?.idle === 0)
      proxy.freeze()
      // The server is probed after 5 s, in real time.
      advance(5_200)
      expect(await database.readiness()).toBe('unavailable')
      advance(4_600)
      expect(await Promise.race([failed, 'under way'])).toBe('under way')
      advance(1_400)
      expect(unavailability(await failed)).toBe('away')
    } finally {
      await proxy.close()
    }
  })

  it('keeps its own limit while the server answers', async () => {
    holdLimits()
    const failed = write()
    await waitUntil(async () => (await running()) === 1)
    advance(5_200)
    expect(await database.readiness()).toBeUndefined()
    advance(24_600)
    expect(await running()).toBe(1)
    advance(400)
    expect(unavailability(await failed)).toBe('too-slow')
  })
})

describe('the end of all statements', () => {
  it('cancels what runs, ends waits for a connection, and refuses what follows', async () => {
    const given = Array.from({ length: 5 }, () => sleep(60))
    await waitUntil(async () => (await running()) === 2)
    database.endStatements()
    const reasons = (await Promise.all(given)).map(unavailability)
    expect(reasons.sort()).toEqual(['away', 'away', 'away', 'too-slow', 'too-slow'])
    expect(unavailability(await sleep(0))).toBe('away')
    await waitUntil(async () => (await running()) === 0)
  })

  it('rolls transactions back, but lets one commit that has come that far', async () => {
    const insert = (n: number, before: () => unknown, after: () => unknown) =>
      failureOf(
        runWork(work(), () =>
          database.db.transaction(async (tx) => {
            await tx.execute(sql`insert into notes values (${n})`)
            await before()
            if (n === 1) await tx.execute(sql`select 1`)
            await after()
          }),
        ),
      )
    let go = () => {}
    const gone = new Promise<void>((resolve) => {
      go = resolve
    })
    const begun = [
      insert(
        1,
        () => gone,
        () => undefined,
      ),
      insert(
        2,
        () => undefined,
        () => gone,
      ),
    ]
    await waitUntil(async () => (await running()) === 2)
    database.endStatements()
    go()
    expect((await Promise.all(begun)).map(unavailability)).toEqual(['away', undefined])
    expect(await notes()).toEqual([{ n: 2 }])
  })

  it('cuts connections of a server that hangs', async () => {
    const proxy = await startProxy(test.url ?? '')
    await database.close()
    database = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log: silentLog })
    try {
      proxy.freeze()
      // One on the open connection, the others on new ones.
      const given = Array.from({ length: 3 }, () => sleep(0))
      database.endStatements()
      expect((await Promise.all(given)).map(unavailability)).toEqual(['away', 'away', 'away'])
    } finally {
      await proxy.close()
    }
  })
})

describe('an aborted request', () => {
  it('does not wait for a connection any more', async () => {
    const gone = new AbortController()
    const others = Array.from({ length: 2 }, () => sleep(60, { signal: gone.signal }))
    await waitUntil(async () => (await running()) === 2)
    const own = new AbortController()
    const waiting = sleep(0, { signal: own.signal })
    own.abort()
    expect(await waiting).toSatisfy(isGone)
    expect(await running()).toBe(2)
    gone.abort()
    await Promise.all(others)
    expect(await sleep(0)).toBeUndefined()
  })

  it('cancels its statements and frees their connections', async () => {
    const gone = new AbortController()
    const given = Array.from({ length: 5 }, () => sleep(60, { signal: gone.signal }))
    await waitUntil(async () => (await running()) === 2)
    gone.abort()
    expect(await sleep(0)).toBeUndefined()
    await waitUntil(async () => (await running()) === 0)
    const errors = await Promise.all(given)
    // Two were running, and three waiting for a connection.
    const begun = errors.filter((error) => unavailability(error) === 'too-slow')
    expect([begun.length, errors.filter(isGone).length]).toEqual([2, 3])
    expect(database.stats().pools[0]).toMatchObject({ waiting: 0 })
  })

  it('sends no further statement, and its transaction is rolled back', async () => {
    const gone = new AbortController()
    const failed = await failureOf(
      runWork(work({ signal: gone.signal }), () =>
        database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into notes values (1)`)
          gone.abort()
          await tx.execute(sql`insert into notes values (2)`)
        }),
      ),
    )
    expect(failed).toSatisfy(isGone)
    expect(await notes()).toEqual([])
    await waitUntil(async () => (await running()) === 0)
  })

  it('does not cancel a commit that was sent', async () => {
    await test.db.execute(
      sql.raw(`create or replace function linger() returns trigger language plpgsql
        as $$ begin perform pg_sleep(0.3); return null; end $$`),
    )
    await test.db.execute(sql`create constraint trigger linger after insert on notes
      deferrable initially deferred for each row execute function linger()`)
    const gone = new AbortController()
    const commit = runWork(work({ signal: gone.signal }), () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into notes values (1)`)
        return 'stored'
      }),
    )
    await waitUntil(async () => {
      const { rows } = await test.db.execute(
        sql`select 1 from pg_stat_activity where application_name = 'pools' and query = 'commit' and state = 'active'`,
      )
      return rows.length > 0
    })
    gone.abort()
    expect(await commit).toBe('stored')
    await test.db.execute(sql`drop trigger linger on notes`)
    expect(await notes()).toEqual([{ n: 1 }])
  })
})

function isGone(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof ClientGone
}

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error) => error,
  )
}
