import { movieEntity } from '../../../domain/contents/movie.ts'
import { collection } from '../../platform/collections/collection.ts'
import { movies } from '../../platform/database/schema/contents.ts'
import { filmDerived, filmLists, filmRules, withImdb } from './films.ts'

export const movieCollection = collection({
  entity: movieEntity,
  table: movies,
  ...withImdb(filmLists(movies), movies),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: filmRules('PELICULA'),
})
