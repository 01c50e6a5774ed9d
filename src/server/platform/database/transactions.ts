import { setTimeout as pause } from 'node:timers/promises'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import { isRetryable } from './errors.ts'
import type { Db, Tx } from './executor.ts'

const attempts = 6

/** Runs a transaction, again from the start when it lost a race (40001, 40P01); the work must have no other effects. */
export const withRetry = <T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  config?: PgTransactionConfig,
): Promise<T> => retried(() => db.transaction(work, config))

/** What a transaction ends with: a statement that is under way, whose answer decides nothing more in it. */
interface Ending<T> {
  answer: PromiseLike<T>
}

/**
 * The same for a work whose last statement goes to the database together with the commit, one way there and back less.
 * Where that statement fails, the database commits nothing, and so does the work.
 */
export const withEnding = <T>(db: Db, work: (tx: Tx) => Promise<Ending<T>>): Promise<T> =>
  retried(async () => {
    const { answer } = await db.transaction(async (tx) => {
      const ending = await work(tx)
      // Sends a statement that is not under way yet, once: Drizzle's would be sent again whenever they are waited for.
      const answer = ending.answer.then((value) => value)
      // It is waited for after the commit: until then nobody would hear of its failure.
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
 * A statement that is built once for each connection and named, so that the server plans it once as well: for the few
 * that every sale waits for. What changes between two runs must be its placeholders.
 */
export const statement = <Prepared>(build: (tx: Tx) => Prepared): ((tx: Tx) => Prepared) => {
  const built = new WeakMap<object, Prepared>()
  return (tx) => {
    const connection = connectionOf(tx)
    const known = built.get(connection)
    if (known !== undefined) return known
    const prepared = build(tx)
    built.set(connection, prepared)
    return prepared
  }
}

/** A transaction's session keeps its connection from its types; a session that had none would stand for itself. */
const connectionOf = (tx: Tx): object => {
  const session: object = tx._.session
  return 'client' in session && typeof session.client === 'object' && session.client !== null
    ? session.client
    : session
}
