import { count, eq, max, type SQL, sql } from 'drizzle-orm'
import { linkHostField } from '../../../domain/contents/link-hosts.ts'
import { removedSeasonErrors, type Season, type SeasonSummary } from '../../../domain/contents/season.ts'
import { seriesEntity } from '../../../domain/contents/series.ts'
import type { ValidationError } from '../../../domain/validation/errors.ts'
import { collection, filter, type Write } from '../../platform/database/collection.ts'
import { hostCondition } from '../../platform/database/link-hosts.ts'
import type { Executor } from '../../platform/database/open.ts'
import { episodes, series } from '../../platform/database/schema/contents.ts'
import { originRules, PRESENTED_COLUMNS, presentedDerived, presentedLists, withImdb } from './films.ts'

const lists = withImdb(presentedLists(series, 'series'), series)

/** Condition for series with an episode that has a link at a host (rule L29). */
const hasEpisodeAt = (host: string): SQL =>
  sql`${series._id} in (select ${episodes.serieId} from ${episodes} where ${hostCondition({ content: episodes.content }, host)})`

export const seriesCollection = collection({
  entity: seriesEntity,
  table: series,
  ...lists,
  shown: [...PRESENTED_COLUMNS, 'episodes', 'status'],
  sorts: { ...lists.sorts, episodes: series.episodes, imdbId: series.imdbIdKey },
  filters: { ...lists.filters, linkHost: filter(linkHostField, hasEpisodeAt) },
  derive: (fields) => presentedDerived(fields, fields.imdbId),
  beforeWrite: async (write) => [...(await originRules(write)), ...(await seasonRules(write))],
})

type Count = Pick<SeasonSummary, 'number' | 'episodes' | 'lastEpisode'>

/** Episodes by season; seasons without any are omitted. */
const countEpisodes = async (db: Executor, serieId: string): Promise<Count[]> => {
  const counts = await db
    .select({ number: episodes.season, episodes: count(), last: max(episodes.episode) })
    .from(episodes)
    .where(eq(episodes.serieId, serieId))
    .groupBy(episodes.season)
  return counts.map(({ last, ...each }) => ({ ...each, lastEpisode: last ?? 0 }))
}

/** A series' title and its seasons in order, with their episode counts; undefined if not found. */
export const readSeasons = async (
  db: Executor,
  serieId: string,
): Promise<{ _id: string; title: string; seasons: SeasonSummary[] } | undefined> => {
  const [row] = await db
    .select({ _id: series._id, title: series.title, seasons: series.seasons })
    .from(series)
    .where(eq(series._id, serieId))
  if (!row) return undefined
  const counts = await countEpisodes(db, serieId)
  const filled = row.seasons.map((season) => ({
    ...season,
    episodes: 0,
    lastEpisode: 0,
    ...counts.find(({ number }) => number === season.number),
  }))
  return { ...row, seasons: filled.sort((one, other) => one.number - other.number) }
}

/** Rule K18; the lock on the series' row keeps new episodes out until the transaction ends. */
const seasonRules = async ({
  tx,
  fields,
  stored,
}: Write<{ seasons: Season[] }, { _id: string; seasons: Season[] }>): Promise<ValidationError[]> => {
  const remaining = new Set(fields.seasons.map(({ number }) => number))
  if (!stored || stored.seasons.every(({ number }) => remaining.has(number))) return []
  return removedSeasonErrors(fields.seasons, await countEpisodes(tx, stored._id))
}
