import { editedMovieShape } from '../../../domain/contents/movie.ts'
import { CatalogueEdit } from '../../forms/CatalogueEdit.tsx'
import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { MovieForm } from './MovieForm.tsx'

/** A stored film. */
export const MovieEdit = () => (
  <CatalogueEdit title="Película" shape={editedMovieShape} actions={<FilmLookupButton />}>
    <MovieForm />
  </CatalogueEdit>
)
