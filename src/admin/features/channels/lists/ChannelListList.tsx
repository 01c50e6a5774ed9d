import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { AudienceColumn, DayColumn, LinkColumn, StatusColumn } from '../../../kit/list/columns.tsx'

export const ChannelListList = () => (
  <CatalogueList
    title="Listas de canales"
    createLabel="Nueva lista de canales"
    sort={{ field: 'title', order: 'ASC' }}
  >
    <LinkColumn source="title" clip={260} />
    <Column source="link" clip={420} />
    <AudienceColumn />
    <DayColumn source="dateUpdate" label="Modificado" />
    <StatusColumn source="status" />
  </CatalogueList>
)
