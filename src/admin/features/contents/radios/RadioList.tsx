import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { DayColumn, LinkColumn, LogoColumn, StatusColumn } from '../../../kit/list/columns.tsx'

/** The radio stations. */
export const RadioList = () => (
  <CatalogueList title="Radios" createLabel="Nueva emisora" sort={{ field: 'number', order: 'ASC' }}>
    <Column source="number" align="right" />
    <LogoColumn source="image" label="Imagen" />
    <LinkColumn source="title" clip={320} />
    <Column source="category" clip={200} />
    <DayColumn source="dateUpdate" label="Modificado" />
    <StatusColumn source="status" />
  </CatalogueList>
)
