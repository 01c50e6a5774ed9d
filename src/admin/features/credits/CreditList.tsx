import { MovementFilters } from './MovementFilters.tsx'
import { MovementList } from './MovementList.tsx'

/** What was asked for and never processed moved nothing. */
const PROCESSED = { status: 'PROCESSED' }

export const CreditList = () => (
  <MovementList title="Historial de créditos" only={PROCESSED} filters={<MovementFilters />} />
)
