import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import { FiguresSection } from '../../lists/FiguresSection.tsx'
import { useSummary } from './figures.ts'
import { SalesTables } from './SalesTables.tsx'

// Only this screen draws charts: nobody else loads them.
const SalesCharts = lazy(async () => ({ default: (await import('./SalesCharts.tsx')).SalesCharts }))

const HEIGHT = 240

const Sales = ({ only, bySeller }: SalesSectionProps) => {
  const { data } = useSummary(only)
  if (data === undefined) return <Skeleton variant="rounded" height={HEIGHT} />
  if (data.days.length === 0)
    return <Typography color="text.secondary">No hay ventas ni devoluciones.</Typography>
  return (
    <>
      <Box aria-hidden="true">
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
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
