import Box from '@mui/material/Box'
import { useListContext } from 'react-admin'
import type { Summary } from '../../../domain/credits/totals.ts'
import { periodInWords, periodTick } from '../../../domain/format/period-labels.ts'
import { isIncomplete } from '../../../domain/format/trends.ts'
import { pathOf } from '../../api/paths.ts'
import { moneyText } from '../../api/settings.ts'
import { BarChart } from '../../kit/charts/BarChart.tsx'
import { listUrl, periodDays } from '../../kit/charts/links.ts'
import { RankBars } from '../../kit/charts/RankBars.tsx'
import { today } from '../../kit/display/dates.ts'
import { salesByPeriod } from './stats.ts'

/** Sellers in the chart; the table has all of them. */
const MAX_SELLERS = 6

const SERIES = [
  { name: 'Ventas', tone: 'main' },
  { name: 'Devoluciones', tone: 'second' },
] as const

const TITLES = { day: 'Ventas y devoluciones por día', month: 'Ventas y devoluciones por mes' } as const

/** Sales and refunds per day or month, each bar linked to its transactions, and the sellers with the most sales. */
export const SalesCharts = ({
  summary,
  bySeller,
  height,
}: {
  summary: Summary
  bySeller: boolean
  height: number
}) => {
  const { filterValues } = useListContext()
  const { period, rows } = salesByPeriod(summary)
  const now = today()
  const range = { from: filterValues.dateBeging, to: filterValues.dateFinish }
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: bySeller ? 'minmax(0, 3fr) minmax(0, 2fr)' : '1fr' },
        gap: { xs: 3, md: 4 },
      }}
    >
      <BarChart
        title={TITLES[period]}
        series={SERIES}
        bars={rows.map(({ day, sales, refunds }) => ({
          id: day,
          label: periodInWords(day),
          tick: periodTick(day),
          values: [sales, refunds],
          to: listUrl(pathOf('credit-balance'), { ...filterValues, ...periodDays(day, range) }),
          isUnderWay: isIncomplete(day, now),
        }))}
        format={moneyText}
        height={height}
      />
      {bySeller ? (
        <RankBars
          title="Vendedores con más ventas"
          areNames
          ranks={summary.sellers.slice(0, MAX_SELLERS).map(({ userCreated, userCreatedName, sales }) => ({
            id: userCreated,
            name: userCreatedName,
            value: sales,
          }))}
          format={moneyText}
        />
      ) : null}
    </Box>
  )
}
