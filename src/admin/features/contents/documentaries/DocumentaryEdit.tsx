import { editedDocumentarySchema } from '../../../../domain/contents/documentary.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { DocumentaryForm } from './DocumentaryForm.tsx'

/** A stored documentary. */
export const DocumentaryEdit = () => (
  <MediaEdit title="Documental" schema={editedDocumentarySchema}>
    <DocumentaryForm />
  </MediaEdit>
)
