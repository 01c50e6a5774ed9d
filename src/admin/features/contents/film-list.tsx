import type { RowOf } from '../../api/client.ts'
import { Tag } from '../../kit/display/Tag.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column } from '../../kit/list/Column.tsx'
import { CountColumn, CoverColumn, DayColumn, LinkColumn, StatusColumn } from '../../kit/list/columns.tsx'
import { FilterSelect } from '../../kit/list/FilterSelect.tsx'

const OPTIONS = [{ value: 'true', label: 'Solo enlaces reservados' }]

/** All contents, or those with a reserved link. */
export const ReservedFilter = () => (
  <FilterSelect source="onlyLinkReserved" label="Enlaces" options={OPTIONS} allLabel="Todos" />
)

/** The first columns of the lists of films and of series. */
export const PRESENTED_COLUMNS = [
  <CoverColumn key="covertImage" source="covertImage" label="Covert" />,
  <LinkColumn key="title" source="title" clip={210} />,
  <Column key="year" source="year" firstOrder="DESC" align="right" />,
  <Column<RowOf<'movies' | 'series'>>
    key="genres"
    source="genres"
    clip={130}
    render={({ genres }) => genres.join(', ')}
  />,
  <CountColumn key="view" source="view" />,
  <Column key="mailOrigin" source="mailOrigin" clip={100} />,
  <Column key="reference" source="reference" clip={95} />,
  <DayColumn key="dateUpdate" source="dateUpdate" label="Modificado" />,
]

type FilmRow = RowOf<'movies' | 'documentaries' | 'discoveries' | 'musics' | 'sports'>

/** The list of films, documentaries, on-demand items, concerts and sports. */
export const FilmList = ({ title, createLabel }: { title: string; createLabel: string }) => (
  <CatalogueList
    title={title}
    createLabel={createLabel}
    sort={{ field: 'dateUpdate', order: 'DESC' }}
    filters={<ReservedFilter />}
  >
    {PRESENTED_COLUMNS}
    <Column<FilmRow>
      source="hasLinkReserved"
      label="Reservado"
      firstOrder="DESC"
      render={({ hasLinkReserved }) => (hasLinkReserved ? <Tag>Reservado</Tag> : null)}
    />
    <StatusColumn source="status" />
  </CatalogueList>
)
