import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { useListContext } from 'react-admin'
import { dayAfter } from '../../../../domain/format/dates.ts'
import { formatPeriod, PERIOD_NAMES } from '../../../../domain/format/periods.ts'
import { formatCount } from '../../../../domain/format/text.ts'
import { MAX_SUMMARY_DAYS } from '../../../../domain/support/history.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { lazy } from '../../../api/connection.ts'
import { ChartsSkeleton, StatsSkeleton, StatsTable, StatsTables } from '../../../kit/charts/stats.tsx'
import { dayText } from '../../../kit/display/dates.ts'
import { FoldableSection } from '../../../kit/page/FoldableSection.tsx'
import {
  PERIOD_TITLES,
  type Subject,
  useVisitSummary,
  type VisitSummary,
  visitsByPeriod,
} from './visit-summary.ts'

// Only needed by this screen, when its summary is expanded.
const VisitCharts = lazy(async () => ({ default: (await import('./VisitCharts.tsx')).VisitCharts }))

/** Height of the plot; charts are side by side, or stacked with gaps. */
const HEIGHT = 240
const TITLE_AND_AXIS = 58
const ALL_CHARTS = { xs: 3 * (TITLE_AND_AXIS + HEIGHT) + 2 * 24, md: TITLE_AND_AXIS + HEIGHT }

const coverageText = ({ from, to, isPartial }: VisitSummary): string =>
  `Del ${dayText(from)} al ${dayText(to)}${isPartial ? ', solo las visitas más recientes' : ''}.`

/** Offers to list the days of a summary that begins later than its list, at its limit. */
const SameDays = ({ from, to }: VisitSummary) => {
  const { filterValues, setFilters } = useListContext()
  if (from === filterValues.dateBeging || from !== dayAfter(to, 1 - MAX_SUMMARY_DAYS)) return null
  return (
    <>
      {` Un resumen abarca hasta ${MAX_SUMMARY_DAYS} días. `}
      <Link
        component="button"
        type="button"
        onClick={() => setFilters({ ...filterValues, dateBeging: from, dateFinish: to })}
        sx={{ minHeight: { xs: 44, sm: 24 }, verticalAlign: 'baseline' }}
      >
        Listar solo esos días
      </Link>
    </>
  )
}

const Visits = ({ only }: { only: Subject }) => {
  const { data, error } = useVisitSummary(only)
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (data === undefined)
    return (
      <>
        <Typography sx={{ mb: 1 }}>
          <Skeleton width={180} />
        </Typography>
        <StatsSkeleton height={ALL_CHARTS} />
      </>
    )
  return (
    <>
      <Typography color="text.secondary" sx={{ mb: 1 }}>
        {coverageText(data)}
        {data.days.length === 0 ? ' No hay visitas.' : <SameDays {...data} />}
      </Typography>
      {data.days.length === 0 ? null : (
        <>
          <Suspense fallback={<ChartsSkeleton height={ALL_CHARTS} />}>
            <VisitCharts summary={data} height={HEIGHT} />
          </Suspense>
          <VisitTables summary={data} />
        </>
      )}
    </>
  )
}

/** Summary of the filtered visits, as charts and as tables. */
export const VisitSection = ({ only }: { only: Subject }) => (
  <FoldableSection title="Resumen de visitas" name="figures.visits">
    <Visits only={only} />
  </FoldableSection>
)

const VisitTables = ({ summary }: { summary: VisitSummary }) => {
  const { period, rows } = visitsByPeriod(summary)
  return (
    <StatsTables label="Cifras de visitas">
      <StatsTable
        caption={PERIOD_TITLES[period]}
        columns={[PERIOD_NAMES[period], 'Visitas']}
        rows={rows.map(({ day, visits }) => ({
          id: day,
          cells: [formatPeriod(day), formatCount(visits)],
        }))}
      />
      <StatsTable
        caption="Contenidos más vistos"
        columns={['Contenido', 'Tipo', 'Visitas']}
        rows={summary.contents.map(({ contentId, title, mediaType, visits }) => ({
          id: contentId,
          cells: [title, MEDIA_TYPE_NAMES[mediaType], formatCount(visits)],
        }))}
      />
      <StatsTable
        caption="Por tipo de contenido"
        columns={['Tipo', 'Visitas']}
        rows={summary.mediaTypes.map(({ mediaType, visits }) => ({
          id: mediaType,
          cells: [MEDIA_TYPE_NAMES[mediaType], formatCount(visits)],
        }))}
      />
    </StatsTables>
  )
}
