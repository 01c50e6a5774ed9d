import { FilmList } from '../films/FilmList.tsx'

/** The list of documentaries. */
export const DocumentaryList = () => <FilmList title="Documentales" createLabel="Nuevo documental" />
