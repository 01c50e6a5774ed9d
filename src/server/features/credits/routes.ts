import { z } from 'zod'
import { newTransactionSchema } from '../../../domain/credits/new-transaction.ts'
import type { Access } from '../../platform/auth/permissions.ts'
import type { App } from '../../platform/http/app-type.ts'
import type { Context } from '../../platform/http/context.ts'
import { errorResponses, idParameters } from '../../platform/http/schemas.ts'
import { createTransaction } from './create-transaction.ts'
import {
  countTransactions,
  findTransaction,
  listTransactions,
  totalTransactions,
  transactionParameters,
} from './list-transactions.ts'
import { processTransaction } from './process-transaction.ts'
import { reconciliationRoute } from './reconciliation-route.ts'
import { summarizeTransactions, summarySchema } from './summary.ts'
import { toWire, transactionWire } from './wire.ts'

const tags = ['Créditos']
const path = '/api/license_transactions'
const read: Access = { action: 'read', resource: 'license_transactions' }
const sell: Access = { action: 'create', resource: 'license_transactions' }

const sumSchema = z.object({ count: z.int(), credits: z.int(), total: z.number() })
const totalsSchema = z.object({
  sales: sumSchema,
  refunds: sumSchema,
  credits: sumSchema,
  transfers: sumSchema,
  refundTransfers: sumSchema,
})

const keySchema = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'La clave de la solicitud está vacía.')
    .max(200, 'La clave de la solicitud es demasiado larga.')
    .optional()
    .meta({ description: 'Una repetición con la misma clave devuelve la primera transacción' }),
})

const processedSchema = z.strictObject({
  status: z.literal('PROCESSED', 'Solo se puede procesar la transacción.'),
})

export const creditRoutes = (app: App, context: Context): void => {
  readingRoutes(app, context)
  writingRoutes(app, context)
  reconciliationRoute(app, context)
}

function readingRoutes(app: App, context: Context): void {
  const querystring = transactionParameters
  app.get(
    path,
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Lista movimientos de créditos',
        querystring,
        response: { 200: z.array(transactionWire), ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => listTransactions(context, caller, query),
  )
  app.get(
    `${path}/size`,
    {
      config: { access: read, load: 'reports' },
      schema: {
        tags,
        summary: 'Cuenta movimientos de créditos con los mismos filtros',
        querystring,
        response: { 200: z.object({ count: z.int() }), ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => countTransactions(context, caller, query),
  )
  app.get(
    `${path}/totals`,
    {
      config: { access: read, load: 'reports' },
      schema: {
        tags,
        summary: 'Suma los movimientos procesados con los mismos filtros, por tipo',
        querystring,
        response: { 200: totalsSchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => totalTransactions(context, caller, query),
  )
  app.get(
    `${path}/summary`,
    {
      config: { access: read, load: 'reports' },
      schema: {
        tags,
        summary: 'Suma ventas y devoluciones procesadas por día y por vendedor, con los mismos filtros',
        querystring,
        response: { 200: summarySchema, ...errorResponses(401, 403, 422) },
      },
    },
    ({ caller, query }) => summarizeTransactions(context, caller, query),
  )
  app.get(
    `${path}/:id`,
    {
      config: { access: read },
      schema: {
        tags,
        summary: 'Muestra un movimiento de créditos',
        params: idParameters,
        response: { 200: transactionWire, ...errorResponses(401, 403, 404) },
      },
    },
    ({ caller, params }) => findTransaction(context, caller, params.id),
  )
}

function writingRoutes(app: App, context: Context): void {
  const { timeZone } = context.config
  app.post(
    path,
    {
      config: { access: sell },
      schema: {
        tags,
        summary: 'Crea un movimiento de créditos, todavía sin efecto',
        headers: keySchema,
        body: newTransactionSchema,
        response: { 200: transactionWire, 201: transactionWire, ...errorResponses(401, 403, 404, 422) },
      },
    },
    async ({ caller, body, headers }, reply) => {
      const { row, isRepeat } = await createTransaction(context, caller, body, headers['idempotency-key'])
      reply.code(isRepeat ? 200 : 201)
      return toWire(row, timeZone)
    },
  )
  app.put(
    `${path}/:id`,
    {
      config: { access: sell },
      schema: {
        tags,
        summary: 'Procesa un movimiento de créditos: cambia balances y vencimiento, una sola vez',
        params: idParameters,
        body: processedSchema,
        response: { 200: transactionWire, ...errorResponses(401, 403, 404, 409, 422) },
      },
    },
    async ({ caller, params }) => toWire(await processTransaction(context, caller, params.id), timeZone),
  )
}
