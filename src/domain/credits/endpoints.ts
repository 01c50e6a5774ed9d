import { z } from 'zod'
import { endpoints } from '../contract/endpoint.ts'
import { summaryOutput, totalsOutput } from './totals.ts'
import { newTransactionSchema, transactionOutput } from './transaction-schemas.ts'

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
    response: { 200: z.object({ count: z.int() }) },
    errors: [401, 403, 422],
  },
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

/** Stored balances and expiries beside those computed from the ledger. */
const reconciliationOutput = z.object({
  balances: z.array(z.object({ ...person, stored: z.int(), computed: z.int(), difference: z.int() })),
  licences: z.object({
    checked: z.int(),
    differences: z.array(z.object({ ...person, stored: expiry, computed: expiry })),
  }),
  isSound: z.boolean(),
})
export type Reconciliation = z.infer<typeof reconciliationOutput>

export const RECONCILIATION_ENDPOINTS = endpoints({
  get: {
    id: 'getReconciliation',
    method: 'GET',
    path: '/api/reconciliation',
    tag: 'Créditos',
    summary: 'Recalcula balances y vencimientos a partir de los movimientos procesados',
    response: { 200: reconciliationOutput },
    errors: [401, 403],
  },
})
