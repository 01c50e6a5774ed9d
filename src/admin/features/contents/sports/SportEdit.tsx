import { editedSportSchema } from '../../../../domain/contents/sport.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { SportForm } from './SportForm.tsx'

/** A stored sport. */
export const SportEdit = () => (
  <MediaEdit title="Deporte" schema={editedSportSchema}>
    <SportForm />
  </MediaEdit>
)
