import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import {
  cinemaFields,
  DOCUMENTARY_RATINGS,
  filmFields,
  filmOutput,
  genresOf,
  LEFT_OUT_OF_ROWS,
  ratedAs,
  trailerOutput,
  updateFields,
} from './film-fields.ts'
import { DOCUMENTARY_GENRES } from './genres.ts'
import { contentLinkSchema, linksOf, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Input of a documentary (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...cinemaFields,
  rated: ratedAs(DOCUMENTARY_RATINGS),
  genres: genresOf(DOCUMENTARY_GENRES),
  content: linksOf(contentLinkSchema),
})

export const newDocumentarySchema = fields.check(monoAudioRule, publicationRule)
export const editedDocumentarySchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

const documentaryOutput = filmOutput.extend({
  year: z.number(),
  released: z.string(),
  rated: z.enum(DOCUMENTARY_RATINGS),
  ...trailerOutput,
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
})

const documentaryRowOutput = documentaryOutput.omit(LEFT_OUT_OF_ROWS).extend(linkStateOutput)

export const documentaryEntity = /* @__PURE__ */ entity('documentaries', {
  new: newDocumentarySchema,
  edited: editedDocumentarySchema,
  record: documentaryOutput,
  row: documentaryRowOutput,
})
