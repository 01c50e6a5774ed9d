import type { RaRecord } from 'ra-core'
import { Tag } from '../../../kit/display/Tag.tsx'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { DayColumn, LinkColumn, StatusColumn } from '../../../kit/list/columns.tsx'

interface GuideRow extends RaRecord {
  gzip: boolean
}

/** The channel guides. */
export const GuideList = () => (
  <CatalogueList title="Guías de canales" createLabel="Nueva guía" sort={{ field: 'name', order: 'ASC' }}>
    <LinkColumn source="name" clip={260} />
    <Column source="url" clip={420} />
    <Column<GuideRow> source="gzip" render={({ gzip }) => (gzip ? <Tag>gzip</Tag> : null)} />
    <DayColumn source="dateUpdate" label="Modificado" />
    <StatusColumn source="status" titleSource="name" />
  </CatalogueList>
)
