import { FilmList } from '../films/FilmList.tsx'

export const SportList = () => <FilmList title="Deportes" createLabel="Nuevo deporte" />
