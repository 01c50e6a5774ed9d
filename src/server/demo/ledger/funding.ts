import { DAY, HOUR, later, shift } from '../clock.ts'
import type { Random } from '../random.ts'

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
