import { editedConcertShape } from '../../../../domain/contents/concert.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { ConcertForm } from './ConcertForm.tsx'

/** A stored concert. */
export const ConcertEdit = () => (
  <MediaEdit title="Concierto" shape={editedConcertShape}>
    <ConcertForm />
  </MediaEdit>
)
