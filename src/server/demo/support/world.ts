import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { episodeLabel } from '../../../domain/support/history.ts'
import {
  type MediaResource,
  type MediaType,
  mediaTypeOfOnDemand,
} from '../../../domain/support/media-types.ts'
import type { Tx } from '../../platform/database/open.ts'
import { channels } from '../../platform/database/schema/channels.ts'
import {
  discoveries,
  documentaries,
  episodes,
  movies,
  musics,
  radios,
  series,
  sports,
} from '../../platform/database/schema/contents.ts'
import { profiles, users } from '../../platform/database/schema/users.ts'

/** A viewer with `views` visits between `since` and `until`. */
export interface Viewer {
  id: string
  name: string
  views: number
  since: Date
  until: Date
}

/** A content with the fields that visits and reports copy. */
export interface Title {
  id: string
  resource: MediaResource
  mediaType: MediaType
  title: string
  reference: string
  genres: string[]
  year: number | null
  link: string
  view: number
  since: Date
}

export interface EpisodeTitle {
  id: string
  serieId: string
  label: string
  reference: string
  link: string
  view: number
}

/** App users with at least one visit. */
export const readViewers = async (tx: Tx): Promise<Viewer[]> => {
  const rows = await tx
    .select({
      id: users._id,
      name: users.name,
      views: users.views,
      since: users.dateCreate,
      until: users.lastLogin,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        eq(profiles.isSystem, true),
        eq(profiles.name, 'app'),
        gt(users.views, 0),
        isNotNull(users.lastLogin),
      ),
    )
    .orderBy(users._id)
  return rows.flatMap(({ until, ...row }) => (until === null ? [] : [{ ...row, until }]))
}

const firstLink = (content: unknown) => sql<string>`coalesce(${content}->0->>'link', '')`

const filmsOf = async (
  tx: Tx,
  table: typeof movies | typeof documentaries | typeof sports | typeof musics,
  resource: MediaResource,
  mediaType: MediaType,
): Promise<Title[]> => {
  const rows = await tx
    .select({
      id: table._id,
      title: table.title,
      reference: table.reference,
      genres: table.genres,
      year: table.year,
      link: firstLink(table.content),
      view: table.view,
      since: table.dateCreate,
    })
    .from(table)
    .where(eq(table.status, true))
    .orderBy(table._id)
  return rows.map((row) => ({ ...row, resource, mediaType }))
}

const stationsOf = async (
  tx: Tx,
  table: typeof channels | typeof radios,
  resource: MediaResource,
): Promise<Title[]> => {
  const rows = await tx.select().from(table).where(eq(table.status, true)).orderBy(table._id)
  return rows.map(({ _id, title, number, category, link, view, dateCreate }) => ({
    ...{ id: _id, title, reference: String(number), genres: [category], year: null, link, view },
    ...{ since: dateCreate, resource, mediaType: 'Tv' },
  }))
}

const onDemand = async (tx: Tx): Promise<Title[]> => {
  const rows = await tx
    .select()
    .from(discoveries)
    .where(eq(discoveries.status, true))
    .orderBy(discoveries._id)
  return rows.map(({ _id, title, reference, genres, year, content, view, dateCreate, mediaType }) => ({
    ...{ id: _id, title, reference, genres, year, link: content[0]?.link ?? '', view, since: dateCreate },
    ...{ resource: 'discoveries', mediaType: mediaTypeOfOnDemand(mediaType) },
  }))
}

const seriesTitles = async (tx: Tx): Promise<Title[]> => {
  const rows = await tx.select().from(series).where(eq(series.status, true)).orderBy(series._id)
  return rows.map(({ _id, title, reference, genres, year, view, dateCreate }) => ({
    ...{ id: _id, title, reference, genres, year, link: '', view, since: dateCreate },
    ...{ resource: 'series', mediaType: 'Serie' },
  }))
}

export const readTitles = async (tx: Tx): Promise<Title[]> => [
  ...(await filmsOf(tx, movies, 'movies', 'Movie')),
  ...(await filmsOf(tx, documentaries, 'documentaries', 'Documentary')),
  ...(await filmsOf(tx, sports, 'sports', 'Sport')),
  ...(await filmsOf(tx, musics, 'musics', 'Music')),
  ...(await onDemand(tx)),
  ...(await seriesTitles(tx)),
  ...(await stationsOf(tx, channels, 'channels')),
  ...(await stationsOf(tx, radios, 'radios')),
]

/** Active episodes by series id. */
export const readEpisodes = async (tx: Tx): Promise<Map<string, EpisodeTitle[]>> => {
  const rows = await tx.select().from(episodes).where(eq(episodes.status, true)).orderBy(episodes._id)
  const bySeries = new Map<string, EpisodeTitle[]>()
  for (const { _id, serieId, reference, content, view, ...row } of rows) {
    const episode = { id: _id, serieId, label: episodeLabel(row), reference, view }
    const own = bySeries.get(serieId) ?? []
    own.push({ ...episode, link: content[0]?.link ?? '' })
    bySeries.set(serieId, own)
  }
  return bySeries
}
