import type { RaRecord } from 'ra-core'
import { Column } from '../../lists/Column.tsx'
import { CountColumn, CoverColumn, DayColumn, LinkColumn } from '../../lists/columns.tsx'

interface PresentedRow extends RaRecord {
  genres: string[]
}

/** The columns that lists of films and of series begin with (specification, section 2). */
export const PRESENTED_COLUMNS = [
  <CoverColumn key="covertImage" source="covertImage" label="Covert" />,
  <LinkColumn key="title" source="title" clip={230} />,
  <Column key="year" source="year" firstOrder="DESC" align="right" />,
  <Column<PresentedRow> key="genres" source="genres" clip={150} render={({ genres }) => genres.join(', ')} />,
  <CountColumn key="view" source="view" />,
  <Column key="mailOrigin" source="mailOrigin" clip={120} />,
  <Column key="reference" source="reference" clip={110} />,
  <DayColumn key="dateUpdate" source="dateUpdate" label="Modificado" />,
]
