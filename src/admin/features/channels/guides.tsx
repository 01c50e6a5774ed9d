import { guideEntity } from '../../../domain/channels/channel-guide.ts'
import type { RowOf } from '../../api/http.ts'
import { Tag } from '../../kit/display/display.tsx'
import { CatalogueCreate, CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { CreationDate, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn, linkColumn, statusColumn } from '../../kit/list/columns.tsx'

const COLUMNS: readonly Column<RowOf<'guides'>>[] = [
  linkColumn({ source: 'name', clip: 260 }),
  { source: 'url', clip: 420, onPhone: 'line' },
  { source: 'gzip', render: ({ gzip }) => (gzip ? <Tag>gzip</Tag> : null) },
  dayColumn({ source: 'dateUpdate', label: 'Modificado' }),
  statusColumn({ source: 'status', titleSource: 'name' }),
]

const GuideList = () => (
  <CatalogueList title="Guías de canales" createLabel="Nueva guía" bulk={guideEntity} columns={COLUMNS} />
)

const GuideForm = () => (
  <FormSection title="Datos">
    <Span of={5}>
      <TextInput source="name" />
    </Span>
    <Span of={7}>
      <TextInput source="url" placeholder="https://…/guia.xml.gz" />
    </Span>
    <CreationDate />
    <Span of={3} phone={6}>
      <SwitchInput source="gzip" />
    </Span>
    <Span of={3} phone={6}>
      <SwitchInput source="status" />
    </Span>
  </FormSection>
)

const GuideCreate = () => (
  <CatalogueCreate title="Nueva guía" entity={guideEntity}>
    <GuideForm />
  </CatalogueCreate>
)

const GuideEdit = () => (
  <CatalogueEdit title="Guía de canales" entity={guideEntity}>
    <GuideForm />
  </CatalogueEdit>
)

export { GuideCreate as create, GuideEdit as edit, GuideList as list }
