// An on-demand item: `discoveries` in the API.
import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import { requiredDay } from '../validation/fields.ts'
import { CATEGORY_TYPES } from './category.ts'
import {
  FILM_MESSAGES,
  filmDatabaseFields,
  filmDatabaseOutput,
  filmFields,
  filmOutput,
  genresField,
  highlightFields,
  NOT_IN_ROWS,
  optionalYear,
  RELEASED,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { contentLinkSchema, linksField, monoAudioRule } from './link.ts'
import { linkStateOutput } from './link-state.ts'
import { publicationRule } from './publication.ts'

/** Input of an on-demand item (rules K2, K3). */
const fields = z.strictObject({
  ...filmFields,
  ...filmDatabaseFields,
  mediaType: z.enum(CATEGORY_TYPES, FILM_MESSAGES.mediaType).meta({ title: 'Tipo de contenido' }),
  year: optionalYear(),
  released: requiredDay(FILM_MESSAGES.released).meta(RELEASED),
  genres: genresField(Object.keys(MOVIE_GENRES)),
  ...highlightFields,
  content: linksField(contentLinkSchema),
})

export const newOnDemandSchema = fields.check(monoAudioRule, publicationRule)
export const editedOnDemandSchema = fields.extend(updateFields).check(monoAudioRule, publicationRule)

const onDemandOutput = filmOutput.extend({
  mediaType: z.enum(CATEGORY_TYPES),
  year: z.number().nullable(),
  released: z.string(),
  ...filmDatabaseOutput,
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
})

const onDemandRowOutput = onDemandOutput.omit(NOT_IN_ROWS).extend(linkStateOutput)

export const onDemandEntity = /* @__PURE__ */ entity('discoveries', {
  new: newOnDemandSchema,
  edited: editedOnDemandSchema,
  record: onDemandOutput,
  row: onDemandRowOutput,
})
