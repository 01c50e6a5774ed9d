import { MONTHS_PER_CREDIT, type Period, type TransactionType } from '../../../domain/credits/transaction.ts'
import type { DemoUser } from '../person.ts'

/** Price of a credit by period, in pesos. */
export const PRICES: Record<Period, number> = { MESES: 350, AÑOS: 3600 }

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

/** Unit price and total; a CREDIT costs 0. */
export const demoPrice = ({
  type,
  period,
  count,
}: DemoTransaction): { creditPrice: number; total: number } => ({
  creditPrice: PRICES[period],
  total: type === 'CREDIT' ? 0 : PRICES[period] * count,
})
