import { and, eq, lt, sql } from 'drizzle-orm'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/database/open.ts'
import { licenseTransactions as table } from '../../platform/database/schema/credits.ts'
import { withRetry } from '../../platform/database/transactions.ts'

const DAY = 24 * 60 * 60_000
const AT_ONCE = 1_000

const NOBODY = { id: null, name: '', address: '' }

/**
 * Deletes transactions created `days` ago but never processed, which is impossible after a quarter of an hour (rule
 * C24). Returns their number; each batch is one audit event.
 */
export const sweepPending = async (db: Db, days: number, now: Date): Promise<number> => {
  const until = new Date(now.getTime() - days * DAY)
  let swept = 0
  for (let last = AT_ONCE; last === AT_ONCE; swept += last) last = await sweepSome(db, until, now)
  return swept
}

const sweepSome = (db: Db, until: Date, now: Date): Promise<number> =>
  withRetry(db, async (tx) => {
    const old = tx
      .select({ _id: table._id })
      .from(table)
      .where(and(eq(table.status, 'CREATED'), lt(table.date, until)))
      .orderBy(table.date, table._id)
      .limit(AT_ONCE)
    const gone = await tx
      .delete(table)
      .where(and(eq(table.status, 'CREATED'), sql`${table._id} in ${old}`))
      .returning({ _id: table._id })
    if (gone.length > 0)
      await recordChange(tx, NOBODY, now, {
        action: 'delete',
        resource: 'license_transactions',
        record: { _id: null },
        before: { status: 'CREATED', transactions: gone.length },
      })
    return gone.length
  })
