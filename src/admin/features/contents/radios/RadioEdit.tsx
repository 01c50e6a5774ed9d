import { radioSchema } from '../../../../domain/contents/radio.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { RadioForm } from './RadioForm.tsx'

/** A stored radio station. */
export const RadioEdit = () => (
  <MediaEdit title="Emisora" schema={radioSchema}>
    <RadioForm />
  </MediaEdit>
)
