import { editedSportShape } from '../../../../domain/contents/sport.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { SportForm } from './SportForm.tsx'

/** A stored sport. */
export const SportEdit = () => (
  <MediaEdit title="Deporte" shape={editedSportShape}>
    <SportForm />
  </MediaEdit>
)
