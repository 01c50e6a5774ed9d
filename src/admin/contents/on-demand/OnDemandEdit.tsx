import { editedOnDemandShape } from '../../../domain/contents/on-demand.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { OnDemandForm } from './OnDemandForm.tsx'

/** A stored on-demand item. */
export const OnDemandEdit = () => (
  <CatalogueEdit title="On Demand" shape={editedOnDemandShape} actions={<FilmLookupButton />}>
    <OnDemandForm />
  </CatalogueEdit>
)
