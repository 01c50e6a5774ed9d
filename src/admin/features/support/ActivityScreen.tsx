import Box from '@mui/material/Box'
import { ResourceContextProvider, type SortPayload, useParams } from 'react-admin'
import { languageName } from '../../../domain/contents/link.ts'
import { MEDIA_TYPE_NAMES } from '../../../domain/support/media-types.ts'
import type { RowOf } from '../../api/http.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn } from '../../kit/list/columns.tsx'
import { ImdbLink, imdbEntry } from './imdb.tsx'
import { MediaTypeFilter, RecordLink } from './media.tsx'

const NEWEST: SortPayload = { field: 'date', order: 'DESC' }

const Tags = ({
  values,
  nameOf: title,
}: {
  values: readonly string[]
  nameOf?: (value: string) => string
}) =>
  values.length === 0 ? null : (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {values.map((value) => (
        <Tag key={value} title={title?.(value) ?? ''}>
          {value}
        </Tag>
      ))}
    </Box>
  )

const Title = ({ resource, contentId, title }: RowOf<'activitys'>) => (
  <RecordLink resource={resource} ids={[contentId]}>
    {title}
  </RecordLink>
)

const COLUMNS: readonly Column<RowOf<'activitys'>>[] = [
  {
    source: 'title',
    disableSort: true,
    clip: 190,
    onPhone: 'title',
    render: (visit) => <Title {...visit} />,
  },
  { source: 'episode', disableSort: true, clip: 150, onPhone: 'line' },
  {
    source: 'mediaType',
    disableSort: true,
    onPhone: 'line',
    render: ({ mediaType }) => MEDIA_TYPE_NAMES[mediaType],
  },
  { source: 'year', disableSort: true, align: 'right' },
  { source: 'genre', disableSort: true, clip: 150, render: ({ genre }) => genre.join(', ') },
  { source: 'rating', disableSort: true, align: 'right' },
  { source: 'quality', disableSort: true, render: ({ quality }) => <Tags values={quality} /> },
  {
    source: 'language',
    disableSort: true,
    render: ({ language }) => <Tags values={language} nameOf={languageName} />,
  },
  {
    source: 'imdb',
    disableSort: true,
    render: ({ imdb, title }) => <ImdbLink imdbId={imdb} title={title} />,
    menu: ({ imdb, title }) => imdbEntry({ imdbId: imdb, title }),
  },
  dayColumn({ source: 'date', label: 'Fecha', onPhone: 'line' }),
]

/** /activity/:username: a user's latest visit of each content. */
export const ActivityScreen = () => {
  const { username = '' } = useParams()
  return (
    <ResourceContextProvider value="activitys">
      <CatalogueList
        key={username}
        title={`Actividad de ${username}`}
        sort={NEWEST}
        only={{ username }}
        filters={<MediaTypeFilter />}
        columns={COLUMNS}
      />
    </ResourceContextProvider>
  )
}
