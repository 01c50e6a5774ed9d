import Box from '@mui/material/Box'
import { ResourceContextProvider, type SortPayload, useParams } from 'ra-core'
import { languageName } from '../../../domain/contents/link.ts'
import { MEDIA_TYPE_NAMES } from '../../../domain/support/media-types.ts'
import type { RowOf } from '../../api/http.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column, DayColumn } from '../../kit/list/columns.tsx'
import { ImdbLink, imdbEntry } from './imdb.tsx'
import { MediaTypeFilter, RecordLink } from './media.tsx'

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

const Title = ({ resource, contentId, title }: RowOf<'activitys'>) => (
  <RecordLink resource={resource} ids={[contentId]}>
    {title}
  </RecordLink>
)

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
      >
        <Column<RowOf<'activitys'>>
          source="title"
          disableSort
          clip={190}
          onPhone="title"
          render={(visit) => <Title {...visit} />}
        />
        <Column source="episode" disableSort clip={150} onPhone="line" />
        <Column<RowOf<'activitys'>>
          source="mediaType"
          disableSort
          onPhone="line"
          render={({ mediaType }) => MEDIA_TYPE_NAMES[mediaType]}
        />
        <Column source="year" disableSort align="right" />
        <Column<RowOf<'activitys'>>
          source="genre"
          disableSort
          clip={150}
          render={({ genre }) => genre.join(', ')}
        />
        <Column source="rating" disableSort align="right" />
        <Column<RowOf<'activitys'>>
          source="quality"
          disableSort
          render={({ quality }) => <Tags values={quality} />}
        />
        <Column<RowOf<'activitys'>>
          source="language"
          disableSort
          render={({ language }) => <Tags values={language} nameOf={languageName} />}
        />
        <Column<RowOf<'activitys'>>
          source="imdb"
          disableSort
          render={({ imdb, title }) => <ImdbLink imdbId={imdb} title={title} />}
          menu={({ imdb, title }) => imdbEntry({ imdbId: imdb, title })}
        />
        <DayColumn source="date" label="Fecha" onPhone="line" />
      </CatalogueList>
    </ResourceContextProvider>
  )
}
