import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { exportEndpoint, instant, recordId } from '../contract/entity.ts'
import { sizeOutput } from '../contract/list-limit.ts'
import { id, lines, requiredInteger } from '../validation/fields.ts'
import { dailyTotalsOutput, summaryOutput, totalsOutput } from './totals.ts'
import {
  MAX_CREDITS,
  TRANSACTION_MESSAGES,
  TRANSACTION_PERIODS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
} from './transaction.ts'

export const countSchema = requiredInteger(
  TRANSACTION_MESSAGES.count,
  1,
  MAX_CREDITS,
  TRANSACTION_MESSAGES.countRange,
)

/** Input of a transaction; the server computes price and expiry (rules C15, C30). */
export const newTransactionSchema = z
  .strictObject({
    userLicensed: id(TRANSACTION_MESSAGES.user),
    type: requiredInteger(TRANSACTION_MESSAGES.type, 1, TRANSACTION_TYPES.length, TRANSACTION_MESSAGES.type),
    period: z.enum(TRANSACTION_PERIODS, TRANSACTION_MESSAGES.period),
    count: countSchema.optional(),
    until: z.iso
      .datetime({ offset: true, error: TRANSACTION_MESSAGES.until })
      // PostgreSQL has no year 0, and years below 100 would be read as later ones; `dateControl` is the upper limit.
      .refine((value) => new Date(value).getUTCFullYear() >= 2000, TRANSACTION_MESSAGES.untilOld)
      .optional()
      .meta({ description: 'En DIAS, en lugar de count: el vencimiento exacto' }),
    description: lines(500),
  })
  .check(({ value, issues }) => {
    if (value.count === undefined && value.until === undefined)
      issues.push({ code: 'custom', message: TRANSACTION_MESSAGES.count, path: ['count'], input: value })
    if (value.count !== undefined && value.until !== undefined)
      issues.push({
        code: 'custom',
        message: TRANSACTION_MESSAGES.countOrUntil,
        path: ['until'],
        input: value,
      })
  })
export type NewTransaction = z.infer<typeof newTransactionSchema>

/** A transaction in API responses; `...Format` are days in the service's time zone. */
export const transactionOutput = /* @__PURE__ */ z.object({
  _id: recordId,
  reference: z.int().meta({ title: 'Referencia' }),
  userCreated: z.string().meta({ title: 'Id del vendedor' }),
  userCreatedName: z.string().meta({ title: 'Vendedor' }),
  userLicensed: z.string().meta({ title: 'Id del cliente' }),
  userFullName: z.string().meta({ title: 'Cliente' }),
  userName: z.string().meta({ title: 'Usuario', description: 'Su nombre de usuario; vacío si se eliminó' }),
  type: z.int().meta({
    title: 'Tipo',
    description: 'De 1 a 5: venta, devolución, crédito, transferencia y su devolución',
  }),
  typeDescrition: z.string().meta({ title: 'Tipo' }),
  period: z.enum(TRANSACTION_PERIODS).meta({ title: 'Período' }),
  count: z.int().meta({ title: 'Créditos', description: 'En DIAS, los días' }),
  until: instant().nullable().meta({ title: 'Vencimiento exacto', description: 'De un movimiento en DIAS' }),
  price: z.number().meta({ title: 'Precio de un crédito', description: 'De un crédito' }),
  creditPrice: z.number().meta({ title: 'Precio', description: 'De un crédito' }),
  total: z.number().meta({ title: 'Total' }),
  description: z.string().meta({ title: 'Descripción' }),
  status: z.enum(TRANSACTION_STATUSES).meta({ title: 'Estado' }),
  saved: z.boolean().meta({ title: 'Guardado', description: 'Verdadero en cuanto está guardada' }),
  date: instant().meta({ title: 'Fecha' }),
  dateExpireRef: instant().nullable().meta({ title: 'Vencimiento anterior (hora exacta)' }),
  dateExpireFormat: z.string().meta({ title: 'Vencimiento anterior' }),
  newDateExpire: instant().nullable().meta({ title: 'Nuevo vencimiento' }),
  newDateExpireFormat: z.string().meta({ title: 'Nuevo vencimiento' }),
})
export type Transaction = z.infer<typeof transactionOutput>

const processedSchema = z.strictObject({
  status: z.literal('PROCESSED', 'Solo se puede procesar la transacción.'),
})

