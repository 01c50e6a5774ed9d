import { FilmList } from '../films/FilmList.tsx'

/** The list of what is on demand. */
export const OnDemandList = () => <FilmList title="On Demand" createLabel="Nuevo On Demand" />
