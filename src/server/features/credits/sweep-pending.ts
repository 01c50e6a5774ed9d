import { sql } from 'drizzle-orm'
import { recordChange } from '../../platform/audit/audit-log.ts'
import type { Db } from '../../platform/database/open.ts'
import { withRetry } from '../../platform/database/transactions.ts'

const DAY = 24 * 60 * 60_000
const AT_ONCE = 1_000

const NOBODY = { id: null, name: '', ip: '' }

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
    const { rows } = await tx.execute<{ gone: number }>(
      sql`select delete_pending_transactions(${until.toISOString()}::timestamptz, ${AT_ONCE}) as gone`,
    )
    const deleted = rows[0]?.gone ?? 0
    if (deleted > 0)
      await recordChange(tx, NOBODY, now, {
        action: 'delete',
        resource: 'license_transactions',
        record: { _id: null },
        before: { status: 'CREATED', transactions: deleted },
      })
    return deleted
  })
