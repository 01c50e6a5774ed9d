import { newSportSchema } from '../../../../domain/contents/sport.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { SportForm } from './SportForm.tsx'

export const SportCreate = () => (
  <CatalogueCreate title="Deporte" schema={newSportSchema}>
    <SportForm />
  </CatalogueCreate>
)
