import { and, asc, count, desc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { HISTORY_MESSAGES, importState } from '../../../../domain/playlists/history.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { collectionBatches } from '../../../platform/collections/bulk.ts'
import { batches, batchRecords } from '../../../platform/database/schema/batches.ts'
import { channels } from '../../../platform/database/schema/channels.ts'
import { users } from '../../../platform/database/schema/users.ts'
import type { Context } from '../../../platform/http/context.ts'
import { Conflict, NotFound } from '../../../platform/http/errors.ts'
import { finishBatch, undoBatch, undoneCounts } from '../../../platform/tasks/batches.ts'
import { channelCollection } from '../collections.ts'

const WORKS = [collectionBatches(channelCollection)]

const isImport = and(eq(batches.resource, 'channels'), eq(batches.action, 'import'))

const undo = alias(batches, 'undo')
const undoer = alias(users, 'undoer')

/** A page of past imports of channels by any user, newest first. */
export const listImports = async ({ db, now }: Context, { page, limit }: { page: number; limit: number }) => {
  const rows = await db
    .select({ batch: batches, userName: users.name, undo, undoneBy: undoer.name })
    .from(batches)
    .innerJoin(users, eq(users._id, batches.createdBy))
    .leftJoin(undo, and(eq(undo.undoes, batches._id), inArray(undo.state, ['running', 'done'])))
    .leftJoin(undoer, eq(undoer._id, undo.createdBy))
    .where(isImport)
    .orderBy(desc(batches.date), desc(batches._id))
    .limit(limit)
    .offset((page - 1) * limit)
  return rows.map(({ batch, userName, undo, undoneBy }) => ({
    _id: batch._id,
    date: batch.date.toISOString(),
    userName,
    source: String(batch.changes.name ?? ''),
    created: Number(batch.changes.created ?? 0),
    changed: Number(batch.changes.changed ?? 0),
    state: importState(batch, now()),
    undoneAt: undo?.date.toISOString() ?? null,
    undoneBy: undoneBy ?? '',
    kept: undo?.refused ?? 0,
  }))
}

export const countImports = async ({ db }: Context): Promise<{ count: number }> => {
  const [row] = await db.select({ count: count() }).from(batches).where(isImport)
  return { count: row?.count ?? 0 }
}

/** Undoes an import of any user, and names the channels that were edited since and therefore skipped (rule T12). */
export const undoImport = async (context: Context, currentUser: CurrentUser, id: string) => {
  const { db, now } = context
  const [past] = await db
    .select()
    .from(batches)
    .where(and(isImport, eq(batches._id, id)))
  if (!past) throw new NotFound(HISTORY_MESSAGES.missing)
  const state = importState(past, now())
  if (state !== 'done') throw new Conflict(HISTORY_MESSAGES[state])
  const { batch } = await undoBatch(context, WORKS, currentUser, id)
  const ended = await finishBatch(context, WORKS, batch)
  if (ended?.state !== 'done') throw new Conflict(ended?.message || HISTORY_MESSAGES.partly)
  const kept = await db
    .select({ _id: channels._id, number: channels.number, title: channels.title })
    .from(batchRecords)
    .innerJoin(channels, eq(channels._id, batchRecords.record))
    .where(and(eq(batchRecords.batch, batch), eq(batchRecords.state, 'refused')))
    .orderBy(asc(channels._id))
  return { ...(await undoneCounts(db, batch)), kept }
}
