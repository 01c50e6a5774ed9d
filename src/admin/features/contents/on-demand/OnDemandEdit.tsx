import { editedOnDemandSchema } from '../../../../domain/contents/on-demand.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { OnDemandForm } from './OnDemandForm.tsx'

/** A stored on-demand item. */
export const OnDemandEdit = () => (
  <MediaEdit title="On Demand" schema={editedOnDemandSchema} actions={<FilmLookupButton />}>
    <OnDemandForm />
  </MediaEdit>
)
