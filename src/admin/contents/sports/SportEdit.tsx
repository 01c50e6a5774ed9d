import { editedSportShape } from '../../../domain/contents/sport.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { SportForm } from './SportForm.tsx'

/** A stored sport. */
export const SportEdit = () => (
  <CatalogueEdit title="Deporte" shape={editedSportShape}>
    <SportForm />
  </CatalogueEdit>
)
