import { MOVIE_RATINGS } from '../../../domain/contents/film-fields.ts'
import { MOVIE_GENRES } from '../../../domain/contents/genres.ts'
import { movieEntity } from '../../../domain/contents/movie.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmLookupButton } from './film-lookup.tsx'
import { FilmForm, FilmList } from './films.tsx'

const MovieList = () => <FilmList entity={movieEntity} title="Películas" createLabel="Nueva película" />

const GENRES = Object.keys(MOVIE_GENRES)

const MovieForm = () => <FilmForm genres={GENRES} ratings={MOVIE_RATINGS} />

const MovieCreate = () => (
  <CatalogueCreate title="Película" entity={movieEntity} actions={<FilmLookupButton />}>
    <MovieForm />
  </CatalogueCreate>
)

const MovieEdit = () => (
  <MediaEdit title="Película" entity={movieEntity} actions={<FilmLookupButton />}>
    <MovieForm />
  </MediaEdit>
)

export { MovieCreate as create, MovieEdit as edit, MovieList as list }
