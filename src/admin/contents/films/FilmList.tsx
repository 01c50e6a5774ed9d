import type { RaRecord } from 'ra-core'
import { Tag } from '../../fields/Tag.tsx'
import { CatalogueList } from '../../lists/CatalogueList.tsx'
import { Column } from '../../lists/Column.tsx'
import { CountColumn, CoverColumn, DayColumn, LinkColumn, StatusColumn } from '../../lists/columns.tsx'
import { ReservedFilter } from '../ReservedFilter.tsx'

interface FilmRow extends RaRecord {
  genres: string[]
  hasLinkReserved: boolean
}

/** The list of films, documentaries, on demand, concerts and sports (specification, section 2). */
export const FilmList = ({ title, createLabel }: { title: string; createLabel: string }) => (
  <CatalogueList
    title={title}
    createLabel={createLabel}
    sort={{ field: 'dateUpdate', order: 'DESC' }}
    filters={<ReservedFilter />}
  >
    <CoverColumn source="covertImage" label="Covert" />
    <LinkColumn source="title" clip={230} />
    <Column source="year" firstOrder="DESC" align="right" />
    <Column<FilmRow> source="genres" clip={150} render={({ genres }) => genres.join(', ')} />
    <CountColumn source="view" />
    <Column source="mailOrigin" clip={120} />
    <Column source="reference" clip={110} />
    <DayColumn source="dateUpdate" label="Modificado" />
    <Column<FilmRow>
      source="hasLinkReserved"
      label="Reservado"
      firstOrder="DESC"
      render={({ hasLinkReserved }) => (hasLinkReserved ? <Tag>Reservado</Tag> : null)}
    />
    <StatusColumn source="status" />
  </CatalogueList>
)
