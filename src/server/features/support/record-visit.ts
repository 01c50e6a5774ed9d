import { and, eq, isNull, sql } from 'drizzle-orm'
import { dayOf } from '../../../domain/format/dates.ts'
import {
  HISTORY_LIMIT,
  HISTORY_MESSAGES,
  type History,
  historyErrors,
  type NewHistory,
} from '../../../domain/support/history.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import type { Tx } from '../../platform/database/open.ts'
import {
  type HistoryRow,
  histories,
  historyDays,
  historyItems,
} from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchText } from '../../platform/database/search.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid, Unauthorized } from '../../platform/http/errors.ts'
import { historyResponse } from './list-histories.ts'
import { visitEpisode, visitMedia } from './media.ts'
import { refuseTooMany } from './sending-limit.ts'

/** So many visits of a day and media type are written side by side. */
const SLOTS = 8

/** Stores a visit and counts it for the viewer, the content, its episode and the day (rule R2). */
export const recordVisit = async (
  { db, config, now }: Context,
  currentUser: CurrentUser,
  visit: NewHistory,
): Promise<History> => {
  const errors = historyErrors(visit)
  if (errors.length > 0) throw new Invalid(errors)
  return withRetry(db, async (tx) => {
    const date = now()
    await countOfViewer(tx, currentUser)
    await refuseTooMany(tx, histories, currentUser.id, date, {
      ...HISTORY_LIMIT,
      message: HISTORY_MESSAGES.tooMany,
    })
    const row = await insertVisit(tx, currentUser, visit, date)
    await countVisit(tx, row, dayOf(date, config.timeZone))
    return historyResponse(row)
  })
}

/** Counts a visit of the viewer, whose row is its alone until the visit is written. */
const countOfViewer = async (tx: Tx, { id }: CurrentUser): Promise<void> => {
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
): Promise<HistoryRow> => {
  const media = await visitMedia(tx, mediaType, contentId)
  if (!media) throw new Invalid([{ field: 'contentId', message: HISTORY_MESSAGES.unknownContent }])
  const episode = episodeId === undefined ? '' : await visitEpisode(tx, contentId, episodeId)
  if (episode === undefined)
    throw new Invalid([{ field: 'episodeId', message: HISTORY_MESSAGES.unknownEpisode }])
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
      episode,
      contentLink: link,
      genres,
      year,
      search: searchText(currentUser.name, title, episode),
    })
    .returning()
  if (!row) throw new Error('The visit was not stored')
  return row
}

/** Adds to the counts that lists and summaries read; always in this order, so that visits don't block each other. */
const countVisit = async (
  tx: Tx,
  { contentId, episodeId, mediaType }: HistoryRow,
  day: string,
): Promise<void> => {
  const items = [
    { item: contentId, isEpisode: false },
    ...(episodeId === null ? [] : [{ item: episodeId, isEpisode: true }]),
  ]
  await tx
    .insert(historyItems)
    .values(items.map((item) => ({ ...item, day, mediaType, visits: 1 })))
    .onConflictDoUpdate({
      target: [historyItems.item, historyItems.day],
      set: { visits: sql`${historyItems.visits} + 1` },
    })
  await tx
    .insert(historyDays)
    .values({ day, mediaType, slot: Math.floor(Math.random() * SLOTS), visits: 1 })
    .onConflictDoUpdate({
      target: [historyDays.day, historyDays.mediaType, historyDays.slot],
      set: { visits: sql`${historyDays.visits} + 1` },
    })
}
