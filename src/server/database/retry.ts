import { setTimeout as pause } from 'node:timers/promises'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { isRetryable } from './errors.ts'
import type { Db, Tx } from './executor.ts'

const attempts = 6

/** Runs a transaction, again from the start when it lost a race (40001, 40P01); the work must have no other effects. */
export async function withRetry<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(work, config)
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}
