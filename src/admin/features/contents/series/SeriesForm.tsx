import { MOVIE_GENRES } from '../../../../domain/contents/genres.ts'
import { SERIES_RATINGS } from '../../../../domain/contents/ratings.ts'
import { FilmForm } from '../films/FilmForm.tsx'
import { SeasonsSection } from './SeasonsSection.tsx'

const GENRES = Object.keys(MOVIE_GENRES)

/** The fields of a series. */
export const SeriesForm = () => (
  <FilmForm categoryType="SERIE" genres={GENRES} ratings={SERIES_RATINGS}>
    <SeasonsSection />
  </FilmForm>
)
