import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import ProposeIcon from '@mui/icons-material/LiveTvOutlined'
import { Suspense, useRef } from 'react'
import { useNotify } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { CHANNEL_SETTINGS, holds } from '../../../domain/access/permissions.ts'
import { CHANNEL_LINK_KINDS, channelEntity } from '../../../domain/channels/channel.ts'
import { defectOptions } from '../../../domain/contents/film-fields.ts'
import { lazy } from '../../api/connection.ts'
import { download, saveAs } from '../../api/files.ts'
import { useCan, useMe } from '../../api/me.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { WithAside } from '../../kit/form/WithAside.tsx'
import { labelChoices, SelectInput, SwitchInput } from '../../kit/inputs/inputs.tsx'
import { ReferenceInput } from '../../kit/inputs/ReferenceInput.tsx'
import { type Column, dayColumn, linkColumn, logoColumn } from '../../kit/list/columns.tsx'
import { DatedList, datedStatusColumn } from '../../kit/list/DatedList.tsx'
import { ListTool } from '../../kit/list/ListTools.tsx'
import { DialogButton, DialogTool } from '../../kit/list/list-dialog.tsx'
import { FoldableSection } from '../../kit/page/FoldableSection.tsx'
import { Loading } from '../../kit/page/Page.tsx'
import { StationAside, StationFields, StationLinkInput } from '../contents/stations.tsx'
import { StationHealth } from '../links/LinkHealthLine.tsx'
import { LinkHostFilter, linkStateColumn, withLinkActions } from '../links/lists.tsx'
import { CategoryInput } from '../playlists/CategoryInput.tsx'
import { PlaylistTool } from '../playlists/PlaylistTool.tsx'
import { QualityFilter } from '../quality/QualityFilter.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { AUDIENCE_COLUMN } from './audience.tsx'
import { EpgIdInput } from './EpgIdInput.tsx'

const ExportTool = () => {
  const notify = useNotify()
  const isBusy = useRef(false)
  const run = async (): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      saveAs(await download('GET /api/channels/export.m3u'), 'canales.m3u')
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      isBusy.current = false
    }
  }
  return <ListTool icon={<DownloadIcon fontSize="small" />} label="Exportar lista M3U" onChosen={run} />
}

const ImportHistory = lazy(async () => ({ default: (await import('./ImportHistory.tsx')).ImportHistory }))
const ProposalsDialog = lazy(async () => ({
  default: (await import('./ProposalsDialog.tsx')).ProposalsDialog,
}))
const ChannelSettings = lazy(async () => ({
  default: (await import('./ChannelSettings.tsx')).ChannelSettings,
}))

const ChannelTools = () => {
  const canModify = useCan('modify', 'channels')
  return (
    <>
      <ExportTool />
      <PlaylistTool resource="channels" />
      {canModify ? (
        <DialogTool icon={<ProposeIcon fontSize="small" />} label="Proponer guías">
          {(onClose) => <ProposalsDialog onClose={onClose} />}
        </DialogTool>
      ) : null}
      <DialogTool icon={<HistoryIcon fontSize="small" />} label="Historial de importaciones">
        {(onClose) => <ImportHistory onClose={onClose} />}
      </DialogTool>
    </>
  )
}

/** Hidden without permission (rule A11). */
const SettingsSection = () => {
  const { data: me } = useMe()
  return me !== undefined && holds(me, CHANNEL_SETTINGS) ? (
    <FoldableSection title="Configuración de los canales" name="channels.settings">
      <Suspense fallback={<Loading />}>
        <ChannelSettings />
      </Suspense>
    </FoldableSection>
  ) : null
}

const DEFECTS = defectOptions('channels')

const BULK = withLinkActions(channelEntity)

const COLUMNS: readonly Column[] = [
  { source: 'number', align: 'right', onPhone: 'labelled' },
  logoColumn({ source: 'image', label: 'Imagen' }),
  linkColumn({ source: 'title', clip: 280 }),
  { source: 'category', clip: 160, onPhone: 'line' },
  { source: 'epgId', clip: 200 },
  AUDIENCE_COLUMN,
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
  linkStateColumn('channels'),
  datedStatusColumn({ source: 'status' }),
]

const EMPTY = { action: <PlaylistTool resource="channels" as={DialogButton} /> }

const ChannelList = () => (
  <DatedList
    title="Canales"
    createLabel="Nuevo canal"
    bulk={BULK}
    filters={
      <>
        <QualityFilter options={DEFECTS} />
        <LinkHostFilter />
      </>
    }
    tools={<ChannelTools />}
    above={<SettingsSection />}
    empty={EMPTY}
    columns={COLUMNS}
  />
)

const OPTIONS = ['status', 'isAdult', 'children']

const GuideSection = () => {
  const { setValue } = useFormContext()
  return (
    <FormSection title="Guía">
      <Span of={6}>
        <ReferenceInput
          source="channelGuide"
          emptyText="No hay guías"
          onRemoved={() => setValue('epgId', '', { shouldDirty: true, shouldValidate: false })}
        />
      </Span>
      <Span of={6}>
        <EpgIdInput source="epgId" />
      </Span>
    </FormSection>
  )
}

const ChannelForm = () => (
  <WithAside aside={<StationAside pictures={['flag']} />}>
    <StationFields>
      <Span of={12}>
        <CategoryInput source="category" />
      </Span>
      <Span of={3}>
        <SelectInput source="linkInternal" choices={labelChoices(CHANNEL_LINK_KINDS)} />
      </Span>
      <StationLinkInput of={6} />
      <StationHealth />
      {OPTIONS.map((source) => (
        <Span key={source} of={4} phone={6}>
          <SwitchInput source={source} />
        </Span>
      ))}
    </StationFields>
    <GuideSection />
  </WithAside>
)

const ChannelCreate = () => (
  <CatalogueCreate title="Nuevo canal" entity={channelEntity}>
    <ChannelForm />
  </CatalogueCreate>
)

const ChannelEdit = () => (
  <MediaEdit title="Canal" entity={channelEntity}>
    <ChannelForm />
  </MediaEdit>
)

export { ChannelCreate as create, ChannelEdit as edit, ChannelList as list }
