import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Link } from '../../../domain/contents/link.ts'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import { ACTIVITY_ENDPOINTS, type Activity, playedIn } from '../../../domain/support/activity.ts'
import { MEDIA_TYPES, type MediaResource } from '../../../domain/support/media-types.ts'
import { choice } from '../../../domain/validation/filters.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { tableColumns, tableOf } from '../../platform/database/collection.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor } from '../../platform/database/open.ts'
import { type HistoryRow, histories } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { selectKeys } from '../../platform/database/snapshot-read.ts'
import { type ExportedList, queryByKeys, rowKeys, sortByKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listParameters } from '../../platform/http/operation.ts'
import { listSize, resolvePaging, type SizeQuery } from '../../platform/lists/list-limit.ts'

export const activityParameters = listParameters(['date'], { mediaType: choice(MEDIA_TYPES).optional() })
type ActivityQuery = z.output<typeof activityParameters>

/** The latest visit of each content by a user, newest first. */
export const listActivity = async (
  context: Context,
  currentUser: CurrentUser,
  name: string,
  query: ActivityQuery,
): Promise<Activity[]> => {
  const { db } = context
  const user = await requireUser(db, currentUser, name)
  const { limit, offset } = await resolvePaging(context, currentUser, query)
  const latest = latestVisits(db, user, query)
  const towards = query.order === 'asc' ? asc : desc
  const rows = await db
    .select()
    .from(latest)
    .orderBy(towards(latest.date), towards(latest._id))
    .limit(limit)
    .offset(offset)
  const played = await readPlayedMedia(db, rows)
  return rows.map((row) =>
    activityResponse(row, played.get(row.contentId), played.get(row.episodeId ?? row.contentId)),
  )
}

const latestVisits = (db: Executor, user: string, query: ActivityQuery) =>
  db
    .selectDistinctOn([histories.contentId])
    .from(histories)
    .where(activityConditions(user, query))
    .orderBy(histories.contentId, desc(histories.date), desc(histories._id))
    .as('latest')

export const exportedActivity = (
  currentUser: CurrentUser,
  name: string,
  query: ActivityQuery,
): ExportedList => ({
  resource: 'activitys',
  row: ACTIVITY_ENDPOINTS.list.response[200].element,
  shown: [
    'title',
    'episode',
    'mediaType',
    'year',
    'genre',
    'rating',
    'quality',
    'language',
    'imdb',
    'date',
  ] satisfies (keyof Activity)[],
  async find({ db }) {
    const latest = latestVisits(db, await requireUser(db, currentUser, name), query)
    const towards = query.order === 'asc' ? asc : desc
    return selectKeys(sql`latest._id`, sql`from ${latest}`, [towards(latest.date), towards(latest._id)])
  },
  async read(context, rows) {
    const keys = rowKeys(rows)
    return sortByKeys(keys, await listActivity(context, currentUser, name, queryByKeys(query, keys)))
  },
})

export const countActivity = async (
  context: Context,
  currentUser: CurrentUser,
  name: string,
  query: SizeQuery<ActivityQuery>,
): Promise<Size> => {
  const user = await requireUser(context.db, currentUser, name)
  const rows = sql`select distinct ${histories.contentId} from ${histories} where ${activityConditions(user, query)}`
  return listSize(context, query, { rows })
}

const requireUser = async (db: Context['db'], currentUser: CurrentUser, name: string): Promise<string> => {
  const [user] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.nameKey, toNameKey(name)), inScope(db, currentUser)))
  if (!user) throw new NotFound()
  return user._id
}

const activityConditions = (user: string, { ids, mediaType, search }: ActivityQuery) =>
  and(
    ids && inArray(histories._id, ids),
    eq(histories.user, user),
    mediaType && eq(histories.mediaType, mediaType),
    searchCondition(histories.search, search),
  )

const activityResponse = (
  row: HistoryRow,
  content: PlayedMedia | undefined,
  played: PlayedMedia | undefined,
): Activity => ({
  ...row,
  genre: row.genres,
  rating: content?.rating ?? null,
  imdb: content?.imdbId ?? '',
  ...playedIn(played?.content ?? [], row.contentLink),
  date: row.date.toISOString(),
})

interface PlayedMedia extends Record<string, unknown> {
  rating: number | null
  imdbId: string
  content: Link[]
}

/** Selects the columns that the resource has. */
const readMedia = async (
  db: Executor,
  resource: MediaResource,
  ids: readonly string[],
): Promise<(PlayedMedia & { _id: string })[]> => {
  const table = tableOf(resource)
  const { rating, imdbId, content } = tableColumns(table)
  const { rows } = await db.execute<PlayedMedia & { _id: string }>(sql`
    select ${table._id} as _id, ${rating ?? sql`null::float8`} as rating, ${imdbId ?? sql`''`} as "imdbId",
      ${content ?? sql`'[]'::jsonb`} as content
    from ${table} where ${isAnyOf(table._id, ids)}`)
  return rows
}

/** Current data of the visited contents and episodes, by id; deleted ones are missing. */
const readPlayedMedia = async (
  db: Executor,
  visits: readonly HistoryRow[],
): Promise<Map<string, PlayedMedia>> => {
  const ids = new Map<MediaResource, Set<string>>()
  const add = (resource: MediaResource, id: string) =>
    ids.set(resource, (ids.get(resource) ?? new Set()).add(id))
  for (const { resource, contentId, episodeId } of visits) {
    add(resource, contentId)
    if (episodeId !== null) add('episodes', episodeId)
  }
  const rows = await Promise.all(
    [...ids].map(([resource, contentIds]) => readMedia(db, resource, [...contentIds])),
  )
  return new Map(rows.flat().map(({ _id, ...media }) => [_id, media]))
}
