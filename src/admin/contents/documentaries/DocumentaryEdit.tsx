import { editedDocumentaryShape } from '../../../domain/contents/documentary.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { DocumentaryForm } from './DocumentaryForm.tsx'

/** A stored documentary. */
export const DocumentaryEdit = () => (
  <CatalogueEdit title="Documental" shape={editedDocumentaryShape}>
    <DocumentaryForm />
  </CatalogueEdit>
)
