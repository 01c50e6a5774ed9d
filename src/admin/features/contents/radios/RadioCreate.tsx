import { radioSchema } from '../../../../domain/contents/radio.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { RadioForm } from './RadioForm.tsx'

/** A new radio station. */
export const RadioCreate = () => (
  <CatalogueCreate title="Emisora" schema={radioSchema}>
    <RadioForm />
  </CatalogueCreate>
)
