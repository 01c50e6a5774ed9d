import { and, type Column, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { episodeLabel } from '../../../domain/support/history.ts'
import {
  type MediaResource,
  type MediaType,
  onDemandTypesOf,
  resourcesOf,
} from '../../../domain/support/media-types.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
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

/** What visits and reports copy of a content. */
const mediaSchema = z.object({
  title: z.string(),
  reference: z.string(),
  genres: z.array(z.string()),
  year: z.int().nullable(),
})
export interface Media extends z.output<typeof mediaSchema> {
  id: string
  resource: MediaResource
  /** The series of an episode. */
  parentId: string | null
}

const ofFilms = sql`title, reference, genres, year`
const ofStations = sql`title, number::text as reference, jsonb_build_array(category) as genres, null::int as year`

interface Source {
  table: PgTable & Record<'_id' | 'status' | 'view', Column>
  columns: SQL
}

const SOURCES: Record<Exclude<MediaResource, 'episodes'>, Source> = {
  movies: { table: movies, columns: ofFilms },
  series: { table: series, columns: ofFilms },
  documentaries: { table: documentaries, columns: ofFilms },
  sports: { table: sports, columns: ofFilms },
  musics: { table: musics, columns: ofFilms },
  discoveries: { table: discoveries, columns: ofFilms },
  channels: { table: channels, columns: ofStations },
  radios: { table: radios, columns: ofStations },
}

/** The active content of an id, looked for wherever its media type may be kept. */
export const findMedia = (db: Executor, mediaType: MediaType, id: string): Promise<Media | undefined> =>
  lookThrough(mediaType, id, async ({ table, columns }, where) => {
    const { rows } = await db.execute(sql`select ${columns} from ${table} where ${where}`)
    return rows[0]
  })

/** The same, with one more visit of it: added to what is stored, so that neither visits nor edits are lost. */
export const visitMedia = (tx: Tx, mediaType: MediaType, id: string): Promise<Media | undefined> =>
  lookThrough(mediaType, id, async ({ table, columns }, where) => {
    const { rows } = await tx.execute(
      sql`update ${table} set view = view + 1 where ${where} returning ${columns}`,
    )
    return rows[0]
  })

const lookThrough = async (
  mediaType: MediaType,
  id: string,
  read: (source: Source, where: SQL | undefined) => Promise<unknown>,
): Promise<Media | undefined> => {
  for (const resource of resourcesOf(mediaType)) {
    const source = SOURCES[resource]
    const isKind =
      resource === 'discoveries' ? inArray(discoveries.mediaType, onDemandTypesOf(mediaType)) : undefined
    const row = await read(source, and(eq(source.table._id, id), eq(source.table.status, true), isKind))
    if (row !== undefined) return { id, resource, parentId: null, ...mediaSchema.parse(row) }
  }
  return undefined
}

/** An active episode of a series, with one more visit of it; its name as histories show it. */
export const visitEpisode = async (tx: Tx, serieId: string, id: string): Promise<string | undefined> => {
  const [row] = await tx
    .update(episodes)
    .set({ view: sql`${episodes.view} + 1` })
    .where(and(eq(episodes._id, id), eq(episodes.serieId, serieId), eq(episodes.status, true)))
    .returning({ season: episodes.season, episode: episodes.episode, title: episodes.title })
  return row && episodeLabel(row)
}

/** An active episode as reports name it: its links are its own, not those of its series. */
export const findEpisode = async (db: Executor, id: string): Promise<Media | undefined> => {
  const [row] = await db
    .select({ episode: episodes, serie: { title: series.title, genres: series.genres } })
    .from(episodes)
    .innerJoin(series, eq(series._id, episodes.serieId))
    .where(and(eq(episodes._id, id), eq(episodes.status, true)))
  if (!row) return undefined
  const { episode, serie } = row
  return {
    id,
    resource: 'episodes',
    parentId: episode.serieId,
    title: `${serie.title} · ${episodeLabel(episode)}`,
    reference: episode.reference,
    genres: serie.genres,
    year: episode.year,
  }
}
