import { FilmList } from '../films/FilmList.tsx'

export const ConcertList = () => <FilmList title="Conciertos" createLabel="Nuevo concierto" />
