import { setTimeout as pause } from 'node:timers/promises'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { isRetryable } from './errors.ts'
import type { Db, Executor, Tx } from './executor.ts'

const attempts = 6

/** Runs a transaction, again from the start when it lost a race (40001, 40P01); the work must have no other effects. */
export const withRetry = <T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> => retried(() => db.transaction(work, config))

/** The last statement of a transaction, whose answer decides nothing more in it. */
interface Ending<T> {
  answer: PromiseLike<T>
}

/**
 * The same, with the last statement pipelined with COMMIT: one round trip less. If that statement fails, nothing is
 * committed.
 */
export const withEnding = <T>(db: Db, work: (tx: Tx) => Promise<Ending<T>>): Promise<T> =>
  retried(async () => {
    const { answer } = await db.transaction(async (tx) => {
      const ending = await work(tx)
      // Sends the statement once: Drizzle's lazy queries are sent again each time they are awaited.
      const answer = ending.answer.then((value) => value)
      // Awaited after the commit: until then its rejection would be unhandled.
      answer.then(undefined, () => undefined)
      return { answer }
    })
    return answer
  })

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/**
 * A statement that is built once for each connection, and outside of transactions once for all, and named, so that the
 * server plans it once as well: for the few that every sale waits for. What changes between two runs must be its
 * placeholders.
 */
export const statement = <Runs extends Executor, Prepared>(
  build: (executor: Runs) => Prepared,
): ((executor: Runs) => Prepared) => {
  const built = new WeakMap<object, Prepared>()
  return (executor) => {
    const connection = connectionOf(executor)
    const known = built.get(connection)
    if (known !== undefined) return known
    const prepared = build(executor)
    built.set(connection, prepared)
    return prepared
  }
}

/** A session keeps its connection from its types; one without is its own key. */
const connectionOf = (executor: Executor): object => {
  const session: object = executor._.session
  return 'client' in session && typeof session.client === 'object' && session.client !== null
    ? session.client
    : session
}
