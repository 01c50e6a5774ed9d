import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { EPISODE_MESSAGES, editedEpisodeShape, newEpisodeShape } from '../../domain/contents/episode.ts'
import { hasReservedLink } from '../../domain/contents/link.ts'
import { LAST_NUMBER, SEASON_MESSAGES } from '../../domain/contents/season.ts'
import { id } from '../../domain/validation/ids.ts'
import type { Problem } from '../../domain/validation/problems.ts'
import { collection, filter } from '../collections/collection.ts'
import { flag, wholeNumber } from '../collections/list-parameters.ts'
import type { Tx } from '../database/open.ts'
import { episodes, series } from '../database/schema/series.ts'
import { searchText } from '../database/search.ts'
import { NotFound } from '../http/errors.ts'
import { originRules } from './film-rules.ts'
import { contentDerived, contentWireShape, filmDatabaseWire, playableWire, reservedFilter } from './films.ts'

const wireShape = contentWireShape.extend({
  ...playableWire,
  ...filmDatabaseWire,
  serieId: z.string(),
  season: z.number(),
  episode: z.number(),
  year: z.number().nullable(),
  released: z.string(),
  synopsis: z.string(),
  covertImage: z.string(),
})

/** More than the highest number: what comes first in the order outweighs what comes second. */
const STEP = LAST_NUMBER + 1

/** The season is one of its series', whose row stays as it is until the transaction ends. */
async function seasonProblems(tx: Tx, serieId: string, season: number): Promise<Problem[]> {
  const found = tx.select({ seasons: series.seasons }).from(series)
  const [serie] = await found.where(eq(series._id, serieId)).for('share')
  if (!serie) throw new NotFound()
  return serie.seasons.some(({ number }) => number === season)
    ? []
    : [{ field: 'season', message: SEASON_MESSAGES.unknown }]
}

/** When it was first shown, and how long it lasts: what the list's line of info says. */
const infoKey = (released: string, year: number | null, runtime: number | null): string =>
  `${released || (year ?? '')} ${runtime === null ? '' : String(runtime).padStart(4, '0')}`.trim()

/** How people write where an episode stands: 1x5 and 1x05. */
const placeText = ({ season, episode }: { season: number; episode: number }): string =>
  `${season}x${episode} ${season}x${String(episode).padStart(2, '0')}`

/** Episodes, whose endpoints stand below those of series (episode-routes.ts). */
export const episodeCollection = collection({
  resource: 'episodes',
  label: { one: 'un episodio', many: 'Episodios' },
  table: episodes,
  newShape: newEpisodeShape.safeExtend({ serieId: id() }),
  editedShape: editedEpisodeShape,
  wireShape,
  rowShape: wireShape.omit({ synopsis: true, content: true }),
  sorts: {
    season: episodes.seasonKey,
    episode: episodes.episodeKey,
    title: episodes.titleKey,
    view: episodes.view,
    mailOrigin: episodes.mailOriginKey,
    reference: episodes.referenceKey,
    info: episodes.infoKey,
    hasLinkReserved: episodes.hasLinkReserved,
    status: episodes.status,
    dateUpdate: episodes.dateUpdate,
  },
  defaultSort: { by: 'season', order: 'asc' },
  filters: {
    status: filter(flag(), (status) => eq(episodes.status, status)),
    onlyLinkReserved: reservedFilter(episodes),
    season: filter(wholeNumber(1, LAST_NUMBER), (season) => eq(episodes.season, season)),
  },
  unique: { field: 'episode', message: EPISODE_MESSAGES.duplicate },
  derive: (fields) => ({
    ...contentDerived(fields),
    seasonKey: fields.season * STEP + fields.episode,
    episodeKey: fields.episode * STEP + fields.season,
    infoKey: infoKey(fields.released, fields.year, fields.runtime),
    hasLinkReserved: hasReservedLink(fields.content),
    search: searchText(fields.title, fields.reference, fields.imdbId, placeText(fields)),
  }),
  beforeWrite: async (write) => [
    ...(await seasonProblems(write.tx, write.stored?.serieId ?? write.fields.serieId, write.fields.season)),
    ...(await originRules(write)),
  ],
})
