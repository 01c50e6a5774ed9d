import { categoryShape } from '../../../../domain/contents/category.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { CategoryForm } from './CategoryForm.tsx'

/** A new category. */
export const CategoryCreate = () => (
  <CatalogueCreate title="Categoría" shape={categoryShape}>
    <CategoryForm />
  </CatalogueCreate>
)
