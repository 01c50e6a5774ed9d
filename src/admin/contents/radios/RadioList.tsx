import { CatalogueList } from '../../lists/CatalogueList.tsx'
import { Column } from '../../lists/Column.tsx'
import { DayColumn, LinkColumn, LogoColumn, StatusColumn } from '../../lists/columns.tsx'

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
