import { newOnDemandSchema } from '../../../../domain/contents/on-demand.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { OnDemandForm } from './OnDemandForm.tsx'

/** A new on-demand item. */
export const OnDemandCreate = () => (
  <CatalogueCreate title="On Demand" schema={newOnDemandSchema} actions={<FilmLookupButton />}>
    <OnDemandForm />
  </CatalogueCreate>
)
