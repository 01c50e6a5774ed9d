import Box from '@mui/material/Box'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { BarChart } from '@mui/x-charts/BarChart'
import type { ReactNode } from 'react'
import { formatPeriod } from '../../../../domain/format/periods.ts'
import { formatCount, formatShort } from '../../../../domain/format/text.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { PERIOD_TITLES, periodsOf, type VisitSummary } from './visit-summary.ts'

const useSeries = () => [
  {
    dataKey: 'visits',
    label: 'Visitas',
    color: useTheme().palette.primary.main,
    valueFormatter: (visits: number | null) => formatCount(visits ?? 0),
  },
]

const Chart = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography sx={{ fontSize: 13, lineHeight: '20px', fontWeight: 600, color: 'text.secondary' }}>
      {title}
    </Typography>
    {children}
  </Box>
)

interface RanksProps {
  /** What each bar is of: two contents can have one name. */
  rows: readonly { id: string; name: string; visits: number }[]
  names: number
  height: number
}

/** A bar alone would fill the chart: few ones keep the gaps of five. */
const gapOf = (bars: number): number => Math.max(0.2, 1 - bars / 5)

/** Bars from the most on, each with its name beside it. */
const Ranks = ({ rows, names, height }: RanksProps) => {
  const nameOf = (id: string): string => rows.find((row) => row.id === id)?.name ?? ''
  return (
    <BarChart
      dataset={rows.map((row) => ({ ...row }))}
      series={useSeries()}
      layout="horizontal"
      yAxis={[
        {
          scaleType: 'band',
          dataKey: 'id',
          categoryGapRatio: gapOf(rows.length),
          valueFormatter: nameOf,
          width: names,
          disableTicks: true,
          disableLine: true,
        },
      ]}
      xAxis={[{ valueFormatter: formatShort, tickNumber: 4, tickMinStep: 1 }]}
      height={height}
      margin={{ left: 0, right: 16, top: 12, bottom: 0 }}
      skipAnimation
      hideLegend
    />
  )
}

const Visits = ({ summary, height }: VisitChartsProps) => {
  const { period, rows } = periodsOf(summary)
  return (
    <Chart title={PERIOD_TITLES[period]}>
      <BarChart
        dataset={rows}
        series={useSeries()}
        xAxis={[{ scaleType: 'band', dataKey: 'day', valueFormatter: formatPeriod }]}
        yAxis={[{ valueFormatter: formatShort, width: 44, tickMinStep: 1 }]}
        height={height}
        margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
        skipAnimation
        hideLegend
      />
    </Chart>
  )
}

interface VisitChartsProps {
  summary: VisitSummary
  height: number
}

/** Visits per day or month, the most seen contents and the kinds of content, as bars. */
export const VisitCharts = ({ summary, height }: VisitChartsProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '5fr 4fr 3fr' }, gap: 2 }}>
    <Visits summary={summary} height={height} />
    <Chart title="Contenidos más vistos">
      <Ranks
        rows={summary.contents.map(({ contentId, title, visits }) => ({
          id: contentId,
          name: title,
          visits,
        }))}
        names={150}
        height={height}
      />
    </Chart>
    <Chart title="Por tipo de contenido">
      <Ranks
        rows={summary.mediaTypes.map(({ mediaType, visits }) => ({
          id: mediaType,
          name: MEDIA_TYPE_NAMES[mediaType],
          visits,
        }))}
        names={84}
        height={height}
      />
    </Chart>
  </Box>
)
