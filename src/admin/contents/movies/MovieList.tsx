import { FilmList } from '../films/FilmList.tsx'

/** The films. */
export const MovieList = () => <FilmList title="Películas" createLabel="Nueva película" />
