import type { RaRecord } from 'ra-core'
import { Column } from '../../../kit/list/Column.tsx'
import { CountColumn, CoverColumn, DayColumn, LinkColumn } from '../../../kit/list/columns.tsx'

interface PresentedRow extends RaRecord {
  genres: string[]
}

/** The first columns of the lists of films and of series. */
export const PRESENTED_COLUMNS = [
  <CoverColumn key="covertImage" source="covertImage" label="Covert" />,
  <LinkColumn key="title" source="title" clip={210} />,
  <Column key="year" source="year" firstOrder="DESC" align="right" />,
  <Column<PresentedRow> key="genres" source="genres" clip={130} render={({ genres }) => genres.join(', ')} />,
  <CountColumn key="view" source="view" />,
  <Column key="mailOrigin" source="mailOrigin" clip={100} />,
  <Column key="reference" source="reference" clip={95} />,
  <DayColumn key="dateUpdate" source="dateUpdate" label="Modificado" />,
]
