import { editedMovieSchema } from '../../../../domain/contents/movie.ts'
import { MediaEdit } from '../../support/issues/MediaEdit.tsx'
import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { MovieForm } from './MovieForm.tsx'

/** A stored film. */
export const MovieEdit = () => (
  <MediaEdit title="Película" schema={editedMovieSchema} actions={<FilmLookupButton />}>
    <MovieForm />
  </MediaEdit>
)
