import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from './executor.ts'

/** Detects statements sent through the outer handle while a transaction is open. */
export interface TxGuard {
  /** Throws inside a transaction: the statement would run outside it (or deadlock on a single connection). */
  check(): void
  inside<T>(work: () => Promise<T>): Promise<T>
}

export function createTxGuard(): TxGuard {
  const current = new AsyncLocalStorage<{ open: boolean }>()
  return {
    check() {
      if (current.getStore()?.open) {
        throw new Error('Statement on the outer database handle inside a transaction: pass its tx along')
      }
    },
    async inside(work) {
      const transaction = { open: true }
      try {
        return await current.run(transaction, work)
      } finally {
        // Code that outlives the transaction (a timer, a log line) may use the outer handle again.
        transaction.open = false
      }
    },
  }
}

/** Installs the guard around a handle's transactions; the driver's client guards its statements. */
export function guardTransactions(db: Db, guard: TxGuard): Db {
  const transaction = db.transaction.bind(db)
  db.transaction = (work, config) => {
    guard.check()
    return transaction((tx) => guard.inside(() => work(tx)), config)
  }
  return db
}
