import { z } from 'zod'
import { editedMovieShape, newMovieShape } from '../../../domain/contents/movie.ts'
import { MOVIE_RATINGS } from '../../../domain/contents/ratings.ts'
import { collection } from '../../platform/collections/collection.ts'
import { movies } from '../../platform/database/schema/contents.ts'
import { filmRules } from './film-rules.ts'
import {
  filmDatabaseWire,
  filmDerived,
  filmLists,
  filmWireShape,
  heavyFields,
  trailerWire,
  withImdb,
} from './films.ts'

const wireShape = filmWireShape.extend({
  year: z.number(),
  released: z.string(),
  rated: z.enum(MOVIE_RATINGS),
  ...filmDatabaseWire,
  ...trailerWire,
  hasOscar: z.boolean(),
  isPremiere: z.boolean(),
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
})

export const movieCollection = collection({
  resource: 'movies',
  label: { one: 'una película', many: 'Películas' },
  table: movies,
  newShape: newMovieShape,
  editedShape: editedMovieShape,
  wireShape,
  rowShape: wireShape.omit(heavyFields),
  ...withImdb(filmLists(movies), movies),
  derive: (fields) => filmDerived(fields, fields.imdbId),
  beforeWrite: filmRules('PELICULA'),
})
