import Box from '@mui/material/Box'
import { type RaRecord, ResourceContextProvider, type SortPayload, useParams } from 'ra-core'
import { languageName } from '../../../../domain/contents/languages.ts'
import {
  MEDIA_TYPE_NAMES,
  type MediaResource,
  type MediaType,
} from '../../../../domain/support/media-types.ts'
import { ImdbLink } from '../../../kit/display/ImdbLink.tsx'
import { Tag } from '../../../kit/display/Tag.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { DayColumn } from '../../../kit/list/columns.tsx'
import { MediaTypeFilter } from '../MediaTypeFilter.tsx'
import { RecordLink } from '../RecordLink.tsx'

/** The latest visit of a content, with what is known of the content now. */
interface ActivityRecord extends RaRecord {
  contentId: string
  resource: MediaResource
  title: string
  episode: string
  mediaType: MediaType
  genre: string[]
  quality: string[]
  language: string[]
  imdb: string
}

const NEWEST: SortPayload = { field: 'date', order: 'DESC' }

const Tags = ({ values, nameOf }: { values: readonly string[]; nameOf?: (value: string) => string }) =>
  values.length === 0 ? null : (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {values.map((value) => (
        <Tag key={value} title={nameOf?.(value) ?? ''}>
          {value}
        </Tag>
      ))}
    </Box>
  )

const Title = ({ resource, contentId, title }: ActivityRecord) => (
  <RecordLink resource={resource} ids={[contentId]}>
    {title}
  </RecordLink>
)

/** /activity/:username: the latest visit of each content by a user. */
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
      >
        <Column<ActivityRecord>
          source="title"
          disableSort
          clip={190}
          onPhone="title"
          render={(visit) => <Title {...visit} />}
        />
        <Column source="episode" disableSort clip={150} />
        <Column<ActivityRecord>
          source="mediaType"
          disableSort
          render={({ mediaType }) => MEDIA_TYPE_NAMES[mediaType]}
        />
        <Column source="year" disableSort align="right" />
        <Column<ActivityRecord>
          source="genre"
          disableSort
          clip={150}
          render={({ genre }) => genre.join(', ')}
        />
        <Column source="rating" disableSort align="right" />
        <Column<ActivityRecord>
          source="quality"
          disableSort
          render={({ quality }) => <Tags values={quality} />}
        />
        <Column<ActivityRecord>
          source="language"
          disableSort
          render={({ language }) => <Tags values={language} nameOf={languageName} />}
        />
        <Column<ActivityRecord>
          source="imdb"
          disableSort
          render={({ imdb, title }) => <ImdbLink imdbId={imdb} title={title} />}
        />
        <DayColumn source="date" label="Fecha" />
      </CatalogueList>
    </ResourceContextProvider>
  )
}
