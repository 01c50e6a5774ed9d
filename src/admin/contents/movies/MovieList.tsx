import type { RaRecord } from 'ra-core'
import { Tag } from '../../fields/Tag.tsx'
import { CatalogueList } from '../../lists/CatalogueList.tsx'
import { Column } from '../../lists/Column.tsx'
import { CountColumn, CoverColumn, DayColumn, LinkColumn, StatusColumn } from '../../lists/columns.tsx'
import { ReservedFilter } from '../ReservedFilter.tsx'

interface MovieRow extends RaRecord {
  year: number
  genres: string[]
  hasLinkReserved: boolean
}

/** The films. */
export const MovieList = () => (
  <CatalogueList
    title="Películas"
    createLabel="Nueva película"
    sort={{ field: 'dateUpdate', order: 'DESC' }}
    filters={<ReservedFilter />}
  >
    <CoverColumn source="covertImage" label="Covert" />
    <LinkColumn source="title" clip={230} />
    <Column<MovieRow> source="year" firstOrder="DESC" align="right" />
    <Column<MovieRow> source="genres" clip={150} render={({ genres }) => genres.join(', ')} />
    <CountColumn source="view" />
    <Column source="mailOrigin" clip={120} />
    <Column source="reference" clip={110} />
    <DayColumn source="dateUpdate" label="Modificado" />
    <Column<MovieRow>
      source="hasLinkReserved"
      label="Reservado"
      firstOrder="DESC"
      render={({ hasLinkReserved }) => (hasLinkReserved ? <Tag>Reservado</Tag> : null)}
    />
    <StatusColumn source="status" />
  </CatalogueList>
)
