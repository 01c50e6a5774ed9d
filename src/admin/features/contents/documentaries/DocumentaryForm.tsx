import { DOCUMENTARY_GENRES } from '../../../../domain/contents/genres.ts'
import { DOCUMENTARY_RATINGS } from '../../../../domain/contents/ratings.ts'
import { FilmForm } from '../films/FilmForm.tsx'

/** The fields of a documentary. */
export const DocumentaryForm = () => (
  <FilmForm categoryType="DOCUMENTAL" genres={DOCUMENTARY_GENRES} ratings={DOCUMENTARY_RATINGS} />
)
