import type { RowOf } from '../../../api/client.ts'
import { Tag } from '../../../kit/display/Tag.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { StatusColumn } from '../../../kit/list/columns.tsx'
import { ReservedFilter } from '../ReservedFilter.tsx'
import { PRESENTED_COLUMNS } from './presented-columns.tsx'

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
