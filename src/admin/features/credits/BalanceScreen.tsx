import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { ResourceContextProvider } from 'react-admin'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Summary, Totals } from '../../../domain/credits/totals.ts'
import { formatPeriod, PERIOD_NAMES } from '../../../domain/format/periods.ts'
import { formatCount } from '../../../domain/format/text.ts'
import { lazy } from '../../api/connection.ts'
import { type Me, useMe } from '../../api/me.ts'
import { headingOf } from '../../api/paths.ts'
import { moneyText } from '../../api/settings.ts'
import {
  ChartsSkeleton,
  type StatsRow,
  StatsSkeleton,
  StatsTable,
  StatsTables,
} from '../../kit/charts/stats.tsx'
import { FoldableSection } from '../../kit/page/FoldableSection.tsx'
import { BalanceBadge } from './BalanceBadge.tsx'
import { countedFilter, salesByPeriod, useSummary, useTotals } from './stats.ts'
import { TransactionFilters, TransactionList } from './TransactionList.tsx'

// Only needed by this screen.
const SalesCharts = lazy(async () => ({ default: (await import('./SalesCharts.tsx')).SalesCharts }))

type Filter = Parameters<typeof useTotals>[0]

/** Transactions with totals and sales charts (CONSULTA DE MOVIMIENTOS CRÉDITOS). */
export const BalanceScreen = () => {
  const { data: me } = useMe()
  if (me === undefined) return null
  return (
    <ResourceContextProvider value="license_transactions">
      <Balance me={me} />
    </ResourceContextProvider>
  )
}

const ALL: readonly (keyof Totals)[] = ['sales', 'refunds', 'credits', 'transfers', 'refundTransfers']
const SALES: readonly (keyof Totals)[] = ['sales']

const Balance = ({ me }: { me: Me }) => {
  const only = countedFilter(me)
  const isAgent = me.role === 'agent'
  return (
    <TransactionList
      title={headingOf('credit-balance')}
      purpose={
        isAgent
          ? 'Cuánto vendió en un período, con los totales y la gráfica de sus ventas.'
          : 'Cuánto se vendió, devolvió y transfirió en un período, con totales y gráficas por día y vendedor.'
      }
      only={only}
      details={isAdmin(me.role) ? null : <BalanceBadge />}
      filters={<TransactionFilters withType={!isAgent} />}
      figures={
        <>
          <TotalCards only={only} shown={isAgent ? SALES : ALL} />
          <SalesSection only={only} bySeller={!isAgent} />
        </>
      }
    />
  )
}

const NAMES: readonly (readonly [keyof Totals, string])[] = [
  ['sales', 'Ventas'],
  ['refunds', 'Devoluciones'],
  ['credits', 'Créditos sin cargo'],
  ['transfers', 'Transferencias'],
  ['refundTransfers', 'Devoluciones de transferencias'],
]

const credits = (count: number): string => (count === 1 ? '1 crédito' : `${formatCount(count)} créditos`)
const days = (count: number): string => (count === 1 ? '1 día' : `${formatCount(count)} días`)

const amountText = (sum: Totals[keyof Totals]): string =>
  sum.days === 0 ? credits(sum.credits) : `${credits(sum.credits)} y ${days(sum.days)}`

interface TotalCardsProps {
  only: Filter
  /** Sales only for agents. */
  shown: readonly (keyof Totals)[]
}

/** Totals of the transactions in the list. */
const TotalCards = ({ only, shown }: TotalCardsProps) => {
  const { data, error } = useTotals(only)
  if (error)
    return (
      <Alert severity="error" sx={{ mb: 2 }}>
        {error.message}
      </Alert>
    )
  return (
    <Box
      component="dl"
      aria-busy={data === undefined}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
        gap: 1.5,
        m: 0,
        mb: 2,
      }}
    >
      {NAMES.filter(([name]) => shown.includes(name)).map(([name, label]) => (
        <Card key={name} data-testid={`total-${name}`} sx={{ px: 2, py: 1.5 }}>
          <Box component="dt" sx={{ fontSize: 12, fontWeight: 600, color: 'text.secondary' }}>
            {label}
          </Box>
          <Box
            component="dd"
            sx={{
              m: 0,
              fontSize: { xs: 16, sm: 20 },
              fontWeight: 700,
              fontVariantNumeric: 'tabular-nums',
              overflowWrap: 'anywhere',
            }}
          >
            {data === undefined ? '…' : moneyText(data[name].total)}
          </Box>
          <Box component="dd" sx={{ m: 0, fontSize: 12, color: 'text.secondary' }}>
            {data === undefined ? '…' : amountText(data[name])}
          </Box>
        </Card>
      ))}
    </Box>
  )
}

interface SalesSectionProps {
  only: Filter
  bySeller: boolean
}

/** Sales and refunds of the chosen range as charts, and as tables. */
const SalesSection = (props: SalesSectionProps) => (
  <FoldableSection title="Ventas y devoluciones" name="figures.sales">
    <Sales {...props} />
  </FoldableSection>
)

/** Height of the plot; chart and sellers are side by side, or stacked with a gap. */
const HEIGHT = 240
const TITLE_AND_AXIS = 58
const BOTH_CHARTS = { xs: 2 * (HEIGHT + TITLE_AND_AXIS) + 24, md: HEIGHT + TITLE_AND_AXIS }

const Sales = ({ only, bySeller }: SalesSectionProps) => {
  const { data } = useSummary(only)
  const height = bySeller ? BOTH_CHARTS : HEIGHT + TITLE_AND_AXIS
  if (data === undefined) return <StatsSkeleton height={height} />
  if (data.days.length === 0)
    return <Typography color="text.secondary">No hay ventas ni devoluciones.</Typography>
  return (
    <>
      <Suspense fallback={<ChartsSkeleton height={height} />}>
        <SalesCharts summary={data} bySeller={bySeller} height={HEIGHT} />
      </Suspense>
      <SalesTables summary={data} bySeller={bySeller} />
    </>
  )
}

const AMOUNTS = ['Ventas', 'Devoluciones']
const CAPTIONS = { day: 'Por día', month: 'Por mes' } as const

const statsRow = (
  id: string,
  name: string,
  { sales, refunds }: { sales: number; refunds: number },
): StatsRow => ({
  id,
  cells: [name, moneyText(sales), moneyText(refunds)],
})

const SalesTables = ({ summary, bySeller }: { summary: Summary; bySeller: boolean }) => {
  const { period, rows } = salesByPeriod(summary)
  return (
    <StatsTables label="Cifras de ventas y devoluciones">
      <StatsTable
        caption={CAPTIONS[period]}
        columns={[PERIOD_NAMES[period], ...AMOUNTS]}
        rows={rows.map(({ day, ...amounts }) => statsRow(day, formatPeriod(day), amounts))}
      />
      {bySeller ? (
        <StatsTable
          caption="Por vendedor"
          columns={['Vendedor', ...AMOUNTS]}
          rows={summary.sellers.map(({ userCreated, userCreatedName, ...amounts }) =>
            statsRow(userCreated, userCreatedName, amounts),
          )}
        />
      ) : null}
    </StatsTables>
  )
}
