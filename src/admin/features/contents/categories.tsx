import { CATEGORY_TYPE_NAMES } from '../../../domain/category-labels.ts'
import { CATEGORY_TYPES, categoryEntity } from '../../../domain/contents/category.ts'
import type { RowOf } from '../../api/http.ts'
import { CatalogueCreate, CatalogueEdit } from '../../kit/form/CatalogueForm.tsx'
import { CreationDate, FormSection, Span } from '../../kit/form/FormSection.tsx'
import { labelChoices, SelectInput, SwitchInput, TextInput } from '../../kit/inputs/inputs.tsx'
import { CatalogueList } from '../../kit/list/CatalogueList.tsx'
import { type Column, dayColumn, linkColumn, statusColumn } from '../../kit/list/columns.tsx'
import { SelectFilter } from '../../kit/list/filters.tsx'

const TYPES = CATEGORY_TYPES.map((type) => ({ value: type, label: CATEGORY_TYPE_NAMES[type] }))

const COLUMNS: readonly Column<RowOf<'categories'>>[] = [
  linkColumn({ source: 'name', clip: 340 }),
  { source: 'descriptionEnglish', clip: 340, onPhone: 'line' },
  { source: 'type', onPhone: 'line', render: ({ type }) => CATEGORY_TYPE_NAMES[type] },
  dayColumn({ source: 'dateUpdate' }),
  statusColumn({ source: 'status', titleSource: 'name' }),
]

const CategoryList = () => (
  <CatalogueList
    title="Categorías"
    createLabel="Nueva categoría"
    bulk={categoryEntity}
    filters={<SelectFilter source="type" label="Tipo" options={TYPES} />}
    columns={COLUMNS}
  />
)

const CategoryForm = () => (
  <FormSection title="Datos">
    <Span of={6}>
      <TextInput source="name" />
    </Span>
    <Span of={6}>
      <TextInput source="descriptionEnglish" />
    </Span>
    <Span of={6}>
      <SelectInput source="type" choices={labelChoices(CATEGORY_TYPE_NAMES)} />
    </Span>
    <CreationDate />
    <Span of={12}>
      <SwitchInput source="status" />
    </Span>
  </FormSection>
)

const CategoryCreate = () => (
  <CatalogueCreate title="Nueva categoría" entity={categoryEntity}>
    <CategoryForm />
  </CatalogueCreate>
)

const CategoryEdit = () => (
  <CatalogueEdit title="Categoría" entity={categoryEntity}>
    <CategoryForm />
  </CatalogueEdit>
)

export { CategoryCreate as create, CategoryEdit as edit, CategoryList as list }
