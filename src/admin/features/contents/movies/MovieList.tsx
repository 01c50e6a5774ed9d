import { FilmList } from '../films/FilmList.tsx'

export const MovieList = () => <FilmList title="Películas" createLabel="Nueva película" />
