import ExpandMore from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId } from 'react'
import { LinkBase, useStore } from 'react-admin'
import { changeInPercent } from '../../../domain/format/trends.ts'
import { lazy } from '../../api/connection.ts'
import type { Me } from '../../api/me.ts'
import type { BarChartProps } from '../../kit/charts/BarChart.tsx'
import { PHONE } from '../../kit/list/filters.tsx'
import styles from './panel.module.css'

/** Milliseconds after which figures are refetched when the page is opened. */
export const FRESH_FOR = 30_000

export interface HomePanelProps {
  me: Me
  /** Key under which this browser stores whether a phone shows it collapsed. */
  name: string
  /** The most urgent panel: initially expanded on a phone. */
  isUrgent: boolean
}

interface PanelProps<Data> extends Pick<HomePanelProps, 'name' | 'isUrgent'> {
  title: string
  /** Main figure, shown when collapsed. */
  brief?: (data: Data) => string
  /** Link to its complete list. */
  to?: string | undefined
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  /** Height of its content in pixels, to avoid a layout shift while loading. */
  height: number | { xs: number; sm: number }
  children: (data: Data) => ReactNode
}

const HEAD = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: { xs: 0, sm: 2 },
  mb: { xs: 0, sm: '10px' },
  '& > h2': { flex: { xs: '1 1 100%', sm: 'initial' }, fontSize: 16, fontWeight: 700 },
  '& > a': { flex: 'none', py: { xs: '12px', sm: '4px' } },
} as const

const FOLD = {
  justifyContent: 'flex-start',
  gap: 1.5,
  width: 1,
  minHeight: 44,
  font: 'inherit',
  textAlign: 'left',
} as const

/** Main figure of a collapsed panel. */
const BRIEF = {
  flex: '1 0 auto',
  fontSize: 13,
  fontWeight: 400,
  color: 'text.secondary',
  textAlign: 'right',
} as const

/**
 * A panel of the home page with its own request, so that a failure doesn't affect the others. Collapsible on a phone.
 */
export const Panel = <Data,>(props: PanelProps<Data>) => {
  const { title, name, brief, isUrgent, to, query, height, children } = props
  const heading = useId()
  const isPhone = useMediaQuery(PHONE, { noSsr: true })
  const [isUnfolded, setUnfolded] = useStore(`home.${name}`, isUrgent)
  const isOpen = !isPhone || isUnfolded
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
    <Card
      component="section"
      aria-labelledby={heading}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        px: { xs: '14px', sm: '20px' },
        pt: { xs: '5px', sm: 2 },
        pb: { xs: isOpen ? 2 : '5px', sm: '18px' },
      }}
    >
      <Box sx={HEAD}>
        <Typography component="h2">
          {isPhone ? (
            <ButtonBase
              sx={FOLD}
              aria-expanded={isOpen}
              aria-labelledby={heading}
              onClick={() => setUnfolded(!isOpen)}
            >
              <span id={heading}>{title}</span>
              <Box component="span" sx={BRIEF}>
                {isOpen || data === undefined ? null : brief?.(data)}
              </Box>
              <ExpandMore sx={{ transform: isOpen ? 'rotate(180deg)' : 'none' }} />
            </ButtonBase>
          ) : (
            <span id={heading}>{title}</span>
          )}
        </Typography>
        {to === undefined || !isOpen ? null : (
          <Link component={LinkBase} to={to} aria-label={`Ver todo: ${title}`}>
            Ver todo
          </Link>
        )}
      </Box>
      {isOpen ? (
        <Box sx={{ display: 'flex', flex: 1, flexDirection: 'column', minHeight: height }}>{body()}</Box>
      ) : null}
    </Card>
  )
}

export const Figures = ({ children }: { children: ReactNode }) => (
  <div className={styles.figures}>{children}</div>
)

interface FigureProps {
  label: string
  value: string
  to: string
  /** Totals of complete days, and of as many days before (rule Q15). */
  change?: { now: number; before: number; isGood: 'more' | 'less' }
  /** Highlights the figure. */
  tone?: 'red' | undefined
}

/** A number with a link to the list that it counts. */
export const Figure = ({ label, value, to, change, tone }: FigureProps) => (
  <LinkBase className={styles.figure} to={to} data-tone={tone}>
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
    <small data-tone={tone} title="Los 7 días hasta ayer, frente a los 7 anteriores">
      {percent === 0 ? 'igual' : `${isMore ? '▲' : '▼'} ${Math.abs(percent)} %`}
      <span className="unseen">
        {percent === 0 ? '' : isMore ? ' más' : ' menos'} en los 7 días hasta ayer que en los 7 anteriores
      </span>
    </small>
  )
}

const LazyChart = lazy(async () => ({ default: (await import('../../kit/charts/BarChart.tsx')).BarChart }))

/** Height of a chart's title and axis, in addition to the plot. */
export const AROUND_PLOT = 58

/** A lazily loaded chart, whose code follows the figures. */
export const Chart = (props: BarChartProps) => (
  <Suspense fallback={<Skeleton variant="rounded" height={props.height + AROUND_PLOT} />}>
    <LazyChart {...props} />
  </Suspense>
)
