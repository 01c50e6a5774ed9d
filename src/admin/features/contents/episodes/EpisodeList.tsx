import Box from '@mui/material/Box'
import type { RaRecord } from 'ra-core'
import { FILM_MESSAGES } from '../../../../domain/contents/film-fields.ts'
import { dayText } from '../../../kit/display/dates.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { CountColumn, LinkColumn, StatusColumn } from '../../../kit/list/columns.tsx'
import { FilterSelect } from '../../../kit/list/FilterSelect.tsx'
import { RowDelete } from '../../../kit/list/RowDelete.tsx'
import { ReservedFilter } from '../ReservedFilter.tsx'
import { SerieLink } from './SerieLink.tsx'
import { useSeasons } from './use-seasons.ts'
import { useSerieId } from './use-serie-id.ts'

interface EpisodeRow extends RaRecord {
  title: string
  released: string
  year: number | null
  runtime: number | null
  hasLinkReserved: boolean
}

const SeasonFilter = ({ serieId }: { serieId: string }) => {
  const { data } = useSeasons(serieId)
  const options = (data?.seasons ?? []).map(({ number, description }) => ({
    value: String(number),
    label: description,
  }))
  return <FilterSelect source="season" label="Temporada" options={options} allLabel="Todas" />
}

const INFO = {
  display: 'inline-flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  justifyContent: { xs: 'flex-end', sm: 'flex-start' },
  alignItems: 'center',
  gap: 1,
  whiteSpace: 'nowrap',
} as const

/** When it was first shown, how long it lasts, and whether one of its links is reserved. */
const Info = ({ episode }: { episode: EpisodeRow }) => {
  const { released, year, runtime, hasLinkReserved } = episode
  const shown = released === '' ? (year ?? '') : dayText(released)
  const facts = [shown, runtime === null ? '' : `${runtime} min`].filter((fact) => fact !== '')
  if (facts.length === 0 && !hasLinkReserved) return null
  return (
    <Box component="span" sx={INFO}>
      {facts.join(' · ')}
      {hasLinkReserved ? <Tag>Reservado</Tag> : null}
    </Box>
  )
}

const deletePrompt = ({ title }: RaRecord): string => FILM_MESSAGES.deletePrompt(String(title))

export const EpisodeList = () => {
  const serieId = useSerieId()
  return (
    <CatalogueList
      key={serieId}
      title="Episodios"
      createLabel="Nuevo episodio"
      sort={{ field: 'season', order: 'ASC' }}
      only={{ serieId }}
      facts={<SerieLink />}
      filters={
        <>
          <SeasonFilter serieId={serieId} />
          <ReservedFilter />
        </>
      }
    >
      <Column source="episode" align="right" />
      <Column source="season" align="right" />
      <LinkColumn source="title" clip={190} />
      <CountColumn source="view" />
      <Column source="mailOrigin" clip={110} />
      <Column source="reference" clip={100} />
      <Column<EpisodeRow> source="info" render={(episode) => <Info episode={episode} />} />
      <StatusColumn source="status" />
      <Column
        source="actions"
        label="Acciones"
        disableSort
        render={() => <RowDelete prompt={deletePrompt} />}
      />
    </CatalogueList>
  )
}
