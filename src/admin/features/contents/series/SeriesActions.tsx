import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { EpisodesButton } from './EpisodesButton.tsx'

/** What stands above the form of a series. */
export const SeriesActions = () => (
  <>
    <FilmLookupButton type="series" />
    <EpisodesButton />
  </>
)
