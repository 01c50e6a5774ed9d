import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import type { CategoryType } from '../../../domain/contents/category.ts'
import { entryOf } from '../../../domain/registry.ts'
import { episodeLabel } from '../../../domain/support/history.ts'
import {
  MEDIA_RESOURCES,
  type MediaResource,
  type MediaType,
  onDemandMediaType,
} from '../../../domain/support/media-types.ts'
import { mediaColumns } from '../../features/support/media.ts'
import { type PlayableTable, tableColumns, tableOf } from '../../platform/database/collection.ts'
import type { Tx } from '../../platform/database/open.ts'
import { episodes } from '../../platform/database/schema/contents.ts'
import { licences, profiles, users } from '../../platform/database/schema/users.ts'

/** A viewer with `views` visits between `since` and the last sign-in. */
export interface Viewer {
  id: string
  name: string
  views: number
  since: Date
  until: Date
  /** The licence runs. */
  isActive: boolean
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

/** The users who answer reports. */
export const readClerks = async (tx: Tx): Promise<string[]> => {
  const rows = await tx
    .select({ id: users._id })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(eq(profiles.name, 'Soporte'))
    .orderBy(users.name)
  return rows.map(({ id }) => id)
}

/** App users with at least one visit. */
export const readViewers = async (tx: Tx, now: Date): Promise<Viewer[]> => {
  const rows = await tx
    .select({
      id: users._id,
      name: users.name,
      views: users.views,
      since: users.dateCreate,
      until: users.lastLogin,
      isActive: sql<boolean>`coalesce(${licences.dateExpire} > ${now.toISOString()}::timestamptz, false)`,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(licences, eq(licences._id, users._id))
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

interface TitleRow extends Record<string, unknown>, Omit<Title, 'resource' | 'mediaType' | 'since'> {
  since: Date | string
  type: CategoryType
}

const selectTitles = async (tx: Tx, resource: MediaResource): Promise<Title[]> => {
  const table: PlayableTable = tableOf(resource)
  const { content, link, mediaType } = tableColumns(table)
  const { rows } = await tx.execute<TitleRow>(sql`
    select ${table._id} as id, ${mediaColumns(table)}, ${table.view} as view, ${table.dateCreate} as since,
      coalesce(${content ? sql`${content}->0->>'link'` : (link ?? sql`''`)}, '') as link,
      ${mediaType ?? sql`''`} as type
    from ${table} where ${table.status} order by ${table._id}`)
  const [defaultType] = entryOf(resource).media ?? []
  return rows.flatMap(({ type, since, ...row }) => {
    const played = mediaType ? onDemandMediaType(type) : defaultType
    return played ? [{ ...row, since: new Date(since), resource, mediaType: played }] : []
  })
}

/** All contents that can be visited; episodes through their series. */
export const readTitles = async (tx: Tx): Promise<Title[]> => {
  const titles: Title[] = []
  for (const resource of MEDIA_RESOURCES)
    if (resource !== 'episodes') titles.push(...(await selectTitles(tx, resource)))
  return titles
}

/** Active episodes by series id. */
export const readEpisodes = async (tx: Tx): Promise<Map<string, EpisodeTitle[]>> => {
  const rows = await tx.select().from(episodes).where(eq(episodes.status, true)).orderBy(episodes._id)
  const bySeries = new Map<string, EpisodeTitle[]>()
  for (const { _id, serieId, reference, content, view, ...row } of rows) {
    const episode = { id: _id, serieId, label: episodeLabel(row), reference, view }
    const siblings = bySeries.get(serieId) ?? []
    siblings.push({ ...episode, link: content[0]?.link ?? '' })
    bySeries.set(serieId, siblings)
  }
  return bySeries
}
