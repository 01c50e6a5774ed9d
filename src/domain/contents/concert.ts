// A concert: `musics` in the API.
import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import {
  adultOnly,
  filmFields,
  filmOutput,
  genresOf,
  isYoutube,
  LEFT_OUT_OF_ROWS,
  requiredYear,
  updateFields,
} from './film-fields.ts'
import { CONCERT_GENRES } from './genres.ts'
import { contentLinkSchema, linksOf, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Input of a concert (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  year: requiredYear(),
  genres: genresOf(CONCERT_GENRES),
  adultOnly,
  isYoutube,
  content: linksOf(contentLinkSchema),
})

export const newConcertSchema = fields.check(monoAudioRule, publicationRule)
export const editedConcertSchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

const concertOutput = filmOutput.extend({
  year: z.number(),
  adultOnly: z.boolean(),
  isYoutube: z.boolean(),
})

const concertRowOutput = concertOutput.omit(LEFT_OUT_OF_ROWS).extend(linkStateOutput)

export const concertEntity = /* @__PURE__ */ entity('musics', {
  new: newConcertSchema,
  edited: editedConcertSchema,
  record: concertOutput,
  row: concertRowOutput,
})
