import { and, eq, isNull, sql } from 'drizzle-orm'
import { dayOf } from '../../../domain/format/dates.ts'
import {
  HISTORY_LIMIT,
  HISTORY_MESSAGES,
  type History,
  historyErrors,
  type NewHistory,
} from '../../../domain/support/history.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Db, Tx } from '../../platform/database/open.ts'
import {
  type HistoryRow,
  histories,
  historyDays,
  historyItems,
} from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchText } from '../../platform/database/search.ts'
import { runDetached } from '../../platform/database/statement-context.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid, Unauthorized } from '../../platform/http/errors.ts'
import { historyResponse } from './list-histories.ts'
import { countWaitingViews, visitEpisode, visitMedia } from './media.ts'
import { limitSending } from './sending-limit.ts'

/** Rows over which the count of a key is spread, so that concurrent visits don't wait for each other. */
const SLOTS = 32

/** Stores a visit and counts it for the viewer, the content, its episode and the day (rule R2). */
export const recordVisit = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
  visit: NewHistory,
): Promise<History> => {
  const errors = historyErrors(visit)
  if (errors.length > 0) throw new Invalid(errors)
  let isWaiting = false
  const stored = await withRetry(db, async (tx) => {
    const date = now()
    await countForViewer(tx, currentUser)
    await limitSending(tx, histories, currentUser.id, date, {
      ...HISTORY_LIMIT,
      message: HISTORY_MESSAGES.tooMany,
    })
    const { row, ...counted } = await insertVisit(tx, currentUser, visit, date)
    isWaiting = counted.isWaiting
    await countVisit(tx, row, dayOf(date, config.timeZone))
    return historyResponse(row)
  })
  if (isWaiting) countSoon(db)
  return stored
}

/** Delay before queued visits are counted, in milliseconds. */
const COUNT_DELAY = 1_000
const scheduled = new WeakSet<Db>()

/** If this fails, the next visit of the same content counts them. */
const countSoon = (db: Db): void => {
  if (scheduled.has(db)) return
  scheduled.add(db)
  const count = () => {
    scheduled.delete(db)
    runDetached(() => countWaitingViews(db)).catch(() => undefined)
  }
  setTimeout(count, COUNT_DELAY).unref()
}

/** Counts a visit of the viewer; locks the viewer's row until the transaction ends. */
const countForViewer = async (tx: Tx, { id }: CurrentUser): Promise<void> => {
  const [viewer] = await tx
    .update(users)
    .set({ views: sql`${users.views} + 1` })
    .where(and(eq(users._id, id), isNull(users.deletedAt)))
    .returning({ _id: users._id })
  if (!viewer) throw new Unauthorized()
}

const insertVisit = async (
  tx: Tx,
  currentUser: CurrentUser,
  { contentId, mediaType, episodeId, link }: NewHistory,
  date: Date,
): Promise<{ row: HistoryRow; isWaiting: boolean }> => {
  const media = await visitMedia(tx, mediaType, contentId)
  if (!media) throw new Invalid([{ field: 'contentId', message: HISTORY_MESSAGES.unknownContent }])
  const episode = episodeId === undefined ? NO_EPISODE : await visitEpisode(tx, contentId, episodeId)
  if (!episode) throw new Invalid([{ field: 'episodeId', message: HISTORY_MESSAGES.unknownEpisode }])
  const { resource, title, genres, year } = media
  const [row] = await tx
    .insert(histories)
    .values({
      date,
      user: currentUser.id,
      userName: currentUser.name,
      contentId,
      episodeId: episodeId ?? null,
      mediaType,
      resource,
      title,
      episode: episode.label,
      contentLink: link,
      genres,
      year,
      search: searchText(currentUser.name, title, episode.label),
    })
    .returning()
  if (!row) throw new Error('The visit was not stored')
  return { row, isWaiting: media.isWaiting === true || episode.isWaiting }
}

const NO_EPISODE = { label: '', isWaiting: false }

/**
 * Updates the counts read by lists and summaries. Each increments a row not locked by another visit, or inserts a new
 * one, so a content or a day has as many rows as it had concurrent visits.
 */
const countVisit = async (
  tx: Tx,
  { contentId, episodeId, mediaType }: HistoryRow,
  day: string,
): Promise<void> => {
  const items = [
    { item: contentId, isEpisode: false },
    ...(episodeId === null ? [] : [{ item: episodeId, isEpisode: true }]),
  ]
  for (const { item, isEpisode } of items)
    await addVisit(tx, historyItems, { item_id: item, day }, { media_type: mediaType, is_episode: isEpisode })
  await addVisit(tx, historyDays, { day, media_type: mediaType })
}

type Values = Readonly<Record<string, string | boolean>>

/** Adds a visit to the count of a key; `others` are columns that depend on the key. */
const addVisit = async (
  tx: Tx,
  table: typeof historyItems | typeof historyDays,
  key: Values,
  others: Values = {},
): Promise<void> => {
  const names = (values: Values) => Object.keys(values).map((name) => sql.identifier(name))
  const isKey = sql.join(
    Object.entries(key).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    sql` and `,
  )
  const { rowCount } = await tx.execute(sql`
    update ${table} set visits = visits + 1 where ${isKey} and slot = (
      select slot from ${table} where ${isKey} limit 1 for no key update skip locked)`)
  if (rowCount) return
  const values = { ...key, ...others }
  const anySlot = Math.floor(Math.random() * SLOTS)
  // Prefers an unused slot: the others are locked, perhaps for long.
  const slot = sql`coalesce(
    (select free from generate_series(0, ${SLOTS - 1}::int) as free
     where not exists (select from ${table} where ${isKey} and slot = free) order by random() limit 1),
    ${anySlot}::int)`
  await tx.execute(sql`
    insert into ${table} as counts (${sql.join(names(values), sql`, `)}, slot, visits)
    values (${sql.join(
      Object.values(values).map((value) => sql`${value}`),
      sql`, `,
    )}, ${slot}, 1)
    on conflict (${sql.join(names(key), sql`, `)}, slot) do update set visits = counts.visits + 1`)
}
