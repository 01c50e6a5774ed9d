import { newMovieSchema } from '../../../../domain/contents/movie.ts'
import { CatalogueCreate } from '../../../kit/form/CatalogueCreate.tsx'
import { FilmLookupButton } from '../film-lookup/FilmLookupButton.tsx'
import { MovieForm } from './MovieForm.tsx'

export const MovieCreate = () => (
  <CatalogueCreate title="Película" schema={newMovieSchema} actions={<FilmLookupButton />}>
    <MovieForm />
  </CatalogueCreate>
)
