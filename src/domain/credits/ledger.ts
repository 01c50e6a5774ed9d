import { extendedExpiry, reducedExpiry } from './expiry.ts'
import { MONTHS_OF, type Period } from './periods.ts'
import type { TransactionType } from './transaction.ts'

/** A processed movement on a licence. */
export interface Posting {
  type: TransactionType
  period: Period
  count: number
  processedAt: Date
  /** The end that a record without months grants: a demo's two hours. */
  newDateExpire: Date | null
}

/** The expiry after one more movement. */
export const expiryAfter = (expiry: Date | null, posting: Posting): Date | null => {
  const { type, period, count, processedAt, newDateExpire } = posting
  const months = count * MONTHS_OF[period]
  if (type === 'TRANSFER' || type === 'REFUND_TRANSFER') return expiry
  if (count === 0) return newDateExpire
  return type === 'REFUND'
    ? reducedExpiry(expiry, months, processedAt)
    : extendedExpiry(expiry, months, processedAt)
}

/** The expiry recomputed from the movements of a licence, in the order in which they were processed (rule C22). */
export const expiryOf = (postings: readonly Posting[]): Date | null =>
  postings.reduce<Date | null>(expiryAfter, null)
