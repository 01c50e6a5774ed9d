import { z } from 'zod'
import { yesOrNo } from '../validation/booleans.ts'
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

/** Input of a film (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...cinemaFields,
  ...filmDatabaseFields,
  rated: z.enum(MOVIE_RATINGS, FILM_MESSAGES.rated),
  genres: genresOf(Object.keys(MOVIE_GENRES)),
  hasOscar: yesOrNo(),
  isPremiere: yesOrNo(),
  content: linksOf(contentLinkShape),
})

export const newMovieShape = fields.check(monoAudioRule)
export const editedMovieShape = fields.extend(updateFields).check(monoAudioRule)
