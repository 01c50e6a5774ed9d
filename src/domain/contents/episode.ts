import { z } from 'zod'
import { requiredInteger } from '../validation/numbers.ts'
import { text } from '../validation/text.ts'
import { LINK_MESSAGES, optionalImageUrl } from '../validation/url.ts'
import {
  contentFields,
  filmDatabaseFields,
  optionalYear,
  playableFields,
  releaseFields,
  updateFields,
} from './film-fields.ts'
import { contentLinkShape, linksOf, monoAudioRule } from './link.ts'
import { LAST_NUMBER } from './season.ts'
import { FIRST_SERIES_YEAR } from './series.ts'

export const EPISODE_MESSAGES = {
  season: 'Debe especificar la Temporada.',
  episode: 'Debe especificar el número del espisodio',
  duplicate: 'El episodio ya existe, no se puede duplicar!',
  incomplete: 'Debe completar los campos necesarios',
} as const

const numberOf = (message: string) => requiredInteger(message, 1, LAST_NUMBER)

/** Input of an episode (rule K19). */
const fields = z.strictObject({
  ...contentFields,
  ...playableFields,
  ...releaseFields,
  ...filmDatabaseFields,
  season: numberOf(EPISODE_MESSAGES.season),
  episode: numberOf(EPISODE_MESSAGES.episode),
  year: optionalYear(FIRST_SERIES_YEAR),
  synopsis: text(10_000),
  covertImage: optionalImageUrl(LINK_MESSAGES.link),
  content: linksOf(contentLinkShape),
})

export const newEpisodeShape = fields.check(monoAudioRule)
export const editedEpisodeShape = fields.extend(updateFields).check(monoAudioRule)

export type NewEpisode = z.infer<typeof newEpisodeShape>

/** How an episode is called beside its title: T1 E5. */
export const episodeCode = ({ season, episode }: Pick<NewEpisode, 'season' | 'episode'>): string =>
  `T${season} E${episode}`
