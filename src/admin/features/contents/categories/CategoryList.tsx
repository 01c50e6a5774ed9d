import { CATEGORY_TYPES } from '../../../../domain/contents/category-types.ts'
import { CatalogueList } from '../../../kit/list/CatalogueList.tsx'
import { Column } from '../../../kit/list/Column.tsx'
import { DayColumn, LinkColumn, StatusColumn } from '../../../kit/list/columns.tsx'
import { FilterSelect } from '../../../kit/list/FilterSelect.tsx'

const TYPES = CATEGORY_TYPES.map((type) => ({ value: type, label: type }))

/** The categories of all contents. */
export const CategoryList = () => (
  <CatalogueList
    title="Categorías"
    createLabel="Nueva categoría"
    sort={{ field: 'name', order: 'ASC' }}
    filters={<FilterSelect source="type" label="Tipo" options={TYPES} />}
  >
    <LinkColumn source="name" />
    <Column source="descriptionEnglish" />
    <Column source="type" />
    <DayColumn source="dateUpdate" />
    <StatusColumn source="status" titleSource="name" />
  </CatalogueList>
)
