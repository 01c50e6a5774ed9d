import { TRANSACTION_TYPES, type TransactionType } from './transaction.ts'

/** How many movements of a type there are, their credits, and their amount in units of the currency. */
export interface Sum {
  count: number
  credits: number
  total: number
}

export const TOTAL_NAMES = {
  SALE: 'sales',
  REFUND: 'refunds',
  CREDIT: 'credits',
  TRANSFER: 'transfers',
  REFUND_TRANSFER: 'refundTransfers',
} as const satisfies Record<TransactionType, string>

export type Totals = Record<(typeof TOTAL_NAMES)[TransactionType], Sum>

/** The totals out of the sums of each type; zero where there is none. */
export const totalsOf = (sums: readonly (Sum & { type: TransactionType })[]): Totals => {
  const found = new Map(sums.map(({ type, ...sum }) => [type, sum]))
  const entries = TRANSACTION_TYPES.map(
    (type) => [TOTAL_NAMES[type], found.get(type) ?? { count: 0, credits: 0, total: 0 }] as const,
  )
  return Object.fromEntries(entries) as Totals
}
