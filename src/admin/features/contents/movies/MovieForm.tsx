import { MOVIE_GENRES } from '../../../../domain/contents/genres.ts'
import { MOVIE_RATINGS } from '../../../../domain/contents/ratings.ts'
import { FilmForm } from '../films/FilmForm.tsx'

const GENRES = Object.keys(MOVIE_GENRES)

/** The fields of a film. */
export const MovieForm = () => <FilmForm categoryType="PELICULA" genres={GENRES} ratings={MOVIE_RATINGS} />
