import { editedConcertShape } from '../../../domain/contents/concert.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { ConcertForm } from './ConcertForm.tsx'

/** A stored concert. */
export const ConcertEdit = () => (
  <CatalogueEdit title="Concierto" shape={editedConcertShape}>
    <ConcertForm />
  </CatalogueEdit>
)
