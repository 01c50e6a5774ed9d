import { saleOf } from '../../../support/credits.ts'
import { freshMovement } from '../scene.ts'
import { at, customerId, lengthOf, listOf, type Occasion, type Requests } from './request.ts'

const LEDGER = '/api/license_transactions'
const movementId = ({ scene, side }: Occasion): string => scene[side].movement

/** Credits. */
export const ledger: Requests = {
  'GET /api/license_transactions': listOf(LEDGER, movementId),
  'GET /api/license_transactions/size': listOf(`${LEDGER}/size`, movementId),
  'GET /api/license_transactions/totals': listOf(`${LEDGER}/totals`, movementId, lengthOf('sales')),
  'GET /api/license_transactions/summary': listOf(`${LEDGER}/summary`, movementId, lengthOf('days')),
  'GET /api/license_transactions/:id': (occasion) => ({ path: `${LEDGER}/${movementId(occasion)}` }),
  'POST /api/license_transactions': (occasion) => ({ path: LEDGER, body: saleOf(customerId(occasion)) }),
  'PUT /api/license_transactions/:id': async (occasion) => {
    const { caller, scene, side, isLetIn } = occasion
    const isOwn = side === 'own' && isLetIn && caller.person
    const own = isOwn ? await freshMovement(isOwn, scene.own.id) : scene.own.movement
    const path = `${LEDGER}/${side === 'own' ? own : scene.foreign.movement}`
    return { path, body: { status: 'PROCESSED' } }
  },
  'GET /api/reconciliation': at('/api/reconciliation'),
}
