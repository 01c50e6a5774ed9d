import { z } from 'zod'
import { text } from '../validation/text.ts'
import {
  FILM_MESSAGES,
  filmFields,
  genresOf,
  releaseFields,
  requiredTrailer,
  requiredYear,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { contentLinkShape, linksOf, monoAudioRule } from './link.ts'
import { MOVIE_RATINGS } from './ratings.ts'

/** What an operator writes of a film (specification, sections 3, 5 and 9). */
const fields = z.strictObject({
  ...filmFields,
  ...releaseFields,
  ...requiredTrailer,
  year: requiredYear(),
  rated: z.enum(MOVIE_RATINGS, FILM_MESSAGES.rated),
  rating: z
    .number('Debe ser un número entre 0 y 10.')
    .min(0, 'Debe ser un número entre 0 y 10.')
    .max(10, 'Debe ser un número entre 0 y 10.')
    .nullable()
    .default(null),
  genres: genresOf(Object.keys(MOVIE_GENRES)),
  imdbId: text(20),
  hasOscar: z.boolean().default(false),
  isPremiere: z.boolean().default(false),
  isDominican: z.boolean().default(false),
  isYoutube: z.boolean().default(false),
  content: linksOf(contentLinkShape),
})

export const newMovieShape = fields.check(monoAudioRule)
export const editedMovieShape = fields.extend(updateFields).check(monoAudioRule)

export type NewMovie = z.infer<typeof newMovieShape>
