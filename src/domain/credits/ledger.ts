import { extendedExpiry, reducedExpiry } from './expiry.ts'
import { MONTHS_OF, type Period } from './periods.ts'
import type { TransactionType } from './transaction.ts'

/** The effect of a processed transaction on a licence. */
export interface LedgerEntry {
  type: TransactionType
  period: Period
  count: number
  processedAt: Date
  /** Set where the count is 0: the two hours of a demo. */
  newDateExpire: Date | null
}

export const expiryAfter = (expiry: Date | null, entry: LedgerEntry): Date | null => {
  const { type, period, count, processedAt, newDateExpire } = entry
  const months = count * MONTHS_OF[period]
  if (type === 'TRANSFER' || type === 'REFUND_TRANSFER') return expiry
  if (count === 0) return newDateExpire
  return type === 'REFUND'
    ? reducedExpiry(expiry, months, processedAt)
    : extendedExpiry(expiry, months, processedAt)
}

/** The expiry recomputed from the transactions of a licence, in the order in which they were processed (rule C22). */
export const expiryOf = (entries: readonly LedgerEntry[]): Date | null =>
  entries.reduce<Date | null>(expiryAfter, null)
