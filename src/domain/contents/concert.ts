// A concert: `musics` in the API.
import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import {
  adultOnly,
  filmFields,
  filmOutput,
  genresField,
  isYoutube,
  NOT_IN_ROWS,
  requiredYear,
  updateFields,
} from './film-fields.ts'
import { CONCERT_GENRES } from './genres.ts'
import { contentLinkSchema, linksField, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Input of a concert (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  year: requiredYear(),
  genres: genresField(CONCERT_GENRES),
  adultOnly,
  isYoutube,
  content: linksField(contentLinkSchema),
})

export const newConcertSchema = fields.check(monoAudioRule, publicationRule)
export const editedConcertSchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

const concertOutput = filmOutput.extend({
  year: z.number(),
  adultOnly: z.boolean(),
  isYoutube: z.boolean(),
})

const concertRowOutput = concertOutput.omit(NOT_IN_ROWS).extend(linkStateOutput)

export const concertEntity = /* @__PURE__ */ entity('musics', {
  new: newConcertSchema,
  edited: editedConcertSchema,
  record: concertOutput,
  row: concertRowOutput,
})
