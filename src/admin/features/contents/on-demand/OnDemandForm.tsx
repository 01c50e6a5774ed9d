import { MOVIE_GENRES } from '../../../../domain/contents/genres.ts'
import { FilmForm } from '../films/FilmForm.tsx'

const GENRES = Object.keys(MOVIE_GENRES)

/** The fields of an on-demand item. */
export const OnDemandForm = () => <FilmForm categoryType="DISCOVER" genres={GENRES} />
