import { CONCERT_GENRES } from '../../../../domain/contents/genres.ts'
import { FilmForm } from '../films/FilmForm.tsx'

/** The fields of a concert. */
export const ConcertForm = () => <FilmForm categoryType="MUSICA" genres={CONCERT_GENRES} />
