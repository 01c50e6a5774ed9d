import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import HistoryIcon from '@mui/icons-material/HistoryOutlined'
import UploadIcon from '@mui/icons-material/UploadFileOutlined'
import Button from '@mui/material/Button'
import { useNotify } from 'ra-core'
import { Suspense, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { CHANNEL_LINK_KINDS, channelEntity } from '../../../domain/channels/channel.ts'
import { defectOptions } from '../../../domain/contents/film-fields.ts'
import { lazy } from '../../api/connection.ts'
import { download, saveAs } from '../../api/files.ts'
import { useCan } from '../../api/me.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { FormSection, Span, WithAside } from '../../kit/form/FormSection.tsx'
import { choicesIn, SelectInput, SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { ReferenceInput } from '../../kit/inputs/ReferenceInput.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { QualityFilter } from '../../kit/list/filters.tsx'
import {
  AudienceColumn,
  Column,
  DayColumn,
  LinkColumn,
  LogoColumn,
  StatusColumn,
} from '../../kit/list/table.tsx'
import { LogoSection, StationFields } from '../contents/stations.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { CategoryInput } from './CategoryInput.tsx'
import { ChannelSettings } from './ChannelSettings.tsx'
import { EpgIdInput } from './EpgIdInput.tsx'

const ExportButton = () => {
  const notify = useNotify()
  const [isBusy, setBusy] = useState(false)
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      saveAs(await download('GET /api/channels/export.m3u'), 'canales.m3u')
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="outlined"
      startIcon={<DownloadIcon />}
      loading={isBusy}
      loadingPosition="start"
      onClick={run}
    >
      Exportar lista M3U
    </Button>
  )
}

const ImportDialog = lazy(async () => ({ default: (await import('./import/ImportDialog.tsx')).ImportDialog }))

const ImportButton = () => {
  const [isOpen, setOpen] = useState(false)
  const canRegister = useCan('register', 'channels')
  if (!canRegister) return null
  return (
    <>
      <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => setOpen(true)}>
        Importar lista M3U
      </Button>
      <Suspense fallback={null}>{isOpen ? <ImportDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}

const HistoryDialog = lazy(async () => ({
  default: (await import('./import/HistoryDialog.tsx')).HistoryDialog,
}))

const HistoryButton = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" startIcon={<HistoryIcon />} onClick={() => setOpen(true)}>
        Historial de importaciones
      </Button>
      <Suspense fallback={null}>{isOpen ? <HistoryDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  )
}

const Playlists = () => (
  <>
    <ExportButton />
    <ImportButton />
    <HistoryButton />
  </>
)

const DEFECTS = defectOptions('channels')

const ChannelList = () => (
  <CatalogueList
    title="Canales"
    createLabel="Nuevo canal"
    bulk={channelEntity}
    filters={<QualityFilter options={DEFECTS} />}
    above={<ChannelSettings />}
    actions={<Playlists />}
  >
    <Column source="number" align="right" onPhone="labelled" />
    <LogoColumn source="image" label="Imagen" />
    <LinkColumn source="title" clip={280} />
    <Column source="category" clip={160} onPhone="line" />
    <Column source="epgId" clip={200} />
    <AudienceColumn />
    <DayColumn source="dateUpdate" label="Modificado" />
    <StatusColumn source="status" />
  </CatalogueList>
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
  <WithAside aside={<LogoSection others={['flag']} />}>
    <StationFields>
      <Span of={12}>
        <CategoryInput source="category" />
      </Span>
      <Span of={3}>
        <SelectInput source="linkInternal" choices={choicesIn(CHANNEL_LINK_KINDS)} />
      </Span>
      <Span of={9}>
        <TextInput source="link" placeholder="https://…" />
      </Span>
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
  <CatalogueCreate title="Canal" entity={channelEntity}>
    <ChannelForm />
  </CatalogueCreate>
)

const ChannelEdit = () => (
  <MediaEdit title="Canal" entity={channelEntity}>
    <ChannelForm />
  </MediaEdit>
)

export { ChannelCreate as create, ChannelEdit as edit, ChannelList as list }
