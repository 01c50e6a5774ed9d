import { defectOptions } from '../../../domain/contents/film-fields.ts'
import { radioEntity } from '../../../domain/contents/radio.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { Span } from '../../kit/form/FormSection.tsx'
import { WithAside } from '../../kit/form/WithAside.tsx'
import { SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { type Column, dayColumn, linkColumn, logoColumn } from '../../kit/list/columns.tsx'
import { DatedList, datedStatusColumn } from '../../kit/list/DatedList.tsx'
import { DialogButton } from '../../kit/list/list-dialog.tsx'
import { StationHealth } from '../links/LinkHealthLine.tsx'
import { LinkHostFilter, linkStateColumn, withLinkActions } from '../links/lists.tsx'
import { PlaylistTool } from '../playlists/PlaylistTool.tsx'
import { QualityFilter } from '../quality/QualityFilter.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { StationAside, StationFields, StationLinkInput } from './stations.tsx'

const DEFECTS = defectOptions('radios')

const BULK = withLinkActions(radioEntity)

const COLUMNS: readonly Column[] = [
  { source: 'number', align: 'right', onPhone: 'labelled' },
  logoColumn({ source: 'image', label: 'Imagen' }),
  linkColumn({ source: 'title', clip: 320 }),
  { source: 'category', clip: 200, onPhone: 'line' },
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
  linkStateColumn('radios'),
  datedStatusColumn({ source: 'status' }),
]

const EMPTY = { action: <PlaylistTool resource="radios" as={DialogButton} /> }

const RadioList = () => (
  <DatedList
    title="Radios"
    createLabel="Nueva emisora"
    bulk={BULK}
    filters={
      <>
        <QualityFilter options={DEFECTS} />
        <LinkHostFilter />
      </>
    }
    tools={<PlaylistTool resource="radios" />}
    empty={EMPTY}
    columns={COLUMNS}
  />
)

const RadioForm = () => (
  <WithAside aside={<StationAside />}>
    <StationFields>
      <Span of={12}>
        <TextInput source="category" />
      </Span>
      <StationLinkInput of={9} isRadio />
      <StationHealth />
      <Span of={12}>
        <SwitchInput source="status" />
      </Span>
    </StationFields>
  </WithAside>
)

const RadioCreate = () => (
  <CatalogueCreate title="Nueva emisora" entity={radioEntity}>
    <RadioForm />
  </CatalogueCreate>
)

const RadioEdit = () => (
  <MediaEdit title="Emisora" entity={radioEntity}>
    <RadioForm />
  </MediaEdit>
)

export { RadioCreate as create, RadioEdit as edit, RadioList as list }
