import { FilmList } from '../films/FilmList.tsx'

/** The list of sports. */
export const SportList = () => <FilmList title="Deportes" createLabel="Nuevo deporte" />