export const TRANSACTION_ENDPOINTS = endpoints({
  list: {
    id: 'listTransactions',
    method: 'GET',
    path: '/api/license_transactions',
    tag: 'Créditos',
    summary: 'Lista movimientos de créditos',
    response: { 200: z.array(transactionOutput) },
    errors: [401, 403, 422],
  },
  count: {
    id: 'countTransactions',
    method: 'GET',
    path: '/api/license_transactions/size',
    tag: 'Créditos',
    summary: 'Cuenta movimientos de créditos con los mismos filtros',
    response: { 200: sizeOutput },
    errors: [401, 403, 422],
  },
  export: exportEndpoint(
    'exportTransactions',
    '/api/license_transactions/export',
    'Créditos',
    'movimientos de créditos',
  ),
  totals: {
    id: 'totalTransactions',
    method: 'GET',
    path: '/api/license_transactions/totals',
    tag: 'Créditos',
    summary: 'Suma los movimientos procesados con los mismos filtros, por tipo',
    response: { 200: totalsOutput },
    errors: [401, 403, 422],
  },
  summary: {
    id: 'summarizeTransactions',
    method: 'GET',
    path: '/api/license_transactions/summary',
    tag: 'Créditos',
    summary: 'Suma ventas y devoluciones procesadas por día y por vendedor, con los mismos filtros',
    response: { 200: summaryOutput },
    errors: [401, 403, 422],
  },
  days: {
    id: 'totalTransactionsByDay',
    method: 'GET',
    path: '/api/license_transactions/days',
    tag: 'Créditos',
    summary: 'Suma ventas y devoluciones procesadas de cada día que tuvo alguna, con los mismos filtros',
    response: { 200: dailyTotalsOutput },
    errors: [401, 403, 422],
  },
  exportSummary: exportEndpoint(
    'exportTransactionSummary',
    '/api/license_transactions/summary/export',
    'Créditos',
    'las ventas y devoluciones procesadas de cada día y vendedor',
  ),
  get: {
    id: 'getTransaction',
    method: 'GET',
    path: '/api/license_transactions/:id',
    tag: 'Créditos',
    summary: 'Muestra un movimiento de créditos',
    response: { 200: transactionOutput },
    errors: [401, 403, 404],
  },
  create: {
    id: 'createTransaction',
    method: 'POST',
    path: '/api/license_transactions',
    tag: 'Créditos',
    summary: 'Crea un movimiento de créditos, todavía sin efecto',
    body: newTransactionSchema,
    response: { 200: transactionOutput, 201: transactionOutput },
    errors: [401, 403, 404, 422],
  },
  process: {
    id: 'processTransaction',
    method: 'PUT',
    path: '/api/license_transactions/:id',
    tag: 'Créditos',
    summary: 'Procesa un movimiento de créditos: cambia balances y vencimiento, una sola vez',
    body: processedSchema,
    response: { 200: transactionOutput },
    errors: [401, 403, 404, 409, 422],
  },
})

const person = { _id: z.string(), name: z.string(), fullName: z.string() }
const expiry = z.string().nullable().meta({ format: 'date-time' })
const amount = z.object({ transactions: z.int(), total: z.number() })

/** Most differences listed by a reconciliation; the count includes all of them. */
export const MAX_DIFFERENCES = 1_000

const comparison = <Difference extends z.ZodType>(difference: Difference) =>
  z.object({
    checked: z.int(),
    different: z.int().meta({ description: 'Cuántos no concuerdan' }),
    differences: z
      .array(difference)
      .meta({ description: `Los primeros que no concuerdan: entre todas las listas, ${MAX_DIFFERENCES}` }),
  })

/** Stored balances, expiries and sums that differ from those computed from the ledger. */
const reconciliationOutput = z.object({
  date: instant(),
  isFull: z
    .boolean()
    .meta({ description: 'Falso: se leyeron solo los movimientos nuevos desde la revisión anterior' }),
  since: instant()
    .nullable()
    .meta({ description: 'La revisión anterior sin diferencias, si esta se basa en ella' }),
  lastFull: instant().nullable().meta({ description: 'La última revisión completa sin diferencias' }),
  transactions: z.int().meta({ description: 'Movimientos procesados que se leyeron' }),
  balances: comparison(z.object({ ...person, stored: z.int(), computed: z.int(), difference: z.int() })),
  licences: comparison(z.object({ ...person, stored: expiry, computed: expiry })),
  sums: comparison(
    z.object({
      period: z.string().meta({ description: 'Un día, o un mes como AAAA-MM' }),
      userCreatedName: z.string().meta({ description: 'Vacío: de todos los vendedores' }),
      type: z.string(),
      stored: amount,
      computed: amount,
    }),
  ),
  different: z.int().meta({ description: 'Cuántas diferencias hay en total' }),
  isSound: z.boolean(),
})
export type Reconciliation = z.infer<typeof reconciliationOutput>

export const RECONCILIATION_ENDPOINTS = endpoints({
  get: {
    id: 'getReconciliation',
    method: 'GET',
    path: '/api/reconciliation',
    tag: 'Créditos',
    summary: 'Compara balances, vencimientos y sumas con los movimientos procesados',
    response: { 200: reconciliationOutput },
    errors: [401, 403, 409, 422],
  },
})
