import Link from '@mui/material/Link'
import { LinkBase, type SortPayload } from 'ra-core'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { pathOf } from '../../../api/addresses.ts'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { MomentColumn } from '../../../kit/list/columns.tsx'
import { FilterDays, pastPresets } from '../../../kit/list/FilterDays.tsx'
import { MediaTypeFilter } from '../MediaTypeFilter.tsx'
import { RecordLink } from '../RecordLink.tsx'
import { VisitSection } from './VisitSection.tsx'
import type { Subject, VisitRecord } from './visit.ts'

const TITLE = 'Historial de visitas'
const NEWEST: SortPayload = { field: 'date', order: 'DESC' }
const ON_DEMAND = ['contentLink']

const Filters = () => (
  <>
    <FilterDays label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <MediaTypeFilter />
  </>
)

const Title = ({ visit }: { visit: VisitRecord }) => (
  <RecordLink resource={visit.resource} ids={[visit.contentId]}>
    {visit.title}
  </RecordLink>
)

// No element where there is no episode: a phone leaves the line out of its card.
const episodeOf = ({ contentId, episodeId, episode }: VisitRecord) =>
  episodeId === null ? null : (
    <RecordLink resource="episodes" ids={[contentId, episodeId]} plain>
      {episode}
    </RecordLink>
  )

const User = ({ visit }: { visit: VisitRecord }) => (
  <RecordLink resource="users" ids={[visit.user]} plain>
    {visit.userName}
  </RecordLink>
)

interface VisitListProps {
  /** Whose visits, or of what; all of them without it. */
  only: Subject
  /** The name of that user or content. */
  name: string
}

/** Historial de visitas: all, or those of a user, of a content or of an episode. */
export const VisitList = ({ only, name }: VisitListProps) => {
  const isOfSomething = Object.keys(only).length > 0
  return (
    <CatalogueList
      title={isOfSomething && name !== '' ? `${TITLE} de ${name}` : TITLE}
      sort={NEWEST}
      only={only}
      filters={<Filters />}
      facts={
        isOfSomething ? (
          <Link component={LinkBase} to={pathOf('history-list')}>
            Ver todas las visitas
          </Link>
        ) : null
      }
      above={<VisitSection only={only} />}
      hiddenColumns={ON_DEMAND}
    >
      <Column<VisitRecord>
        source="title"
        clip={260}
        onPhone="title"
        render={(visit) => <Title visit={visit} />}
      />
      <Column<VisitRecord> source="episode" disableSort clip={220} render={episodeOf} />
      <Column<VisitRecord>
        source="mediaType"
        disableSort
        render={({ mediaType }) => MEDIA_TYPE_NAMES[mediaType]}
      />
      <Column<VisitRecord> source="year" disableSort align="right" />
      <Column<VisitRecord>
        source="genres"
        disableSort
        clip={160}
        render={({ genres }) => genres.join(', ')}
      />
      <Column<VisitRecord> source="userName" render={(visit) => <User visit={visit} />} />
      <MomentColumn source="date" />
      <Column source="contentLink" disableSort clip={240} />
    </CatalogueList>
  )
}
