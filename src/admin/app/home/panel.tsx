import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import type { UseQueryResult } from '@tanstack/react-query'
import { LinkBase } from 'ra-core'
import { type ReactNode, Suspense, useId } from 'react'
import { changeInPercent } from '../../../domain/format/series.ts'
import { lazy } from '../../api/connection.ts'
import type { BarChartProps } from '../../kit/charts/BarChart.tsx'

/** Figures are read again when the page is opened later than this. */
export const FRESH_FOR = 30_000

interface PanelProps<Data> {
  title: string
  /** Its whole list. */
  to?: string | undefined
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Of its content, so that nothing moves when that is there. */
  height: number | { xs: number; sm: number }
  children: (data: Data) => ReactNode
}

/** A part of the home page with a request of its own: what fails here leaves the others alone. */
export const Panel = <Data,>({ title, to, query, height, children }: PanelProps<Data>) => {
  const heading = useId()
  const { data, error, isFetching, refetch } = query
  const body = () => {
    if (data !== undefined) return children(data)
    if (error === null || isFetching) return <Skeleton variant="rounded" sx={{ height }} />
    return (
      <Box role="alert" sx={{ display: 'grid', justifyItems: 'start', gap: 1.5 }}>
        <Typography color="text.secondary">No se pudo leer. {error.message}</Typography>
        <Button variant="outlined" onClick={() => refetch()}>
          Reintentar
        </Button>
      </Box>
    )
  }
  return (
    <Card component="section" aria-labelledby={heading} className="panel">
      <Box className="panel-head">
        <Typography id={heading} component="h2">
          {title}
        </Typography>
        {to === undefined ? null : (
          <Link component={LinkBase} to={to} aria-label={`Ver todo: ${title}`}>
            Ver todo
          </Link>
        )}
      </Box>
      <Box sx={{ minHeight: height }}>{body()}</Box>
    </Card>
  )
}

interface FigureProps {
  label: string
  value: string
  to: string
  /** The same before, to compare with. */
  change?: { now: number; before: number; isGood: 'more' | 'less' }
  /** Calls for attention. */
  tone?: 'red' | undefined
}

/** A number that leads to the list that it is the total of. */
export const Figure = ({ label, value, to, change, tone }: FigureProps) => (
  <LinkBase className="figure" to={to} data-tone={tone}>
    <span>{label}</span>
    <strong>{value}</strong>
    {change === undefined ? null : <Change {...change} />}
  </LinkBase>
)

const Change = ({ now, before, isGood }: NonNullable<FigureProps['change']>) => {
  const percent = changeInPercent(now, before)
  if (percent === undefined) return <small>&nbsp;</small>
  const isMore = percent > 0
  const tone = percent === 0 ? undefined : isMore === (isGood === 'more') ? 'good' : 'bad'
  return (
    <small data-tone={tone} title="Frente a los 7 días anteriores">
      {percent === 0 ? 'igual' : `${isMore ? '▲' : '▼'} ${Math.abs(percent)} %`}
      <span className="unseen">
        {percent === 0 ? '' : isMore ? ' más' : ' menos'} que los 7 días anteriores
      </span>
    </small>
  )
}

const LazyChart = lazy(async () => ({ default: (await import('../../kit/charts/BarChart.tsx')).BarChart }))

/** Title and axis of a chart, beside the height of its plot. */
export const AROUND_PLOT = 58

/** A chart, whose code comes after the figures. */
export const Chart = (props: BarChartProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={props.height + AROUND_PLOT} />}>
    <LazyChart {...props} />
  </Suspense>
)
