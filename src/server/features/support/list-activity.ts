import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { LANGUAGE_CODES } from '../../../domain/contents/languages.ts'
import { QUALITIES } from '../../../domain/contents/link.ts'
import { playedIn } from '../../../domain/support/activity.ts'
import { MEDIA_RESOURCES, MEDIA_TYPES } from '../../../domain/support/media-types.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import { scopeOf } from '../../platform/auth/user-scope.ts'
import { choice, listParameters, pagingOf } from '../../platform/collections/list-parameters.ts'
import { type HistoryRow, histories } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { loadPageSize } from '../../platform/settings/page-size.ts'
import { nameKeyOf } from '../users/keys.ts'
import { type Played, playedBy } from './played.ts'

/** The query of a user's activity and of its count. */
export const activityParameters = listParameters(['date'], { mediaType: choice(MEDIA_TYPES).optional() })
export type ActivityQuery = z.output<typeof activityParameters>

/** The latest visit of a content by a user. */
export const activityWire = z.object({
  _id: z.string(),
  contentId: z.string(),
  episodeId: z.string().nullable(),
  resource: z.enum(MEDIA_RESOURCES),
  title: z.string(),
  episode: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  year: z.int().nullable(),
  genre: z.array(z.string()),
  rating: z.number().nullable(),
  quality: z.array(z.enum(QUALITIES)),
  language: z.array(z.enum(LANGUAGE_CODES)),
  imdb: z.string(),
  date: z.string().meta({ format: 'date-time' }),
})
export type ActivityWire = z.infer<typeof activityWire>

/** The latest visit of each content by the user of a name, the last one first. */
export const listActivity = async (
  { db }: Context,
  caller: Caller,
  name: string,
  query: ActivityQuery,
): Promise<ActivityWire[]> => {
  const user = await userOf(db, caller, name)
  const { page, limit } = await pagingOf(query, () => loadPageSize(db))
  const latest = db
    .selectDistinctOn([histories.contentId])
    .from(histories)
    .where(conditionsOf(user, query))
    .orderBy(histories.contentId, desc(histories.date), desc(histories._id))
    .as('latest')
  const towards = query.order === 'asc' ? asc : desc
  const rows = await db
    .select()
    .from(latest)
    .orderBy(towards(latest.date), towards(latest._id))
    .limit(limit)
    .offset((page - 1) * limit)
  const played = await playedBy(db, rows)
  return rows.map((row) => toWire(row, played.get(row.contentId), played.get(row.episodeId ?? row.contentId)))
}

/** How many contents the user of a name has visited. */
export const countActivity = async (
  { db }: Context,
  caller: Caller,
  name: string,
  query: ActivityQuery,
): Promise<{ count: number }> => {
  const user = await userOf(db, caller, name)
  const [row] = await db
    .select({ count: sql<number>`count(distinct ${histories.contentId})`.mapWith(Number) })
    .from(histories)
    .where(conditionsOf(user, query))
  return { count: row?.count ?? 0 }
}

const userOf = async (db: Context['db'], caller: Caller, name: string): Promise<string> => {
  const [user] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.nameKey, nameKeyOf(name)), scopeOf(db, caller)))
  if (!user) throw new NotFound()
  return user._id
}

const conditionsOf = (user: string, { ids, mediaType, search }: ActivityQuery) =>
  and(
    ids && inArray(histories._id, ids),
    eq(histories.user, user),
    mediaType && eq(histories.mediaType, mediaType),
    searchCondition(histories.search, search),
  )

const toWire = (row: HistoryRow, content: Played | undefined, played: Played | undefined): ActivityWire => ({
  ...row,
  genre: row.genres,
  rating: content?.rating ?? null,
  imdb: content?.imdbId ?? '',
  ...playedIn(played?.content ?? [], row.contentLink),
  date: row.date.toISOString(),
})
