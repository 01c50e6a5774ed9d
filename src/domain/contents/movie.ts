import { z } from 'zod'
import {
  cinemaFields,
  FILM_MESSAGES,
  filmDatabaseFields,
  filmFields,
  genresOf,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { contentLinkShape, linksOf, monoAudioRule } from './link.ts'
import { MOVIE_RATINGS } from './ratings.ts'

/** What an operator writes of a film (specification, sections 3, 5 and 9). */
const fields = z.strictObject({
  ...filmFields,
  ...cinemaFields,
  ...filmDatabaseFields,
  rated: z.enum(MOVIE_RATINGS, FILM_MESSAGES.rated),
  genres: genresOf(Object.keys(MOVIE_GENRES)),
  hasOscar: z.boolean().default(false),
  isPremiere: z.boolean().default(false),
  content: linksOf(contentLinkShape),
})

export const newMovieShape = fields.check(monoAudioRule)
export const editedMovieShape = fields.extend(updateFields).check(monoAudioRule)
