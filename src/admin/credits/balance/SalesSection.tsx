import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { lazy, Suspense, useId } from 'react'
import { useSummary } from './figures.ts'
import { SalesTables } from './SalesTables.tsx'

// Only this screen draws charts: nobody else loads them.
const SalesCharts = lazy(async () => ({ default: (await import('./SalesCharts.tsx')).SalesCharts }))

const HEIGHT = 240

/** Sales and refunds of the chosen range at a glance; the same figures stand in tables for who reads them. */
export const SalesSection = ({ only, bySeller }: { only: object; bySeller: boolean }) => {
  const { data } = useSummary(only)
  const heading = useId()
  if (data === undefined) return <Skeleton variant="rounded" height={HEIGHT} sx={{ mb: 2 }} />
  if (data.days.length === 0) return null
  return (
    <Card component="section" aria-labelledby={heading} sx={{ px: 2.25, py: 2, mb: 2 }}>
      <Typography id={heading} variant="h2" sx={{ mb: 1 }}>
        Ventas y devoluciones
      </Typography>
      <Box aria-hidden="true">
        <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT} />}>
          <SalesCharts summary={data} bySeller={bySeller} height={HEIGHT} />
        </Suspense>
      </Box>
      <SalesTables summary={data} bySeller={bySeller} />
    </Card>
  )
}
