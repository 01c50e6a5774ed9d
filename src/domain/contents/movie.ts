import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import { yesOrNo } from '../validation/fields.ts'
import {
  cinemaFields,
  filmDatabaseFields,
  filmDatabaseOutput,
  filmFields,
  filmOutput,
  genresField,
  MOVIE_RATINGS,
  NOT_IN_ROWS,
  ratedField,
  trailerOutput,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { contentLinkSchema, linksField, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Input of a film (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...cinemaFields,
  ...filmDatabaseFields,
  rated: ratedField(MOVIE_RATINGS),
  genres: genresField(Object.keys(MOVIE_GENRES)),
  hasOscar: yesOrNo().meta({ title: 'Ganadora del Oscar' }),
  isPremiere: yesOrNo().meta({ title: 'Estreno' }),
  content: linksField(contentLinkSchema),
})

export const newMovieSchema = fields.check(monoAudioRule, publicationRule)
export const editedMovieSchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

const movieOutput = filmOutput.extend({
  year: z.number(),
  released: z.string(),
  rated: z.enum(MOVIE_RATINGS),
  ...filmDatabaseOutput,
  ...trailerOutput,
  hasOscar: z.boolean(),
  isPremiere: z.boolean(),
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
})

const movieRowOutput = movieOutput.omit(NOT_IN_ROWS).extend(linkStateOutput)

export const movieEntity = /* @__PURE__ */ entity('movies', {
  new: newMovieSchema,
  edited: editedMovieSchema,
  record: movieOutput,
  row: movieRowOutput,
})
