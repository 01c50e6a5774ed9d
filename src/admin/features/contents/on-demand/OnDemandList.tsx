import { FilmList } from '../films/FilmList.tsx'

export const OnDemandList = () => <FilmList title="On Demand" createLabel="Nuevo On Demand" />
