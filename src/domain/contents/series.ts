import { z } from 'zod'
import { entity } from '../contract/entity.ts'
import { LINK_MESSAGES, optionalUrlOrPath } from '../validation/fields.ts'
import {
  contentFields,
  filmDatabaseFields,
  filmDatabaseOutput,
  genresField,
  highlightFields,
  presentationFields,
  presentationOutput,
  ratedField,
  releaseFields,
  requiredTrailer,
  requiredYear,
  SERIES_RATINGS,
  trailerOutput,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { publicationRule } from './publication.ts'
import { seasonsSchema } from './season.ts'

/** First year of series and episodes (rule K3). */
export const FIRST_SERIES_YEAR = 1800

export const SERIES_MESSAGES = {
  /** Part of the deletion prompt (rule K22); without a count if it could not be loaded. */
  deletesEpisodes: (episodes: number | undefined) =>
    episodes === 1
      ? 'También se elimina su único episodio.'
      : `También se eliminan sus ${episodes === undefined ? '' : `${episodes} `}episodios.`,
} as const

/** Input of a series (rules K2, K3). */
const fields = z.strictObject({
  ...contentFields,
  ...presentationFields,
  ...releaseFields,
  ...requiredTrailer,
  ...filmDatabaseFields,
  year: requiredYear(FIRST_SERIES_YEAR),
  rated: ratedField(SERIES_RATINGS),
  genres: genresField(Object.keys(MOVIE_GENRES)),
  provider: optionalUrlOrPath(LINK_MESSAGES.link).meta({ title: 'Imagen del proveedor' }),
  ...highlightFields,
  seasons: seasonsSchema,
})

export const newSeriesSchema = fields.check(publicationRule)
export const editedSeriesSchema = fields.extend(updateFields).check(publicationRule)

const seriesOutput = presentationOutput.extend({
  ...filmDatabaseOutput,
  ...trailerOutput,
  year: z.number(),
  released: z.string(),
  rated: z.enum(SERIES_RATINGS),
  provider: z.string(),
  isDominican: z.boolean(),
  isYoutube: z.boolean(),
  seasons: z.array(z.object({ number: z.number(), description: z.string() })),
  episodes: z.number().meta({ title: 'Episodios', description: 'Cuántos episodios tiene' }),
})

const seriesRowOutput = seriesOutput.omit({ synopsis: true, synopsisEng: true })

export const seriesEntity = /* @__PURE__ */ entity('series', {
  new: newSeriesSchema,
  edited: editedSeriesSchema,
  record: seriesOutput,
  row: seriesRowOutput,
})
