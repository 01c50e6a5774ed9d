import { newConcertSchema } from '../../../../domain/contents/concert.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { ConcertForm } from './ConcertForm.tsx'

export const ConcertCreate = () => (
  <CatalogueCreate title="Concierto" schema={newConcertSchema}>
    <ConcertForm />
  </CatalogueCreate>
)
