import { and, eq, ne } from 'drizzle-orm'
import { EPISODE_MESSAGES, episodeEntity } from '../../../domain/contents/episode.ts'
import { hasReservedLink } from '../../../domain/contents/link.ts'
import { LAST_NUMBER, SEASON_MESSAGES } from '../../../domain/contents/season.ts'
import { fold } from '../../../domain/format/text.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { collection, filter } from '../../platform/collections/collection.ts'
import type { Tx } from '../../platform/database/open.ts'
import { type EpisodeRow, episodes, series } from '../../platform/database/schema/contents.ts'
import { searchWords } from '../../platform/database/search.ts'
import { duplicate } from '../../platform/http/errors.ts'
import { flag, wholeNumber } from '../../platform/http/operation.ts'
import { contentDerived, originRules, reservedFilter } from './films.ts'

/** More than the highest number: what comes first in the order outweighs what comes second. */
const STEP = LAST_NUMBER + 1

/** The season is one of its series', whose row is locked: episodes of a series are written one after another. */
async function seasonErrors(tx: Tx, serieId: string, season: number): Promise<ValidationError[]> {
  const found = tx.select({ seasons: series.seasons }).from(series)
  const [serie] = await found.where(eq(series._id, serieId)).for('no key update')
  const isKnown = serie?.seasons.some(({ number }) => number === season)
  return isKnown ? [] : [{ field: 'season', message: SEASON_MESSAGES.unknown }]
}

type EpisodeKey = Pick<EpisodeRow, 'episode' | 'title' | 'imdbId'>

const isSameEpisode = (one: EpisodeKey, other: EpisodeKey): boolean =>
  one.episode === other.episode &&
  fold(one.title) === fold(other.title) &&
  fold(one.imdbId) === fold(other.imdbId)

/**
 * Refuses a duplicate within a series, whose row is locked (rule K20). There is no unique index because rows of older
 * versions may break the rule and can still be edited.
 */
async function refuseDuplicate(
  tx: Tx,
  serieId: string,
  fields: EpisodeKey,
  stored?: EpisodeRow,
): Promise<void> {
  if (stored && isSameEpisode(stored, fields)) return
  const others = await tx
    .select({ episode: episodes.episode, title: episodes.title, imdbId: episodes.imdbId })
    .from(episodes)
    .where(
      and(
        eq(episodes.serieId, serieId),
        eq(episodes.episode, fields.episode),
        stored && ne(episodes._id, stored._id),
      ),
    )
  if (others.some((other) => isSameEpisode(other, fields)))
    throw duplicate('episode', EPISODE_MESSAGES.duplicate)
}

/** When it was first shown, and how long it lasts: what the list's line of info says. */
const infoKey = (released: string, year: number | null, runtime: number | null): string =>
  `${released || (year ?? '')} ${runtime === null ? '' : String(runtime).padStart(4, '0')}`.trim()

/** How people write where an episode stands: 1x5 and 1x05. */
const placeText = ({ season, episode }: { season: number; episode: number }): string =>
  `${season}x${episode} ${season}x${String(episode).padStart(2, '0')}`

/** Episodes, whose endpoints stand below those of series (episode-routes.ts). */
export const episodeCollection = collection({
  entity: episodeEntity,
  table: episodes,
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
  derive: (fields) => ({
    ...contentDerived(fields),
    seasonKey: fields.season * STEP + fields.episode,
    episodeKey: fields.episode * STEP + fields.season,
    infoKey: infoKey(fields.released, fields.year, fields.runtime),
    hasLinkReserved: hasReservedLink(fields.content),
    search: searchWords(
      fields.title,
      fields.reference,
      fields.imdbId,
      placeText(fields),
      fields.mailOrigin,
      fields.synopsis,
    ),
  }),
  async beforeWrite(write) {
    const { tx, fields, stored } = write
    const serieId = stored?.serieId ?? fields.serieId
    const errors = [...(await seasonErrors(tx, serieId, fields.season)), ...(await originRules(write))]
    if (errors.length === 0) await refuseDuplicate(tx, serieId, fields, stored)
    return errors
  },
})
