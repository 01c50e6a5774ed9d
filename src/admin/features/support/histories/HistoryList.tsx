import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { LinkBase, ResourceContextProvider, useParams } from 'react-admin'
import { RECORD_ID } from '../../../../domain/registry.ts'
import { MEDIA_TYPE_NAMES } from '../../../../domain/support/media-types.ts'
import { ApiError, type RowOf, request, toApiError } from '../../../api/http.ts'
import { pathOf } from '../../../api/paths.ts'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { type Column, momentColumn } from '../../../kit/list/columns.tsx'
import { DaysFilter, pastPresets } from '../../../kit/list/filters.tsx'
import { useQueryParameter } from '../../../kit/list/ViewToggle.tsx'
import { PageHeader } from '../../../kit/page/Page.tsx'
import { MediaTypeFilter, RecordLink } from '../media.tsx'
import { VisitSection } from './VisitSection.tsx'
import type { Subject } from './visit-summary.ts'

const optionalFilter = (name: string, value: string): Record<string, string> =>
  value === '' ? {} : { [name]: value }

/** /histories: query parameters give the subject (`user`, `content`, `episode`) and its `name`. */
export const HistoryList = () => {
  const user = useQueryParameter('user')
  const content = useQueryParameter('content')
  const episode = useQueryParameter('episode')
  const name = useQueryParameter('name')
  const only = {
    ...optionalFilter('userId', user),
    ...optionalFilter('contentId', content),
    ...optionalFilter('episodeId', episode),
  }
  // A new subject resets page and search box.
  return <VisitList key={JSON.stringify(only)} only={only} name={name} />
}

/** /histories/:id: the visits of a user. */
export const UserHistory = () => {
  const { id = '' } = useParams()
  const name = useQueryParameter('name')
  return (
    <ResourceContextProvider value="histories">
      <VisitList key={id} only={{ userId: id }} name={name || 'un usuario'} />
    </ResourceContextProvider>
  )
}

const TITLE = 'Historial de visitas'

const Filters = () => (
  <>
    <DaysFilter label="Fecha" from="dateBeging" to="dateFinish" presets={pastPresets()} />
    <MediaTypeFilter />
  </>
)

const Title = ({ visit }: { visit: RowOf<'histories'> }) => (
  <RecordLink resource={visit.resource} ids={[visit.contentId]}>
    {visit.title}
  </RecordLink>
)

// No element without an episode, so that a phone's card omits the line.
const episodeLink = ({ contentId, episodeId, episode }: RowOf<'histories'>) =>
  episodeId === null ? null : (
    <RecordLink resource="episodes" ids={[contentId, episodeId]} plain>
      {episode}
    </RecordLink>
  )

const User = ({ visit }: { visit: RowOf<'histories'> }) => (
  <RecordLink resource="users" ids={[visit.user]} plain>
    {visit.userName}
  </RecordLink>
)

interface VisitListProps {
  /** The user or content whose visits are listed; empty for all. */
  only: Subject
  /** The name of that user or content. */
  name: string
}

/** Error if the user doesn't exist or is outside the scope; otherwise the list would just be empty. */
const useMissing = (userId = ''): string | undefined => {
  const { error } = useQuery({
    queryKey: ['histories', 'of', userId],
    queryFn: ({ signal }) => {
      // A literal path segment of the API instead of an id would reach another endpoint.
      if (!RECORD_ID.test(userId)) throw toApiError(404, '')
      return request('GET /api/histories/:userId', {
        params: { userId },
        query: new URLSearchParams({ limit: '1' }),
        signal,
      })
    },
    enabled: userId !== '',
  })
  return error instanceof ApiError && error.status === 404 ? error.message : undefined
}

const COLUMNS: readonly Column<RowOf<'histories'>>[] = [
  { source: 'title', clip: 245, onPhone: 'title', render: (visit) => <Title visit={visit} /> },
  { source: 'episode', disableSort: true, onPhone: 'beside', clip: 220, render: episodeLink },
  { source: 'mediaType', disableSort: true, render: ({ mediaType }) => MEDIA_TYPE_NAMES[mediaType] },
  { source: 'year', disableSort: true, align: 'right' },
  { source: 'genres', disableSort: true, clip: 160, render: ({ genres }) => genres.join(', ') },
  { source: 'userName', onPhone: 'line', render: (visit) => <User visit={visit} /> },
  momentColumn({ source: 'date', onPhone: 'line' }),
  { source: 'contentLink', isHidden: true, disableSort: true, clip: 240 },
]

/** Visits (Historial de visitas): all, or those of a user, content or episode. */
const VisitList = ({ only, name }: VisitListProps) => {
  const hasSubject = Object.keys(only).length > 0
  const missing = useMissing(only.userId)
  if (missing !== undefined)
    return (
      <>
        <PageHeader title={TITLE} />
        <Alert severity="error">{missing}</Alert>
      </>
    )
  return (
    <CatalogueList
      title={hasSubject && name !== '' ? `${TITLE} de ${name}` : TITLE}
      only={only}
      filters={<Filters />}
      details={
        hasSubject ? (
          <Link component={LinkBase} to={pathOf('history-list')}>
            Ver todas las visitas
          </Link>
        ) : null
      }
      figures={<VisitSection only={only} />}
      columns={COLUMNS}
    />
  )
}
