import { newDocumentaryShape } from '../../../../domain/contents/documentary.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { DocumentaryForm } from './DocumentaryForm.tsx'

export const DocumentaryCreate = () => (
  <CatalogueCreate title="Documental" shape={newDocumentaryShape}>
    <DocumentaryForm />
  </CatalogueCreate>
)
