import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { unavailability } from '../../../../src/server/platform/database/errors.ts'
import { type Database, openDatabase } from '../../../../src/server/platform/database/open.ts'
import {
  ClientGone,
  type StatementContext,
  withStatementContext,
} from '../../../../src/server/platform/database/statement-context.ts'
import { BACKGROUND_LIMIT, REPORT_LIMIT } from '../../../../src/server/platform/database/statement-limits.ts'
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
const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const end of endings.splice(0).reverse()) await end()
  await database.close()
})

const work = (changes: Partial<StatementContext> = {}): StatementContext => ({
  load: 'requests',
  limit: 10_000,
  ...changes,
})
const sleep = (seconds: number, changes: Partial<StatementContext> = {}) =>
  failureOf(
    withStatementContext(work(changes), async () => database.db.execute(sql`select pg_sleep(${seconds})`)),
  )

/** Number of sleeping statements and open transactions of the pools under test; health checks are not counted. */
const running = async (state = '%'): Promise<number> => {
  const { rows } = await test.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity where application_name = 'pools' and state like ${state}
      and (state like 'idle in transaction%' or state = 'active' and query like '%pg_sleep%')`,
  )
  return rows[0]?.count ?? 0
}

/** A database whose server can hang, with open connections, so that no statement waits for a new one. */
const openHanging = async () => {
  const proxy = await startProxy(test.url ?? '')
  endings.push(() => proxy.close())
  const hanging = await openDatabase({
    databaseUrl: proxy.url,
    dataDir: '',
    log: silentLog,
    applicationName: 'pools',
  })
  endings.push(() => hanging.close())
  await Promise.all([1, 2].map(() => hanging.db.execute(sql`select pg_sleep(0.1)`)))
  return { proxy, hanging }
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
      { name: 'requests', size: 2, total: 0, idle: 0, waiting: 0 },
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
  it('ends on the server too, and its connection is replaced', async () => {
    const errors = await Promise.all(Array.from({ length: 4 }, () => sleep(60, { limit: 50 })))
    expect(errors.map(unavailability)).toEqual(Array(4).fill('too-slow'))
    await waitUntil(async () => (await running()) === 0)
    expect(await sleep(0)).toBeUndefined()
  })

  it('rolls back its transaction', async () => {
    const failed = await failureOf(
      withStatementContext(work({ limit: 50 }), () =>
        database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into notes values (1)`)
          await tx.execute(sql`select pg_sleep(60)`)
        }),
      ),
    )
    expect(unavailability(failed)).toBe('too-slow')
    expect(await notes()).toEqual([])
  })

  it.each([
    ['requests', BACKGROUND_LIMIT],
    ['reports', REPORT_LIMIT],
  ] as const)(
    'is ended by the server too, among %s after %i ms, and soon after its client disconnects',
    async (load, limit) => {
      const { rows } = await withStatementContext(work({ load }), async () =>
        database.db.execute(sql`
        select (extract(epoch from current_setting('statement_timeout')::interval) * 1000)::integer as limit,
        current_setting('client_connection_check_interval') as check`),
      )
      expect(rows).toEqual([{ limit, check: '250ms' }])
    },
  )

  it('fails when the server hangs; the server is used again once it answers', async () => {
    const { proxy, hanging } = await openHanging()
    const select = () =>
      withStatementContext(work({ limit: 50 }), async () =>
        hanging.db.execute<{ one: number }>(sql`select 1 as one`),
      )
    const inTransaction = () =>
      withStatementContext(work({ limit: 50 }), () =>
        hanging.db.transaction((tx) => tx.execute(sql`select 1`)),
      )
    proxy.freeze()
    // Both fail while the server still hangs.
    const errors = await Promise.all([failureOf(select()), failureOf(inTransaction())])
    expect(errors.map(unavailability)).toEqual(['away', 'away'])
    // Both the hanging connection and its slot are released.
    expect(hanging.stats().pools[0]).toMatchObject({ total: 0, idle: 0 })
    proxy.thaw()
    await waitUntil(async () => (await failureOf(select())) === undefined)
    proxy.freeze()
  })

  it('fails as unavailable if it is a commit, whose outcome is then unknown', async () => {
    const { proxy, hanging } = await openHanging()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let freeze = () => {}
    const frozen = new Promise<void>((resolve) => {
      freeze = resolve
    })
    const failed = failureOf(
      withStatementContext(work(), () =>
        hanging.db.transaction(async (tx) => {
          await tx.execute(sql`insert into notes values (1)`)
          proxy.freeze()
          freeze()
        }),
      ),
    )
    await frozen
    // The commit is sent without further events.
    await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(9_900)
    expect(await Promise.race([failed, 'under way'])).toBe('under way')
    await vi.advanceTimersByTimeAsync(200)
    expect(unavailability(await failed)).toBe('away')
    expect(hanging.stats().pools[0]?.total).toBe(hanging.stats().pools[0]?.idle)
  })
})

