import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db, Tx } from '../../src/server/platform/database/open.ts'

/** Runs work in a transaction that keeps its locks until the returned function commits it. */
export async function hold(db: Db, work: (tx: Tx) => PromiseLike<unknown>): Promise<() => Promise<void>> {
  let commit = () => {}
  const committing = new Promise<void>((resolve) => {
    commit = resolve
  })
  let ended: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    ended = db.transaction(async (tx) => {
      await work(tx)
      resolve()
      await committing
    })
    ended.catch(reject)
  })
  return () => {
    commit()
    return ended
  }
}

/** Locks tables exclusively, so that other transactions wait to read or write them. */
export const holdTables = (db: Db, ...tables: PgTable[]): Promise<() => Promise<void>> =>
  hold(db, async (tx) => {
    for (const table of tables) await tx.execute(sql`lock table ${table} in access exclusive mode`)
  })

/** Waits until `wanted` statements wait for a lock; throws if they never do. */
export async function untilWaiting(db: Db, wanted = 1): Promise<void> {
  const end = performance.now() + 120_000
  while (performance.now() < end) {
    const { rows } = await db.execute(
      sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    if (rows.length >= wanted) return
    await new Promise(setImmediate)
  }
  throw new Error(`Fewer than ${wanted} statements wait for a lock`)
}

/** Response of a request that has to wait for a change, which is then committed. */
export async function answerDuring<T>(
  db: Db,
  change: (tx: Tx) => PromiseLike<unknown>,
  ask: () => Promise<T>,
): Promise<T> {
  const commit = await hold(db, change)
  const answer = ask()
  await untilWaiting(db).finally(commit)
  return answer
}

type RowLock = 'key share' | 'share' | 'no key update' | 'update'

/** True if the row can be locked in this mode without waiting. */
export async function isFreeFor(db: Db, table: PgTable, id: unknown, lock: RowLock): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ${table} where _id = ${id} for ${sql.raw(lock)} skip locked`,
  )
  return rows.length > 0
}
