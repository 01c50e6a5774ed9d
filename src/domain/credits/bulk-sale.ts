import { z } from 'zod'
import { USER_STATUSES } from '../access/permissions.ts'
import { filterValue } from '../batches/bulk.ts'
import { endpoints } from '../contract/endpoint.ts'
import { instant } from '../contract/entity.ts'
import { formatMoney } from '../format/text.ts'
import { id } from '../validation/fields.ts'
import { countSchema, newTransactionSchema, transactionOutput } from './endpoints.ts'
import { type Party, type PlannedTransaction, transactionEffect, transactionErrors } from './rules.ts'
import { PERIODS, type Period, TRANSACTION_MESSAGES } from './transaction.ts'

/** Most sales in one request. They run in a single database transaction, which blocks the seller's other sales. */
export const MAX_SALES = 500

const IDS_MESSAGE = `Debe ser una lista de 1 a ${MAX_SALES} usuarios distintos.`

export const BULK_SALE_MESSAGES = {
  ids: IDS_MESSAGE,
  tooMany: `Son demasiados usuarios: como máximo se vende a ${MAX_SALES} a la vez. Use más filtros.`,
  which: 'Debe enviar ids o filter, uno de los dos.',
  expected: 'Debe ser el número de usuarios que se vieron.',
  total: 'Debe ser el total que se vio.',
  key: 'Debe enviar la clave de la solicitud.',
  balance: (months: number) =>
    `No tiene créditos suficientes: su balance de ${months} no alcanza para todos.`,
  refused: (refused: number, all: number) =>
    all === 1
      ? 'No se le puede vender: no se vendió nada.'
      : `No se puede vender a ${refused} de los ${all} usuarios: no se vendió a ninguno.`,
  priced: (total: number, currency: string) =>
    `Los precios cambiaron: ahora el total es ${formatMoney(total, currency)}. Revise la venta y vuelva a intentarlo.`,
} as const

const { description } = newTransactionSchema.shape
const terms = { period: z.enum(PERIODS, TRANSACTION_MESSAGES.period), count: countSchema }

const userIds = z
  .array(id(), IDS_MESSAGE)
  .min(1, IDS_MESSAGE)
  .max(MAX_SALES, IDS_MESSAGE)
  .refine((ids) => new Set(ids).size === ids.length, IDS_MESSAGE)

const previewSchema = z
  .strictObject({
    ids: userIds.optional(),
    filter: z
      .record(z.string(), filterValue, 'Debe enviar un objeto.')
      .optional()
      .meta({ description: 'Los parámetros de la lista de usuarios, salvo página y orden' }),
    expected: z
      .int(BULK_SALE_MESSAGES.expected)
      .min(1, BULK_SALE_MESSAGES.expected)
      .max(MAX_SALES, BULK_SALE_MESSAGES.tooMany)
      .meta({ description: 'Cuántos usuarios se vieron: si ahora son otros, 409 con el código COUNT' }),
    ...terms,
  })
  .check(({ value, issues }) => {
    if ((value.ids === undefined) === (value.filter === undefined))
      issues.push({ code: 'custom', message: BULK_SALE_MESSAGES.which, path: ['ids'], input: value })
  })
export type BulkSalePreviewInput = z.output<typeof previewSchema>

export const bulkSaleSchema = z.strictObject({
  ids: userIds,
  ...terms,
  description,
  total: z
    .number(BULK_SALE_MESSAGES.total)
    .optional()
    .meta({ description: 'El total que se vio: si ahora es otro, 409 con el código TOTAL' }),
})
export type BulkSale = z.output<typeof bulkSaleSchema>

const previewOutput = z.object({
  sales: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      fullName: z.string(),
      status: z.enum(USER_STATUSES),
      dateExpire: instant().nullable(),
      newDateExpire: instant().nullable().meta({ description: 'Nulo: no se le puede vender' }),
      total: z.number(),
      message: z.string().meta({ description: 'Por qué no se le puede vender; vacío: se le puede' }),
    }),
  ),
  creditPrice: z.number().meta({ description: 'De un crédito' }),
  total: z.number().meta({ description: 'De aquellos a quienes se puede vender' }),
  balance: z.object({ before: z.int(), after: z.int() }).nullable().meta({
    description:
      'Los meses del vendedor, después de venderles a quienes se puede; nulo: no vende de un balance',
  }),
})
export type BulkSalePreview = z.output<typeof previewOutput>

/** Separate from the other transaction endpoints, so that single sales do not load them. */
export const BULK_SALE_ENDPOINTS = endpoints({
  preview: {
    id: 'previewBulkSale',
    method: 'POST',
    path: '/api/license_transactions/bulk/preview',
    tag: 'Créditos',
    summary: 'Muestra qué recibiría cada usuario de una venta a varios, y a quién no se le puede vender',
    body: previewSchema,
    response: { 200: previewOutput },
    errors: [401, 403, 404, 409, 422],
  },
  sell: {
    id: 'sellInBulk',
    method: 'POST',
    path: '/api/license_transactions/bulk',
    tag: 'Créditos',
    summary: 'Vende lo mismo a varios usuarios: a todos o a ninguno',
    body: bulkSaleSchema,
    response: { 200: z.array(transactionOutput), 201: z.array(transactionOutput) },
    errors: [401, 403, 404, 409, 422],
  },
})

/** Terms common to all sales of a request. */
export type SaleTerms = Pick<PlannedTransaction, 'count' | 'seller' | 'settings' | 'timeZone' | 'now'> & {
  period: Period
}

/** One sale of a bulk sale; `message` says why it is impossible. */
export interface PlannedSale<Target extends Party = Party> {
  target: Target
  transaction: PlannedTransaction
  message: string | undefined
}

/**
 * Plans a sale to each target under the rules of single sales. If the balance does not suffice for all, it goes to the
 * licences that expire first; the other sales are refused.
 */
export const planSales = <Target extends Party>(
  terms: SaleTerms,
  targets: readonly Target[],
): PlannedSale<Target>[] => {
  const { creditToResell } = terms.seller
  let left = creditToResell
  return [...targets].sort(compareExpiry).map((target) => {
    const transaction: PlannedTransaction = { type: 'SALE', ...terms, until: null, target }
    const [error] = transactionErrors(transaction)
    if (error) return { target, transaction, message: error.message }
    const { seller: months } = transactionEffect(transaction)
    if (left + months < 0) return { target, transaction, message: BULK_SALE_MESSAGES.balance(creditToResell) }
    left += months
    return { target, transaction, message: undefined }
  })
}

const compareExpiry = (one: Party, other: Party): number =>
  expiryTime(one) - expiryTime(other) || (one.id < other.id ? -1 : 1)

const expiryTime = ({ dateExpire }: Party): number => dateExpire?.getTime() ?? Number.MAX_SAFE_INTEGER

/** Sums amounts with two decimals, computed in cents. */
export const sumTotals = (totals: readonly number[]): number =>
  totals.reduce((cents, total) => cents + Math.round(total * 100), 0) / 100
