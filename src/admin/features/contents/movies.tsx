import { MOVIE_RATINGS } from '../../../domain/contents/film-fields.ts'
import { MOVIE_GENRES } from '../../../domain/contents/genres.ts'
import { movieEntity } from '../../../domain/contents/movie.ts'
import { CatalogueCreate } from '../../kit/form/CatalogueForm.tsx'
import { MediaEdit } from '../support/issues/MediaEdit.tsx'
import { FilmLookupButton } from './FilmLookupButton.tsx'
import {
  FilmForm,
  FilmList,
  ImdbInput,
  RatedInput,
  RatingInput,
  ReleasedInput,
  TrailerInputs,
} from './films.tsx'

const MovieList = () => <FilmList entity={movieEntity} title="Películas" createLabel="Nueva película" />

const GENRES = Object.keys(MOVIE_GENRES)

const OPTIONS = [
  'status',
  'hasOscar',
  'isPremiere',
  'isDominican',
  'isYoutube',
  'onlyEnglish',
  'monoAudio',
  'children',
]

const MovieForm = () => (
  <FilmForm
    details={
      <>
        <TrailerInputs hasProvider />
        <ReleasedInput />
        <ImdbInput />
      </>
    }
    classification={
      <>
        <RatedInput ratings={MOVIE_RATINGS} />
        <RatingInput />
      </>
    }
    genres={GENRES}
    options={OPTIONS}
  />
)

const MovieCreate = () => (
  <CatalogueCreate title="Nueva película" entity={movieEntity} actions={<FilmLookupButton />}>
    <MovieForm />
  </CatalogueCreate>
)

const MovieEdit = () => (
  <MediaEdit title="Película" entity={movieEntity} actions={<FilmLookupButton />}>
    <MovieForm />
  </MediaEdit>
)

export { MovieCreate as create, MovieEdit as edit, MovieList as list }
