import { channelListEntity } from '../../../domain/channels/channel-list.ts'
import { CatalogueCreate, CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { CreationDate, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn, linkColumn, statusColumn } from '../../kit/list/columns.tsx'
import { StationHealth } from '../links/LinkHealthLine.tsx'
import { LinkHostFilter, linkStateColumn, withLinkActions } from '../links/lists.tsx'
import { AUDIENCE_COLUMN } from './audience.tsx'

const BULK = withLinkActions(channelListEntity)

const COLUMNS: readonly Column[] = [
  linkColumn({ source: 'title', clip: 260 }),
  { source: 'link', clip: 420, onPhone: 'line' },
  AUDIENCE_COLUMN,
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
  linkStateColumn('channel_lists'),
  statusColumn({ source: 'status' }),
]

const ChannelListList = () => (
  <CatalogueList
    title="Listas de canales"
    createLabel="Nueva lista de canales"
    bulk={BULK}
    filters={<LinkHostFilter />}
    columns={COLUMNS}
  />
)

const OPTIONS = ['status', 'isAdult', 'children']

const ChannelListForm = () => (
  <FormSection title="Datos">
    <Span of={12}>
      <TextInput source="title" />
    </Span>
    <Span of={6}>
      <TextInput source="link" placeholder="https://…/lista.m3u" />
    </Span>
    <Span of={6}>
      <TextInput source="guideLink" placeholder="https://…/guia.xml" />
    </Span>
    <StationHealth />
    <CreationDate />
    {OPTIONS.map((source) => (
      <Span key={source} of={3} phone={6}>
        <SwitchInput source={source} />
      </Span>
    ))}
  </FormSection>
)

const ChannelListCreate = () => (
  <CatalogueCreate title="Nueva lista de canales" entity={channelListEntity}>
    <ChannelListForm />
  </CatalogueCreate>
)

const ChannelListEdit = () => (
  <CatalogueEdit title="Lista de canales" entity={channelListEntity}>
    <ChannelListForm />
  </CatalogueEdit>
)

export { ChannelListCreate as create, ChannelListEdit as edit, ChannelListList as list }
