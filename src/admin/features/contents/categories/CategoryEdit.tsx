import { categorySchema } from '../../../../domain/contents/category.ts'
import { CatalogueEdit } from '../../../kit/form/CatalogueEdit.tsx'
import { CategoryForm } from './CategoryForm.tsx'

/** A stored category. */
export const CategoryEdit = () => (
  <CatalogueEdit title="Categoría" schema={categorySchema}>
    <CategoryForm />
  </CatalogueEdit>
)
