import { useParams } from 'ra-core'
import { editedSeriesSchema, SERIES_MESSAGES } from '../../../../domain/contents/series.ts'
import { CatalogueEdit } from '../../../kit/form/CatalogueEdit.tsx'
import { countEpisodes, useSeasons } from '../episodes/use-seasons.ts'
import { SeriesActions } from './SeriesActions.tsx'
import { SeriesForm } from './SeriesForm.tsx'

/** What goes with a series that is deleted: nothing is said of a series without episodes. */
const useDeleteNote = (): string | undefined => {
  const { id } = useParams()
  const { data } = useSeasons(id)
  const episodes = data === undefined ? undefined : countEpisodes(data)
  return episodes === 0 ? undefined : SERIES_MESSAGES.deletesEpisodes(episodes)
}

/** A stored series. */
export const SeriesEdit = () => (
  <CatalogueEdit
    title="Serie"
    schema={editedSeriesSchema}
    actions={<SeriesActions />}
    deleteNote={useDeleteNote()}
  >
    <SeriesForm />
  </CatalogueEdit>
)
