import { radioShape } from '../../../domain/contents/radio.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { RadioForm } from './RadioForm.tsx'

/** A stored radio station. */
export const RadioEdit = () => (
  <CatalogueEdit title="Emisora" shape={radioShape}>
    <RadioForm />
  </CatalogueEdit>
)
