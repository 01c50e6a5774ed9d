import { editedConcertSchema } from '../../../../domain/contents/concert.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { ConcertForm } from './ConcertForm.tsx'

/** A stored concert. */
export const ConcertEdit = () => (
  <MediaEdit title="Concierto" schema={editedConcertSchema}>
    <ConcertForm />
  </MediaEdit>
)
