import { formatCount } from '../../../domain/format/numbers.ts'
import { MEDIA_TYPE_NAMES } from '../../../domain/support/media-types.ts'
import { dayText } from '../../fields/dates.ts'
import { FiguresTable, FiguresTables } from '../../lists/FiguresTables.tsx'
import { everyDay, type VisitSummary } from './summary.ts'

/** The figures of the charts, for who reads them. */
export const VisitTables = ({ summary }: { summary: VisitSummary }) => (
  <FiguresTables label="Cifras de visitas">
    <FiguresTable
      caption="Visitas por día"
      columns={['Día', 'Visitas']}
      rows={everyDay(summary).map(({ day, visits }) => ({
        id: day,
        cells: [dayText(day), formatCount(visits)],
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
