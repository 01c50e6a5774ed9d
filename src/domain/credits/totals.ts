import { z } from 'zod'
import { TRANSACTION_TYPES, type TransactionType } from './transaction.ts'

/** Number of transactions of a type, their credits or days, and their amount in units of the currency. */
const sumOutput = z.object({
  count: z.int(),
  credits: z.int().meta({ description: 'De MESES y AÑOS' }),
  days: z.int().meta({ description: 'De DIAS' }),
  total: z.number(),
})
type Sum = z.infer<typeof sumOutput>

export const totalsOutput = z.object({
  sales: sumOutput,
  refunds: sumOutput,
  credits: sumOutput,
  transfers: sumOutput,
  refundTransfers: sumOutput,
})
export type Totals = z.infer<typeof totalsOutput>

const TOTAL_NAMES = {
  SALE: 'sales',
  REFUND: 'refunds',
  CREDIT: 'credits',
  TRANSFER: 'transfers',
  REFUND_TRANSFER: 'refundTransfers',
} as const satisfies Record<TransactionType, keyof Totals>

/** Totals by type; zero for types without transactions. */
export const totalsByType = (sums: readonly (Sum & { type: TransactionType })[]): Totals => {
  const found = new Map(sums.map(({ type, ...sum }) => [type, sum]))
  const entries = TRANSACTION_TYPES.map(
    (type) => [TOTAL_NAMES[type], found.get(type) ?? { count: 0, credits: 0, days: 0, total: 0 }] as const,
  )
  return Object.fromEntries(entries) as Totals
}

/** Sums of sales and refunds by day; days without any are omitted. */
export const dailyTotalsOutput = z.array(
  totalsOutput.pick({ sales: true, refunds: true }).extend({ day: z.string().meta({ format: 'date' }) }),
)
export type DailyTotals = z.infer<typeof dailyTotalsOutput>

const amountsOutput = z.object({
  sales: z.number().meta({ description: 'Total de las ventas' }),
  refunds: z.number().meta({ description: 'Total de las devoluciones' }),
})

export const summaryOutput = z.object({
  days: z.array(amountsOutput.extend({ day: z.string().meta({ format: 'date' }) })),
  sellers: z.array(amountsOutput.extend({ userCreated: z.string(), userCreatedName: z.string() })),
})
/** Processed sales and refunds of one seller on one day, with their credits. */
export const daySumsOutput = z.object({
  day: z.string().meta({ title: 'Día', format: 'date' }),
  userCreated: z.string().meta({ title: 'Id del vendedor' }),
  userCreatedName: z.string().meta({ title: 'Vendedor' }),
  saleCount: z.int().meta({ title: 'Cantidad de ventas' }),
  saleCredits: z.int().meta({ title: 'Créditos vendidos' }),
  sales: z.number().meta({ title: 'Ventas' }),
  refundCount: z.int().meta({ title: 'Cantidad de devoluciones' }),
  refundCredits: z.int().meta({ title: 'Créditos devueltos' }),
  refundDays: z.int().meta({ title: 'Días devueltos' }),
  refunds: z.number().meta({ title: 'Devoluciones' }),
  net: z.number().meta({ title: 'Neto', description: 'Las ventas menos las devoluciones' }),
})
export type DaySums = z.infer<typeof daySumsOutput>

export type Summary = z.infer<typeof summaryOutput>
