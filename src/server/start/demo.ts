import pLimit from 'p-limit'
import { lockSession } from '../platform/auth/sessions.ts'
import type { Database, Log, Tx } from '../platform/database/open.ts'
import { installation } from '../platform/database/schema/settings.ts'
import { withRetry } from '../platform/database/transactions.ts'
import type { Context, Demo } from '../platform/http/context.ts'
import { RequestGate } from '../platform/http/request-gate.ts'
import { dateReset, loadFreshDemo } from './prepare.ts'

/** Longest sleep until the demo's hours are up, in milliseconds: the clock may jump, and another node may start it over. */
const MAX_SLEEP = 30_000

interface Workers {
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** A demo that can start over while it serves. */
export interface RunningDemo extends Demo {
  /** Starts over if its hours are up, on any node. */
  resetIfDue: () => Promise<void>
}

/**
 * Starting over replaces all data in one transaction, of which a killed process leaves nothing (rule O13). Meanwhile this
 * node's requests wait and its workers rest; those of other nodes wait for the tables.
 */
export const createDemo = (
  database: Database,
  context: Context,
  log: () => Log,
  workers: Workers,
): RunningDemo => {
  const { db, config, now } = context
  const gate = new RequestGate()
  const oneAtATime = pLimit(1)
  /** Requests that wait for `restart`. */
  let requests = 0

  const restart = (isWanted: (tx: Tx) => Promise<boolean>): Promise<void> =>
    oneAtATime(() =>
      gate.runAlone(async () => {
        await workers.stop()
        try {
          const isDone = await database.exclusively((owner) =>
            withRetry(owner, async (tx) => {
              if (!(await isWanted(tx))) return false
              await loadFreshDemo({ ...context, db: tx })
              return true
            }),
          )
          if (isDone) log().warn({}, 'the demo started over')
        } finally {
          await workers.start()
        }
      }, requests),
    )

  const dates: Demo['dates'] = async () => {
    const [row] = await db.select({ date: installation.date }).from(installation)
    if (!row) throw new Error('The installation state is missing')
    return { dateBegin: row.date, dateReset: dateReset(row.date, config) ?? null }
  }

  return {
    gate,
    dates,
    async reset(tokenHash) {
      requests++
      try {
        await restart(async (tx) => {
          // Of two requests, the second finds its session ended.
          await lockSession(tx, tokenHash)
          return true
        })
      } finally {
        requests--
      }
    },
    async resetIfDue() {
      const due = (await dates()).dateReset
      if (!due || due > now()) return
      await restart(async (tx) => {
        const [row] = await tx.select({ date: installation.date }).from(installation).for('update')
        const stillDue = row && dateReset(row.date, config)
        return stillDue !== undefined && stillDue <= now()
      })
    },
  }
}

/** Starts the demo over whenever its hours are up, while `isServing`. */
export const resetByHours = (
  { dates, resetIfDue }: RunningDemo,
  { now }: Pick<Context, 'now'>,
  log: Log,
  isServing: () => boolean,
): void => {
  const check = async (): Promise<number> => {
    try {
      await resetIfDue()
      const due = (await dates()).dateReset
      return due ? Math.max(0, due.getTime() - now().getTime()) : MAX_SLEEP
    } catch (error) {
      if (isServing()) log.warn({ err: error }, 'the demo could not start over')
      return MAX_SLEEP
    }
  }
  const run = async (): Promise<void> => {
    if (!isServing()) return
    const wait = await check()
    setTimeout(run, Math.min(wait, MAX_SLEEP)).unref()
  }
  void run()
}
