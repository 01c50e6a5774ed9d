import { ResourceContextProvider } from 'ra-core'
import { isAdmin } from '../../../domain/access/roles.ts'
import type { Totals } from '../../../domain/credits/totals.ts'
import { TRANSACTION_TYPES, TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import { formatMoney } from '../../../domain/format/numbers.ts'
import { formatReference } from '../../../domain/format/references.ts'
import { momentText } from '../../fields/dates.ts'
import { CatalogueList } from '../../lists/CatalogueList.tsx'
import { Column } from '../../lists/Column.tsx'
import { FilterDays } from '../../lists/FilterDays.tsx'
import { FilterSelect } from '../../lists/FilterSelect.tsx'
import { pastPresets } from '../../lists/past-presets.ts'
import { useMe } from '../../session/identity.ts'
import type { Me } from '../../session/me.ts'
import { BalanceBadge } from '../../users/BalanceBadge.tsx'
import type { MovementRecord } from '../movement-record.ts'
import { SalesSection } from './SalesSection.tsx'
import { TotalCards } from './TotalCards.tsx'

const ALL: readonly (keyof Totals)[] = ['sales', 'refunds', 'credits', 'transfers', 'refundTransfers']
const SALES: readonly (keyof Totals)[] = ['sales']

const TYPES = TRANSACTION_TYPES.map((type) => ({ value: String(typeNumber(type)), label: TYPE_NAMES[type] }))

/** Agents see their own sales alone; the others whatever lies in their scope. Only what was processed counts. */
const onlyOf = ({ _id, role }: Me): Record<string, unknown> => ({
  status: 'PROCESSED',
  ...(role === 'agent' ? { type: typeNumber('SALE'), userCreated: _id } : {}),
})

const Balance = ({ me }: { me: Me }) => {
  const only = onlyOf(me)
  const isAgent = me.role === 'agent'
  return (
    <CatalogueList
      title="CONSULTA DE MOVIMIENTOS CRÉDITOS"
      sort={{ field: 'reference', order: 'DESC' }}
      only={only}
      facts={isAdmin(me.role) ? null : <BalanceBadge />}
      filters={
        <>
          <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
          {isAgent ? null : <FilterSelect source="type" label="Tipo" options={TYPES} />}
        </>
      }
      above={
        <>
          <TotalCards only={only} shown={isAgent ? SALES : ALL} />
          <SalesSection only={only} bySeller={!isAgent} />
        </>
      }
    >
      <Column<MovementRecord>
        source="reference"
        firstOrder="DESC"
        onPhone="title"
        render={({ reference }) => formatReference(reference)}
      />
      <Column<MovementRecord> source="date" firstOrder="DESC" render={({ date }) => momentText(date)} />
      {isAgent ? null : <Column source="userCreatedName" disableSort />}
      <Column source="userFullName" disableSort />
      {isAgent ? null : <Column source="typeDescrition" disableSort />}
      <Column source="period" disableSort />
      <Column source="count" align="right" disableSort />
      <Column<MovementRecord>
        source="total"
        align="right"
        firstOrder="DESC"
        render={({ total }) => formatMoney(total)}
      />
    </CatalogueList>
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
