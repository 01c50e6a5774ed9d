import { newDocumentarySchema } from '../../../../domain/contents/documentary.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { DocumentaryForm } from './DocumentaryForm.tsx'

export const DocumentaryCreate = () => (
  <CatalogueCreate title="Documental" schema={newDocumentarySchema}>
    <DocumentaryForm />
  </CatalogueCreate>
)
