import Box from '@mui/material/Box'
import { useListContext } from 'react-admin'
import { periodInWords, periodTick } from '../../../../domain/format/period-labels.ts'
import { formatCount } from '../../../../domain/format/text.ts'
import { isIncomplete } from '../../../../domain/format/trends.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { useRealLocation } from '../../../api/router.tsx'
import { BarChart } from '../../../kit/charts/BarChart.tsx'
import { listUrl, periodDays } from '../../../kit/charts/links.ts'
import { RankBars } from '../../../kit/charts/RankBars.tsx'
import { today } from '../../../kit/display/dates.ts'
import { PERIOD_TITLES, type VisitSummary, visitsByPeriod } from './visit-summary.ts'

const SERIES = [{ name: 'Visitas', tone: 'main' }] as const

interface VisitChartsProps {
  summary: VisitSummary
  height: number
}

/** Visits per day or month, the most visited contents and the kinds of content, each linked to its visits. */
export const VisitCharts = ({ summary, height }: VisitChartsProps) => {
  const { filterValues } = useListContext()
  const { pathname, search } = useRealLocation()
  const { period, rows } = visitsByPeriod(summary)
  const now = today()
  const visitsUrl = (filter: object) =>
    listUrl(pathname, { ...filterValues, ...filter }, new URLSearchParams(search))
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          md: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 3fr)',
        },
        gap: { xs: 3, md: 4 },
      }}
    >
      <BarChart
        title={PERIOD_TITLES[period]}
        series={SERIES}
        bars={rows.map(({ day, visits }) => ({
          id: day,
          label: periodInWords(day),
          tick: periodTick(day),
          values: [visits],
          to: visitsUrl(periodDays(day, summary)),
          isUnderWay: isIncomplete(day, now),
        }))}
        format={formatCount}
        height={height}
      />
      <RankBars
        title="Contenidos más vistos"
        areNames
        ranks={summary.contents.slice(0, MAX_SEEN).map(({ contentId, title, visits }) => ({
          id: contentId,
          name: title,
          value: visits,
        }))}
        format={formatCount}
      />
      <RankBars
        title="Por tipo de contenido"
        ranks={summary.mediaTypes.map(({ mediaType, visits }) => ({
          id: mediaType,
          name: MEDIA_TYPE_NAMES[mediaType],
          value: visits,
          to: visitsUrl({ dateBeging: summary.from, dateFinish: summary.to, mediaType }),
        }))}
        format={formatCount}
      />
    </Box>
  )
}

/** Contents in the chart; the table has all those of the response. */
const MAX_SEEN = 6
