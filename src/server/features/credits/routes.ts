import { z } from 'zod'
import { TRANSACTION_ENDPOINTS as API, RECONCILIATION_ENDPOINTS } from '../../../domain/credits/endpoints.ts'
import { daySumsOutput } from '../../../domain/credits/totals.ts'
import type { Declaration } from '../../platform/auth/access.ts'
import { customers, ownRows, scopedRows } from '../../platform/auth/scope.ts'
import {
  EXPORT_TYPES,
  exportOptions,
  exportParameters,
  sendExport,
} from '../../platform/exports/export-list.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { flag, operation, idParameters as params } from '../../platform/http/operation.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import { bulkSaleRoutes, SELL, type UserFinder } from './bulk-sale.ts'
import { compensationRoutes } from './compensation.ts'
import { createTransaction } from './create-transaction.ts'
import { transactionResponse } from './ledger.ts'
import {
  countTransactions,
  exportedTransactions,
  findTransaction,
  listTransactions,
} from './list-transactions.ts'
import { processTransaction } from './process-transaction.ts'
import { reconcile } from './reconcile.ts'
import {
  exportedSummary,
  summarizeTransactions,
  totalTransactions,
  totalTransactionsByDay,
} from './sum-transactions.ts'
import { transactionParameters as querystring } from './transaction-source.ts'

const READ: Declaration = {
  access: { action: 'read', resource: 'license_transactions' },
  cases: scopedRows('a transaction for a customer of one’s own'),
}

const headers = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'La clave de la solicitud está vacía.')
    .max(200, 'La clave de la solicitud es demasiado larga.')
    .optional()
    .meta({ description: 'Una repetición con la misma clave devuelve la primera transacción' }),
})

const reconciliationParameters = z.strictObject({
  full: flag().optional().meta({ description: 'true: lee todos los movimientos, y no solo los nuevos' }),
})

export const creditRoutes = (app: App, context: Context, finder: UserFinder): void => {
  bulkSaleRoutes(app, context, finder)
  compensationRoutes(app, context, finder)
  const { timeZone } = context.config
  listRoutes(app, context, API, {
    config: READ,
    querystring,
    list: listTransactions,
    count: countTransactions,
    exported: exportedTransactions,
  })
  app.route({
    ...operation(API.totals, { querystring }),
    config: { ...READ, load: 'reports' },
    handler: ({ currentUser, query }) => totalTransactions(context, currentUser, query),
  })
  app.route({
    ...operation(API.summary, { querystring }),
    config: { ...READ, load: 'reports' },
    handler: ({ currentUser, query }) => summarizeTransactions(context, currentUser, query),
  })
  app.route({
    ...operation(API.days, { querystring }),
    config: { ...READ, load: 'reports' },
    handler: ({ currentUser, query }) => totalTransactionsByDay(context, currentUser, query),
  })
  app.route({
    ...operation(API.exportSummary, {
      querystring: exportParameters(querystring, Object.keys(daySumsOutput.shape)),
      produces: EXPORT_TYPES,
    }),
    ...exportOptions(READ, false),
    handler: (request, reply) =>
      sendExport(context, request, reply, exportedSummary(request.currentUser, request.query)),
  })
  app.route({
    ...operation(API.get, { params }),
    config: READ,
    handler: ({ currentUser, params }) => findTransaction(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.create, { headers }),
    config: { access: SELL, cases: customers() },
    async handler({ currentUser, body, headers }, reply) {
      const { row, isRepeat } = await createTransaction(
        context,
        currentUser,
        body,
        headers['idempotency-key'],
      )
      reply.code(isRepeat ? 200 : 201)
      return transactionResponse(row, timeZone)
    },
  })
  app.route({
    ...operation(API.process, { params }),
    config: { access: SELL, cases: ownRows('a transaction that one created') },
    handler: async ({ currentUser, params }) =>
      transactionResponse(await processTransaction(context, currentUser, params.id), timeZone),
  })
  app.route({
    ...operation(RECONCILIATION_ENDPOINTS.get, { querystring: reconciliationParameters }),
    config: { access: { action: 'read', resource: 'reconciliation' }, load: 'reports' },
    handler: ({ query }) => reconcile(context, { isFull: query.full }),
  })
}
