import { z } from 'zod'
import { yesOrNo } from '../validation/booleans.ts'
import { requiredDate } from '../validation/dates.ts'
import { CATEGORY_TYPES } from './category-types.ts'
import {
  FILM_MESSAGES,
  filmDatabaseFields,
  filmFields,
  genresOf,
  optionalYear,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { contentLinkShape, linksOf, monoAudioRule } from './link.ts'

/** Input of an on-demand item (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...filmDatabaseFields,
  mediaType: z.enum(CATEGORY_TYPES, FILM_MESSAGES.mediaType),
  year: optionalYear(),
  released: requiredDate(FILM_MESSAGES.released),
  genres: genresOf(Object.keys(MOVIE_GENRES)),
  isDominican: yesOrNo(),
  isYoutube: yesOrNo(),
  content: linksOf(contentLinkShape),
})

export const newOnDemandShape = fields.check(monoAudioRule)
export const editedOnDemandShape = fields.extend(updateFields).check(monoAudioRule)
