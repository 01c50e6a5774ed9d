import { FilmList } from '../films/FilmList.tsx'

/** The list of concerts. */
export const ConcertList = () => <FilmList title="Conciertos" createLabel="Nuevo concierto" />
