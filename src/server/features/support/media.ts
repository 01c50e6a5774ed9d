import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { episodeLabel } from '../../../domain/support/history.ts'
import {
  MEDIA_RESOURCES,
  type MediaResource,
  type MediaType,
  onDemandTypes,
  resourcesForMedia,
} from '../../../domain/support/media-types.ts'
import { type PlayableTable, tableColumns, tableOf } from '../../platform/database/collection.ts'
import type { Db, Executor, Tx } from '../../platform/database/open.ts'
import { discoveries, episodes, series, waitingViews } from '../../platform/database/schema/contents.ts'

/** Fields of a content that visits and reports copy. */
const mediaSchema = z.object({
  /** Whether the visit is queued to be counted in the content's row. */
  isWaiting: z.boolean().optional(),
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

/** Columns of a content: radio stations use their number as reference and their category as genre. */
export const mediaColumns = (table: PlayableTable): SQL => {
  const { reference, genres, year, number, category } = tableColumns(table)
  return sql`${table.title} as title, ${reference ?? (number && sql`${number}::text`) ?? sql`''`} as reference,
    ${genres ?? (category ? sql`jsonb_build_array(${category})` : sql`'[]'::jsonb`)} as genres,
    ${year ?? sql`null::int`} as year`
}

/** The active content with an id, looked up in every resource of the media type. */
export const findMedia = (db: Executor, mediaType: MediaType, id: string): Promise<Media | undefined> =>
  findInResources(mediaType, id, async (table, where) => {
    const { rows } = await db.execute(sql`select ${mediaColumns(table)} from ${table} where ${where}`)
    return rows[0]
  })

/**
 * Finds a content and counts a visit of it. Concurrent visits of a content don't wait for each other: the first one to
 * lock the row adds itself and all queued ones; the others are queued in a table.
 */
export const visitMedia = (tx: Tx, mediaType: MediaType, id: string): Promise<Media | undefined> =>
  findInResources(mediaType, id, (table, where) => addView(tx, table, mediaColumns(table), where))

const addView = async (
  tx: Tx,
  table: PlayableTable,
  columns: SQL,
  where: SQL | undefined,
): Promise<Record<string, unknown> | undefined> => {
  const { rows } = await tx.execute(sql`
    with found as (select _id, ${columns} from ${table} where ${where}),
    locked as (
      select _id from ${table} where _id in (select _id from found) for no key update skip locked),
    counted as (delete from ${waitingViews} where item in (select _id from locked) returning number),
    put_off as (
      insert into ${waitingViews} (item) select _id from found where not exists (select from locked)),
    updated as (
      update ${table} set view = view + 1 + (select count(*) from counted)
      where _id in (select _id from locked))
    select found.*, not exists (select from locked) as "isWaiting" from found`)
  return rows[0]
}

/** Adds the queued visits to their contents' rows; skips locked rows. */
export const countWaitingViews = async (db: Db): Promise<void> => {
  const tables = MEDIA_RESOURCES.map(tableOf)
  for (const table of tables)
    await db.execute(sql`
      with locked as (
        select _id from ${table} where _id in (select item from ${waitingViews}) order by _id
        for no key update skip locked),
      counted as (delete from ${waitingViews} where item in (select _id from locked) returning item),
      views as (select item, count(*) as views from counted group by item)
      update ${table} set view = view + views from views where _id = item`)
  const isOfNone = tables.map((table) => sql`not exists (select from ${table} where _id = item)`)
  await db.execute(sql`delete from ${waitingViews} where ${and(...isOfNone)}`)
}

const findInResources = async (
  mediaType: MediaType,
  id: string,
  read: (table: PlayableTable, where: SQL | undefined) => Promise<unknown>,
): Promise<Media | undefined> => {
  for (const resource of resourcesForMedia(mediaType)) {
    const table: PlayableTable = tableOf(resource)
    const isKind =
      resource === 'discoveries' ? inArray(discoveries.mediaType, onDemandTypes(mediaType)) : undefined
    const row = await read(table, and(eq(table._id, id), eq(table.status, true), isKind))
    if (row !== undefined) return { id, resource, parentId: null, ...mediaSchema.parse(row) }
  }
  return undefined
}

const episodeSchema = z.object({
  isWaiting: z.boolean(),
  season: z.int(),
  episode: z.int(),
  title: z.string(),
})

/** Finds an active episode and counts a visit of it: its label in histories, and whether the visit is queued. */
export const visitEpisode = async (
  tx: Tx,
  serieId: string,
  id: string,
): Promise<{ label: string; isWaiting: boolean } | undefined> => {
  const where = and(eq(episodes._id, id), eq(episodes.serieId, serieId), eq(episodes.status, true))
  const row = await addView(tx, episodes, sql`season, episode, title`, where)
  if (!row) return undefined
  const { isWaiting, ...episode } = episodeSchema.parse(row)
  return { label: episodeLabel(episode), isWaiting }
}

/** An active episode with the fields that reports copy: the links are its own, not its series'. */
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
