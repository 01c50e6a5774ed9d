import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { ChartsSkeleton, FiguresSection, FiguresSkeleton } from '../../../kit/charts/StatsSection.tsx'
import { useSummary } from './figures.ts'
import { SalesTables } from './SalesTables.tsx'

// Only this screen draws charts: nobody else loads them.
const SalesCharts = lazy(async () => ({ default: (await import('./SalesCharts.tsx')).SalesCharts }))

/** Of one chart; the first has a legend above; beside one another, or below one another with a gap. */
const HEIGHT = 240
const LEGEND = 29
const BOTH_CHARTS = { xs: 2 * HEIGHT + LEGEND + 16, md: HEIGHT + LEGEND }

const Sales = ({ only, bySeller }: SalesSectionProps) => {
  const { data } = useSummary(only)
  const height = bySeller ? BOTH_CHARTS : HEIGHT + LEGEND
  if (data === undefined) return <FiguresSkeleton height={height} />
  if (data.days.length === 0)
    return <Typography color="text.secondary">No hay ventas ni devoluciones.</Typography>
  return (
    <>
      <Box aria-hidden="true">
        <Suspense fallback={<ChartsSkeleton height={height} />}>
          <SalesCharts summary={data} bySeller={bySeller} height={HEIGHT} />
        </Suspense>
      </Box>
      <SalesTables summary={data} bySeller={bySeller} />
    </>
  )
}

interface SalesSectionProps {
  only: object
  bySeller: boolean
}

/** Sales and refunds of the chosen range at a glance; the same figures stand in tables for who reads them. */
export const SalesSection = (props: SalesSectionProps) => (
  <FiguresSection title="Ventas y devoluciones" name="sales">
    <Sales {...props} />
  </FiguresSection>
)
