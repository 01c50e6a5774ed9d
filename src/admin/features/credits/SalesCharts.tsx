import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import type { Summary } from '../../../domain/credits/totals.ts'
import { formatPeriod } from '../../../domain/format/periods.ts'
import { formatMoney, formatShort } from '../../../domain/format/text.ts'
import { periodsOf } from './stats.ts'

/** Sellers that have a bar of their own; the table has all of them. */
const MOST_SELLERS = 10

const money = (amount: number | null): string => formatMoney(amount ?? 0)

const useSeries = () => {
  const { palette } = useTheme()
  return [
    { dataKey: 'sales', label: 'Ventas', color: palette.primary.main, valueFormatter: money },
    { dataKey: 'refunds', label: 'Devoluciones', color: palette.warning.main, valueFormatter: money },
  ]
}

/** Sales and refunds per day or month, and per seller, as bars. */
export const SalesCharts = ({
  summary,
  bySeller,
  height,
}: {
  summary: Summary
  bySeller: boolean
  height: number
}) => {
  const series = useSeries()
  const sellers = summary.sellers.slice(0, MOST_SELLERS).map((row) => ({ ...row }))
  return (
    <Box
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: bySeller ? '3fr 2fr' : '1fr' }, gap: 2 }}
    >
      <BarChart
        dataset={periodsOf(summary).rows.map((row) => ({ ...row }))}
        series={series}
        xAxis={[{ scaleType: 'band', dataKey: 'day', valueFormatter: formatPeriod }]}
        yAxis={[{ valueFormatter: formatShort, width: 52 }]}
        height={height}
        skipAnimation
      />
      {bySeller ? (
        <BarChart
          dataset={sellers}
          series={series}
          layout="horizontal"
          yAxis={[{ scaleType: 'band', dataKey: 'userCreatedName', width: 130 }]}
          xAxis={[{ valueFormatter: formatShort }]}
          height={height}
          skipAnimation
          hideLegend
        />
      ) : null}
    </Box>
  )
}
