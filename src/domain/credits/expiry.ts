import { MONTHS_OF, type Period, type TransactionType } from './transaction.ts'

/** `date` moved by calendar months in UTC, the day clamped to the last one of the month (rule C2). */
export const addMonths = (date: Date, months: number): Date => {
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return moved
}

/** A user's credit: months from `now` until the expiry, rounded up, never negative (rule C3). */
export const monthsLeft = (expiry: Date | null, now: Date): number => {
  if (expiry === null || expiry <= now) return 0
  const whole =
    (expiry.getUTCFullYear() - now.getUTCFullYear()) * 12 + expiry.getUTCMonth() - now.getUTCMonth()
  return addMonths(now, whole) >= expiry ? whole : whole + 1
}

/** Colour of a credit in a list (rule U6). */
export const creditTone = (credit: number): 'red' | 'yellow' | 'plain' =>
  credit <= 0 ? 'red' : credit === 1 ? 'yellow' : 'plain'

/** The expiry once months are added at `at`: an expired or new licence starts a new term (rule C8). */
export const extendedExpiry = (expiry: Date | null, months: number, at: Date): Date =>
  addMonths(expiry !== null && expiry > at ? expiry : at, months)

/** The expiry once months are refunded at `at`, never before `at` (rule C8). */
export const reducedExpiry = (expiry: Date | null, months: number, at: Date): Date => {
  const reduced = addMonths(expiry ?? at, -months)
  return reduced > at ? reduced : at
}

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
