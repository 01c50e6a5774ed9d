import { setTimeout as pause } from 'node:timers/promises'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { isRetryable } from './errors.ts'
import type { Db, Executor, Tx } from './executor.ts'

const MAX_ATTEMPTS = 6

/** Runs a transaction, and repeats it after a conflict (40001, 40P01); the work must have no other side effects. */
export const withRetry = async <T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work, config)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/**
 * A statement built once per connection (or once for all outside transactions) and named, so that the server plans it
 * once too: for the few statements on the path of every sale. Values that vary must be placeholders.
 */
export const statement = <Runs extends Executor, Prepared>(
  build: (executor: Runs) => Prepared,
): ((executor: Runs) => Prepared) => {
  const built = new WeakMap<object, Prepared>()
  return (executor) => {
    const connection = sessionConnection(executor)
    const known = built.get(connection)
    if (known !== undefined) return known
    const prepared = build(executor)
    built.set(connection, prepared)
    return prepared
  }
}

/** The types hide a session's connection; a session without one is its own key. */
const sessionConnection = (executor: Executor): object => {
  const session: object = executor._.session
  return 'client' in session && typeof session.client === 'object' && session.client !== null
    ? session.client
    : session
}
