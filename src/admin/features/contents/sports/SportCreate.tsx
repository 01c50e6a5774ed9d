import { newSportShape } from '../../../../domain/contents/sport.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { SportForm } from './SportForm.tsx'

export const SportCreate = () => (
  <CatalogueCreate title="Deporte" shape={newSportShape}>
    <SportForm />
  </CatalogueCreate>
)
