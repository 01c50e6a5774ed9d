import { newSeriesSchema } from '../../../../domain/contents/series.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { SeriesActions } from './SeriesActions.tsx'
import { SeriesForm } from './SeriesForm.tsx'

export const SeriesCreate = () => (
  <CatalogueCreate title="Serie" schema={newSeriesSchema} actions={<SeriesActions />}>
    <SeriesForm />
  </CatalogueCreate>
)