describe('a transaction', () => {
  it('that cannot begin frees its slot', async () => {
    const proxy = await startProxy(test.url ?? '')
    const small = await openDatabase({ databaseUrl: proxy.url, databasePool: 5, dataDir: '', log: silentLog })
    try {
      const begin = () =>
        withStatementContext(work({ limit: 50 }), () =>
          small.db.transaction((tx) => tx.execute(sql`select 1`)),
        )
      for (let turn = 0; turn < 3; turn++) {
        await small.db.execute(sql`select 1`)
        proxy.hold()
        expect(unavailability(await failureOf(begin()))).toBeDefined()
        proxy.thaw()
      }
      expect((await begin()).rows).toHaveLength(1)
    } finally {
      await small.close()
      await proxy.close()
    }
  })

  it('gives its connection back after an error of its work, and reports that error', async () => {
    const stop = new Error('stop')
    for (let turn = 0; turn < 5; turn++) {
      const failed = database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into notes values (1)`)
        throw stop
      })
      expect(await failureOf(failed)).toBe(stop)
    }
    expect(database.stats().pools[0]).toMatchObject({ total: 1, idle: 1 })
    expect(await notes()).toEqual([])
  })

  it('whose connection is lost fails with the reason, and the next one gets another', async () => {
    const failed = await failureOf(
      database.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await test.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}::int, 5000)`)
        await tx.execute(sql`insert into notes values (1)`)
      }),
    )
    expect(unavailability(failed)).toBe('away')
    await database.db.transaction((tx) => tx.execute(sql`insert into notes values (2)`))
    expect(await notes()).toEqual([{ n: 2 }])
  })
})

describe('ending all statements', () => {
  it('ends running and waiting statements, and rejects later ones', async () => {
    const given = Array.from({ length: 5 }, () => sleep(60))
    await waitUntil(async () => (await running()) === 2)
    database.endStatements()
    expect((await Promise.all(given)).map(unavailability)).toEqual(Array(5).fill('away'))
    expect(unavailability(await sleep(0))).toBe('away')
    await waitUntil(async () => (await running()) === 0)
  })

  it('rolls transactions back, except those that are committing', async () => {
    await linger()
    const insert = (n: number, end: Promise<void>) =>
      failureOf(
        withStatementContext(work(), () =>
          database.db.transaction(async (tx) => {
            await tx.execute(sql`insert into notes values (${n})`)
            await end
          }),
        ),
      )
    let go = () => {}
    const open = new Promise<void>((resolve) => {
      go = resolve
    })
    const begun = [insert(1, open), insert(2, Promise.resolve())]
    await waitUntil(async () => (await running('idle in transaction')) === 1 && (await isCommitting()))
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

/** Delays commits that inserted notes. */
const linger = async () => {
  await test.db.execute(
    sql.raw(`create or replace function linger() returns trigger language plpgsql
      as $$ begin perform pg_sleep(0.3); return null; end $$`),
  )
  await test.db.execute(sql`create constraint trigger linger after insert on notes
    deferrable initially deferred for each row execute function linger()`)
  endings.push(async () => void (await test.db.execute(sql`drop trigger linger on notes`)))
}

const isCommitting = async (): Promise<boolean> => {
  const { rows } = await test.db.execute(
    sql`select 1 from pg_stat_activity where application_name = 'pools' and query = 'commit' and state = 'active'`,
  )
  return rows.length > 0
}

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

  it('ends its statements on the server, and frees their connections', async () => {
    const gone = new AbortController()
    const given = Array.from({ length: 5 }, () => sleep(60, { signal: gone.signal }))
    await waitUntil(async () => (await running()) === 2)
    gone.abort()
    expect(await sleep(0)).toBeUndefined()
    await waitUntil(async () => (await running()) === 0)
    expect(await Promise.all(given)).toSatisfy((errors) => errors.every(isGone))
    expect(database.stats().pools[0]).toMatchObject({ waiting: 0 })
  })

  it('sends no further statement, and its transaction is rolled back', async () => {
    const gone = new AbortController()
    const failed = await failureOf(
      withStatementContext(work({ signal: gone.signal }), () =>
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
    await linger()
    const gone = new AbortController()
    const commit = withStatementContext(work({ signal: gone.signal }), () =>
      database.db.transaction(async (tx) => {
        await tx.execute(sql`insert into notes values (1)`)
        return 'stored'
      }),
    )
    await waitUntil(isCommitting)
    gone.abort()
    expect(await commit).toBe('stored')
    expect(await notes()).toEqual([{ n: 1 }])
  })
})

function isGone(error: unknown): boolean {
  return error instanceof ClientGone || (error instanceof Error && error.cause instanceof ClientGone)
}

function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error) => error,
  )
}
