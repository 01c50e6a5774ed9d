import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import {
  cinemaFields,
  DOCUMENTARY_RATINGS,
  filmFields,
  filmOutput,
  genresField,
  NOT_IN_ROWS,
  ratedField,
  trailerOutput,
  updateFields,
} from './film-fields.ts'
import { DOCUMENTARY_GENRES } from './genres.ts'
import { contentLinkSchema, linksField, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Input of a documentary (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...cinemaFields,
  rated: ratedField(DOCUMENTARY_RATINGS),
  genres: genresField(DOCUMENTARY_GENRES),
  content: linksField(contentLinkSchema),
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

const documentaryRowOutput = documentaryOutput.omit(NOT_IN_ROWS).extend(linkStateOutput)

export const documentaryEntity = /* @__PURE__ */ entity('documentaries', {
  new: newDocumentarySchema,
  edited: editedDocumentarySchema,
  record: documentaryOutput,
  row: documentaryRowOutput,
})
