import { ResourceContextProvider } from 'ra-core'
import { isAdmin } from '../../../../domain/access/roles.ts'
import type { Totals } from '../../../../domain/credits/totals.ts'
import { useMe } from '../../../api/session/identity.ts'
import type { Me } from '../../../api/session/me.ts'
import { BalanceBadge } from '../BalanceBadge.tsx'
import { MovementFilters } from '../MovementFilters.tsx'
import { MovementList } from '../MovementList.tsx'
import { onlyOf } from './figures.ts'
import { SalesSection } from './SalesSection.tsx'
import { TotalCards } from './TotalCards.tsx'

const ALL: readonly (keyof Totals)[] = ['sales', 'refunds', 'credits', 'transfers', 'refundTransfers']
const SALES: readonly (keyof Totals)[] = ['sales']

const Balance = ({ me }: { me: Me }) => {
  const only = onlyOf(me)
  const isAgent = me.role === 'agent'
  return (
    <MovementList
      title="CONSULTA DE MOVIMIENTOS CRÉDITOS"
      only={only}
      facts={isAdmin(me.role) ? null : <BalanceBadge />}
      filters={<MovementFilters withType={!isAgent} />}
      above={
        <>
          <TotalCards only={only} shown={isAgent ? SALES : ALL} />
          <SalesSection only={only} bySeller={!isAgent} />
        </>
      }
    />
  )
}

/** CONSULTA DE MOVIMIENTOS CRÉDITOS: the movements with their totals, and the sales at a glance. */
export const BalanceScreen = () => {
  const { data: me } = useMe()
  if (me === undefined) return null
  return (
    <ResourceContextProvider value="license_transactions">
      <Balance me={me} />
    </ResourceContextProvider>
  )
}
