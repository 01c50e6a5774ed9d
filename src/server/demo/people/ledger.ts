import {
  addMonths,
  MONTHS_PER_CREDIT,
  type Period,
  type TransactionType,
} from '../../../domain/credits/transaction.ts'
import { DAY, HOUR, later, shift } from '../clock.ts'
import type { Random } from '../random.ts'
import type { DemoUser } from './make-user.ts'

/** A processed credit transaction. */
export interface DemoTransaction {
  by: DemoUser
  to: DemoUser
  type: TransactionType
  period: Period
  count: number
  date: Date
  description: string
  /** Expiry before and after; null for types that change none. */
  dateExpire: Date | null
  newDateExpire: Date | null
}

export const monthsOf = ({ count, period }: Pick<DemoTransaction, 'count' | 'period'>): number =>
  count * MONTHS_PER_CREDIT[period]

export interface Term {
  date: Date
  months: number
}

interface Bounds {
  since: Date
  now: Date
}

/** Months of a term that ends exactly at `end` and begins within the bounds; undefined if there is none. */
function monthsBefore(end: Date, { since, now }: Bounds, random: Random): number | undefined {
  return random.sample([1, 1, 1, 2, 3, 3, 6, 12], 8).find((months) => {
    const start = addMonths(end, -months)
    return start >= since && start < shift(now, -HOUR) && addMonths(start, months).getTime() === end.getTime()
  })
}

/**
 * Sales, oldest first, that make a licence end exactly at `expiry`: some renewed before their end, others after a
 * pause. Throws when no sale within the bounds can.
 */
export function termsUntil(expiry: Date, bounds: Bounds, random: Random): Term[] {
  const terms: (Term & { start: Date })[] = []
  let end = expiry
  for (let wanted = random.integer(1, 6); wanted > 0; wanted--) {
    const months = monthsBefore(end, bounds, random)
    if (months === undefined) break
    const start = addMonths(end, -months)
    const renewedEarly = random.chance(0.6)
    terms.unshift({
      start,
      months,
      date: renewedEarly ? shift(start, -random.integer(HOUR, 9 * DAY)) : start,
    })
    end = renewedEarly ? start : shift(start, -random.integer(DAY, 45 * DAY))
  }
  const [first, ...rest] = terms
  if (!first) throw new RangeError(`No sale ends at ${expiry.toISOString()}`)
  return [{ date: first.start, months: first.months }, ...rest.map(({ date, months }) => ({ date, months }))]
}

/** Months taken from a balance. */
export interface Spending {
  date: Date
  months: number
}

/** Months added to a reseller's balance, or taken back. */
export interface Funding {
  type: 'TRANSFER' | 'REFUND_TRANSFER'
  count: number
  date: Date
}

const PACKAGES = [12, 24, 36, 48, 60] as const

interface Account {
  /** Creation date of the reseller. */
  since: Date
  now: Date
  /** Balance to end with, in months; null: any. */
  balance: number | null
}

/** Transfers that keep a balance from ever falling below zero and end at the requested one. */
export function fund(spendings: readonly Spending[], account: Account, random: Random): Funding[] {
  const opening = shift(account.since, HOUR)
  const fundings: Funding[] = [{ type: 'TRANSFER', count: random.pick([12, 24]), date: opening }]
  let balance = fundings[0]?.count ?? 0
  let last = opening
  for (const { date, months } of [...spendings].sort((a, b) => a.date.getTime() - b.date.getTime())) {
    while (balance < months) {
      const missing = months - balance
      const count = random.pick(PACKAGES.filter((size) => size >= Math.min(missing, 60)))
      fundings.push({
        type: 'TRANSFER',
        count,
        date: later(shift(opening, 2 * HOUR), shift(date, -random.integer(HOUR, 2 * DAY))),
      })
      balance += count
    }
    balance -= months
    last = later(last, date)
  }
  const difference = (account.balance ?? balance) - balance
  // The final correction happens between the last spending and now.
  const end = new Date(
    last.getTime() + (account.now.getTime() - last.getTime()) * (0.2 + 0.6 * random.next()),
  )
  if (difference > 0) fundings.push({ type: 'TRANSFER', count: difference, date: end })
  if (difference < 0) fundings.push({ type: 'REFUND_TRANSFER', count: -difference, date: end })
  return fundings
}
