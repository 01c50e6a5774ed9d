import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { undoableSince } from '../../../domain/batches/undo.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import { newId } from '../database/ids.ts'
import type { Executor, Tx } from '../database/open.ts'
import { type BatchRow, batches, type Fields } from '../database/schema/batches.ts'
import { users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'

interface SetUndo {
  tx: Tx
  currentUser: CurrentUser
  date: Date
  /** Id of the undoing batch, for the audit log. */
  batch: string
  undone: BatchRow
}

/**
 * Batches that one statement writes, and another undoes, within their requests: of any number of records, without a row
 * for each. All users with the permission share their history.
 */
export interface SetWork {
  readonly resource: Resource
  readonly action: 'repair'
  readonly run?: undefined
  readonly chunk?: undefined
  readonly permission?: undefined
  readonly final?: undefined
  readonly sharesImports?: undefined
  readonly parents?: undefined
  readonly ended?: undefined
  /** Restores the records that were not changed since, and returns their number. */
  undo(undo: SetUndo): Promise<number>
}

interface EndedBatch extends Pick<BatchRow, '_id' | 'resource' | 'action' | 'date'> {
  changes?: Fields
  undoes?: string
  /** Number of changed records. */
  changed: number
  /** Number of records that an undo left as they were. */
  refused?: number
}

/** Stores a batch in the transaction that changes its records. */
export const insertEndedBatch = async (
  tx: Tx,
  { id: createdBy }: CurrentUser,
  { changed, refused = 0, ...batch }: EndedBatch,
): Promise<void> => {
  const total = changed + refused
  const counts = { total, done: total, changed, refused }
  await tx.insert(batches).values({ ...batch, ...counts, createdBy, address: '', state: 'done' })
}

/**
 * Locks a batch that several transactions write, each before its records; false if it was undone meanwhile, so that
 * nothing may be added.
 */
export const lockSet = async (tx: Tx, id: string): Promise<boolean> => {
  const [row] = await tx
    .select({ state: batches.state })
    .from(batches)
    .where(eq(batches._id, id))
    .for('no key update')
  return row?.state !== 'undone'
}

/** Adds changed records to a batch held by `lockSet`; the first of them store it. */
export const addToSet = async (tx: Tx, currentUser: CurrentUser, batch: EndedBatch): Promise<void> => {
  const { total, done, changed } = batches
  const added = await tx
    .update(batches)
    .set({
      total: sql`${total} + ${batch.changed}`,
      done: sql`${done} + ${batch.changed}`,
      changed: sql`${changed} + ${batch.changed}`,
    })
    .where(eq(batches._id, batch._id))
    .returning({ _id: batches._id })
  if (added.length === 0) await insertEndedBatch(tx, currentUser, batch)
}

/** Undoes a batch, whose row is locked; returns the id of the undoing batch, and the number of restored records. */
export const undoSet = async (
  tx: Tx,
  { now }: Context,
  currentUser: CurrentUser,
  work: SetWork,
  undone: BatchRow,
): Promise<{ _id: string; changed: number }> => {
  const _id = newId()
  const date = now()
  const changed = await work.undo({ tx, currentUser, date, batch: _id, undone })
  const { resource, _id: undoes } = undone
  const counts = { changed, refused: undone.changed - changed }
  await insertEndedBatch(tx, currentUser, { _id, resource, action: 'undo', undoes, date, ...counts })
  await tx.update(batches).set({ state: 'undone' }).where(eq(batches._id, undoes))
  return { _id, changed }
}

/**
 * Undoes a batch of any user. Idempotent: a repeated request returns the counts of the first. Undefined if there is no
 * such batch, or none that can be undone any more.
 */
export const undoShared = async (
  tx: Tx,
  context: Context,
  currentUser: CurrentUser,
  work: SetWork,
  id: string,
): Promise<{ restored: number; kept: number } | undefined> => {
  const [row] = await tx
    .select()
    .from(batches)
    .where(and(eq(batches._id, id), isShared(work, context.now())))
    .for('no key update')
  if (!row) return undefined
  const [earlier] =
    row.state === 'undone'
      ? await tx.select({ changed: batches.changed }).from(batches).where(eq(batches.undoes, id))
      : []
  const { changed: restored } = earlier ?? (await undoSet(tx, context, currentUser, work, row))
  return { restored, kept: row.changed - restored }
}

/** The batches of all users that can be undone or were undone. */
export const isShared = ({ resource, action }: SetWork, now: Date): SQL | undefined =>
  and(eq(batches.resource, resource), eq(batches.action, action), gte(batches.date, undoableSince(now)))

/** A page of them with the names of their users, newest first. */
export const listShared = (
  db: Executor,
  work: SetWork,
  now: Date,
  { limit, offset }: { limit: number; offset: number },
) => {
  const undo = alias(batches, 'undo')
  const undoers = alias(users, 'undoers')
  return db
    .select({
      batch: batches,
      userName: users.name,
      undo: { changed: undo.changed, date: undo.date },
      undoneBy: undoers.name,
    })
    .from(batches)
    .innerJoin(users, eq(users._id, batches.createdBy))
    .leftJoin(undo, eq(undo.undoes, batches._id))
    .leftJoin(undoers, eq(undoers._id, undo.createdBy))
    .where(isShared(work, now))
    .orderBy(desc(batches.date), desc(batches._id))
    .limit(limit)
    .offset(offset)
}
