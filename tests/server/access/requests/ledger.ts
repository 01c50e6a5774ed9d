import { newId } from '../../../../src/server/platform/database/ids.ts'
import { saleOf } from '../../../support/credits.ts'
import { freshTransaction } from '../scene.ts'
import { at, customerId, exportOf, lengthOf, listOf, type Occasion, type Requests } from './request.ts'

const LEDGER = '/api/license_transactions'
const transactionId = ({ scene, side }: Occasion): string => scene[side].transaction

/** Credits. */
export const ledger: Requests = {
  'GET /api/license_transactions': listOf(LEDGER, transactionId),
  'GET /api/license_transactions/size': listOf(`${LEDGER}/size`, transactionId),
  'GET /api/license_transactions/export': exportOf(LEDGER, transactionId),
  'GET /api/license_transactions/totals': listOf(`${LEDGER}/totals`, transactionId, lengthOf('sales')),
  'GET /api/license_transactions/summary': listOf(`${LEDGER}/summary`, transactionId, lengthOf('days')),
  'GET /api/license_transactions/days': listOf(`${LEDGER}/days`, transactionId),
  'GET /api/license_transactions/summary/export': exportOf(`${LEDGER}/summary`, transactionId),
  'GET /api/license_transactions/:id': (occasion) => ({ path: `${LEDGER}/${transactionId(occasion)}` }),
  'POST /api/license_transactions': (occasion) => ({ path: LEDGER, body: saleOf(customerId(occasion)) }),
  'PUT /api/license_transactions/:id': async (occasion) => {
    const { caller, scene, side, isLetIn } = occasion
    const isOwn = side === 'own' && isLetIn && caller.person
    const own = isOwn ? await freshTransaction(isOwn, scene.own.id) : scene.own.transaction
    const path = `${LEDGER}/${side === 'own' ? own : scene.foreign.transaction}`
    return { path, body: { status: 'PROCESSED' } }
  },
  'POST /api/license_transactions/bulk': (occasion) => ({
    path: `${LEDGER}/bulk`,
    hidden: 422,
    body: { ids: [customerId(occasion)], period: 'MESES', count: 1 },
    headers: { 'idempotency-key': newId() },
  }),
  'POST /api/license_transactions/bulk/preview': (occasion) => ({
    path: `${LEDGER}/bulk/preview`,
    hidden: 409,
    body: { ids: [customerId(occasion)], expected: 1, period: 'MESES', count: 1 },
  }),
  'POST /api/license_transactions/compensations/preview': () => ({
    path: `${LEDGER}/compensations/preview`,
    body: { at: '2026-01-01T00:00:00Z', days: 1 },
  }),
  'POST /api/license_transactions/compensations': () => ({
    path: `${LEDGER}/compensations`,
    status: 409,
    body: { at: '2026-01-01T00:00:00Z', days: 1, reason: 'Caída', expected: 9 },
    headers: { 'idempotency-key': newId() },
  }),
  'GET /api/reconciliation': at('/api/reconciliation'),
}
