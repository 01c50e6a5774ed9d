import { MONTHS_OF, type Period, type TransactionType } from '../../../domain/credits/transaction.ts'
import type { DemoUser } from '../person.ts'

/** What the demo charges for a credit of each period, in pesos. */
export const PRICES: Record<Period, number> = { MESES: 350, AÑOS: 3600 }

/** A processed movement of the demo's ledger. */
export interface DemoTransaction {
  by: DemoUser
  to: DemoUser
  type: TransactionType
  period: Period
  count: number
  date: Date
  description: string
  /** The licence's end before and after; null where the movement changes none. */
  dateExpire: Date | null
  newDateExpire: Date | null
}

/** Months that a movement moves. */
export const monthsOf = ({ count, period }: Pick<DemoTransaction, 'count' | 'period'>): number =>
  count * MONTHS_OF[period]

/** What a movement costs: a unit price, and the total, which is zero for a courtesy. */
export const priceOf = ({
  type,
  period,
  count,
}: DemoTransaction): { creditPrice: number; total: number } => ({
  creditPrice: PRICES[period],
  total: type === 'CREDIT' ? 0 : PRICES[period] * count,
})
