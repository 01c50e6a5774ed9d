import { formatCount } from '../../../../domain/format/numbers.ts'
import { formatPeriod, PERIOD_NAMES } from '../../../../domain/format/periods.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { FiguresTable, FiguresTables } from '../../../kit/charts/FiguresTables.tsx'
import { PERIOD_TITLES, periodsOf, type VisitSummary } from './summary.ts'

/** The figures of the charts, for who reads them. */
export const VisitTables = ({ summary }: { summary: VisitSummary }) => {
  const { period, rows } = periodsOf(summary)
  return (
    <FiguresTables label="Cifras de visitas">
      <FiguresTable
        caption={PERIOD_TITLES[period]}
        columns={[PERIOD_NAMES[period], 'Visitas']}
        rows={rows.map(({ day, visits }) => ({
          id: day,
          cells: [formatPeriod(day), formatCount(visits)],
        }))}
      />
      <FiguresTable
        caption="Contenidos más vistos"
        columns={['Contenido', 'Tipo', 'Visitas']}
        rows={summary.contents.map(({ contentId, title, mediaType, visits }) => ({
          id: contentId,
          cells: [title, MEDIA_TYPE_NAMES[mediaType], formatCount(visits)],
        }))}
      />
      <FiguresTable
        caption="Por tipo de contenido"
        columns={['Tipo', 'Visitas']}
        rows={summary.mediaTypes.map(({ mediaType, visits }) => ({
          id: mediaType,
          cells: [MEDIA_TYPE_NAMES[mediaType], formatCount(visits)],
        }))}
      />
    </FiguresTables>
  )
}
