import { inArray } from 'drizzle-orm'
import type { Link } from '../../../domain/contents/link.ts'
import type { MediaResource } from '../../../domain/support/media-types.ts'
import type { Executor } from '../../platform/database/open.ts'
import {
  discoveries,
  documentaries,
  movies,
  musics,
  sports,
} from '../../platform/database/schema/contents.ts'
import { episodes, series } from '../../platform/database/schema/series.ts'
import type { HistoryRow } from '../../platform/database/schema/support.ts'

/** What a content says of itself today. */
export interface Played {
  rating: number | null
  imdbId: string
  content: Link[]
}

type Read = (db: Executor, ids: string[]) => Promise<({ _id: string } & Partial<Played>)[]>

const linksOf =
  (table: typeof documentaries | typeof musics | typeof sports): Read =>
  (db, ids) =>
    db.select({ _id: table._id, content: table.content }).from(table).where(inArray(table._id, ids))

const filmsOf =
  (table: typeof movies | typeof discoveries | typeof episodes): Read =>
  (db, ids) =>
    db
      .select({ _id: table._id, content: table.content, rating: table.rating, imdbId: table.imdbId })
      .from(table)
      .where(inArray(table._id, ids))

const READS: Partial<Record<MediaResource, Read>> = {
  movies: filmsOf(movies),
  discoveries: filmsOf(discoveries),
  episodes: filmsOf(episodes),
  documentaries: linksOf(documentaries),
  musics: linksOf(musics),
  sports: linksOf(sports),
  series: (db, ids) =>
    db
      .select({ _id: series._id, rating: series.rating, imdbId: series.imdbId })
      .from(series)
      .where(inArray(series._id, ids)),
}

/** The contents and episodes of some visits by their ids, as they are today; what is gone is missing. */
export const playedBy = async (db: Executor, visits: readonly HistoryRow[]): Promise<Map<string, Played>> => {
  const ids = new Map<MediaResource, Set<string>>()
  const add = (resource: MediaResource, id: string) =>
    ids.set(resource, (ids.get(resource) ?? new Set()).add(id))
  for (const { resource, contentId, episodeId } of visits) {
    add(resource, contentId)
    if (episodeId !== null) add('episodes', episodeId)
  }
  const found = await Promise.all([...ids].map(([resource, own]) => READS[resource]?.(db, [...own]) ?? []))
  return new Map(
    found.flat().map(({ _id, ...own }) => [_id, { rating: null, imdbId: '', content: [], ...own }]),
  )
}
