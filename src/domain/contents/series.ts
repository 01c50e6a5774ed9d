import { z } from 'zod'
import { yesOrNo } from '../validation/booleans.ts'
import { LINK_MESSAGES, optionalImageUrl } from '../validation/url.ts'
import {
  contentFields,
  FILM_MESSAGES,
  filmDatabaseFields,
  genresOf,
  presentationFields,
  releaseFields,
  requiredTrailer,
  requiredYear,
  updateFields,
} from './film-fields.ts'
import { MOVIE_GENRES } from './genres.ts'
import { SERIES_RATINGS } from './ratings.ts'
import { seasonsShape } from './season.ts'

/** Of series and of their episodes (rule K3). */
export const FIRST_SERIES_YEAR = 1800

export const SERIES_MESSAGES = {
  /** Part of the deletion prompt (rule K22); without a count where it could not be read. */
  deletesEpisodes: (episodes: number | undefined) =>
    episodes === 1
      ? 'También se elimina su único episodio.'
      : `También se eliminan sus ${episodes === undefined ? '' : `${episodes} `}episodios.`,
} as const

/** Input of a series (rules K2, K3). */
export const newSeriesShape = z.strictObject({
  ...contentFields,
  ...presentationFields,
  ...releaseFields,
  ...requiredTrailer,
  ...filmDatabaseFields,
  year: requiredYear(FIRST_SERIES_YEAR),
  rated: z.enum(SERIES_RATINGS, FILM_MESSAGES.rated),
  genres: genresOf(Object.keys(MOVIE_GENRES)),
  provider: optionalImageUrl(LINK_MESSAGES.link),
  isDominican: yesOrNo(),
  isYoutube: yesOrNo(),
  seasons: seasonsShape,
})
export const editedSeriesShape = newSeriesShape.extend(updateFields)
