import { categorySchema } from '../../../../domain/contents/category.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { CategoryForm } from './CategoryForm.tsx'

/** A new category. */
export const CategoryCreate = () => (
  <CatalogueCreate title="Categoría" schema={categorySchema}>
    <CategoryForm />
  </CatalogueCreate>
)
