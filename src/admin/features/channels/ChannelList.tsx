import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { Column } from '../../kit/list/Column.tsx'
import { AudienceColumn, DayColumn, LinkColumn, LogoColumn, StatusColumn } from '../../kit/list/columns.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'
import { ExportButton } from './ExportButton.tsx'
import { HistoryButton } from './import/HistoryButton.tsx'
import { ImportButton } from './import/ImportButton.tsx'

const Playlists = () => (
  <>
    <ExportButton />
    <ImportButton />
    <HistoryButton />
  </>
)

/** The channels, with the settings that are theirs. */
export const ChannelList = () => (
  <CatalogueList
    title="Canales"
    createLabel="Nuevo canal"
    sort={{ field: 'number', order: 'ASC' }}
    above={<ChannelSettings />}
    actions={<Playlists />}
  >
    <Column source="number" align="right" />
    <LogoColumn source="image" label="Imagen" />
    <LinkColumn source="title" clip={280} />
    <Column source="category" clip={160} />
    <Column source="epgId" clip={200} />
    <AudienceColumn />
    <DayColumn source="dateUpdate" label="Modificado" />
    <StatusColumn source="status" />
  </CatalogueList>
)
