import { and, eq, inArray, isNotNull, lt, lte, min, type SQL, sql } from 'drizzle-orm'
import { OUTBOX_DAYS, type OutboxKind, type OutboxState } from '../../../domain/outbox/outbox.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Db, Tx } from '../../platform/database/open.ts'
import { type OutboxRow, outbox } from '../../platform/database/schema/outbox.ts'

/**
 * Outcome of an attempt: `waiting` is retried after `after` milliseconds; `released` was not tried, and does not count
 * as an attempt.
 */
export type Outcome = { status?: number | undefined; answer?: string; recipient?: string } & (
  | { state: Exclude<OutboxState, 'waiting'> }
  | { state: 'waiting'; after: number }
  | { state: 'released' }
)

const MAX_STORED_ANSWER = 500

/** Serialises the claims of a kind over all nodes, so that its limits hold for all of them. */
export const lockClaims = async (tx: Tx, kind: OutboxKind): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`outbox ${kind}`}, 0))`)
}

const isWaiting = (kind: OutboxKind): SQL | undefined =>
  and(eq(outbox.kind, kind), eq(outbox.state, 'waiting'))

/** Condition of messages whose lease ended without an outcome: their node was killed. */
export const isAbandoned = (kind: OutboxKind, now: Date): SQL | undefined =>
  and(isWaiting(kind), lte(outbox.leaseUntil, now))

/** Leases messages; the caller holds the lock of `lockClaims`. */
export const lease = async (
  tx: Tx,
  ids: readonly string[],
  now: Date,
  milliseconds: number,
): Promise<OutboxRow[]> => {
  if (ids.length === 0) return []
  const leaseUntil = new Date(now.getTime() + milliseconds)
  return tx
    .update(outbox)
    .set({ attempt: sql`${outbox.attempt} + 1`, leaseUntil, nextAttempt: leaseUntil, claimed: now })
    .where(isAnyOf(outbox._id, ids))
    .returning()
}

/** Stores an outcome; false, and without any effect, if the lease no longer holds. */
export const settleMessage = async (
  tx: Tx,
  { _id, attempt, leaseUntil }: Pick<OutboxRow, '_id' | 'attempt' | 'leaseUntil'>,
  outcome: Outcome,
  now: Date,
): Promise<boolean> => {
  if (leaseUntil === null) return false
  const { status = null, answer = '', recipient } = outcome
  const result = {
    leaseUntil: null,
    status,
    answer: storable(answer),
    ...(recipient !== undefined && { recipient }),
  }
  const isLeased = and(
    eq(outbox._id, _id),
    eq(outbox.state, 'waiting'),
    // Sending a message again by hand resets its attempts.
    eq(outbox.attempt, attempt),
    eq(outbox.leaseUntil, leaseUntil),
  )
  const changes =
    outcome.state === 'released'
      ? { leaseUntil: null, nextAttempt: now, attempt: attempt - 1 }
      : outcome.state === 'waiting'
        ? { ...result, nextAttempt: new Date(now.getTime() + outcome.after) }
        : { ...result, state: outcome.state, ended: now }
  const settled = await tx.update(outbox).set(changes).where(isLeased).returning({ _id: outbox._id })
  return settled.length > 0
}

/** PostgreSQL's texts hold no NUL. */
const storable = (answer: string): string => answer.replaceAll('\0', '').trim().slice(0, MAX_STORED_ANSWER)

/** When the next message of a kind is due. */
export const nextDue = async (db: Db, kind: OutboxKind): Promise<Date | undefined> => {
  const [row] = await db
    .select({ due: min(outbox.nextAttempt) })
    .from(outbox)
    .where(isWaiting(kind))
  return row?.due ?? undefined
}

/** Ends the leases of a kind. */
export const endLeases = async (db: Db, kind: OutboxKind, now: Date): Promise<void> => {
  const isLeased = and(isWaiting(kind), isNotNull(outbox.leaseUntil))
  await db.update(outbox).set({ leaseUntil: now, nextAttempt: now }).where(isLeased)
}

/** Erases the addresses of deleted users, and cancels their waiting mails. */
export const eraseRecipients = async (tx: Tx, people: readonly string[], now: Date): Promise<void> => {
  const isTheirs = isAnyOf(outbox.user, people)
  await tx
    .update(outbox)
    .set({ state: 'cancelled', ended: now, leaseUntil: null })
    .where(and(isTheirs, eq(outbox.state, 'waiting'), eq(outbox.kind, 'mail')))
  await tx
    .update(outbox)
    .set({ recipient: '', answer: '' })
    .where(and(isTheirs, eq(outbox.kind, 'mail')))
}

const DAY = 86_400_000
const DELETE_BATCH = 10_000

/** Deletes messages older than `OUTBOX_DAYS` (rule N12). */
export const deleteOldMessages = async (db: Db, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - OUTBOX_DAYS * DAY)
  const old = db.select({ _id: outbox._id }).from(outbox).where(lt(outbox.date, before)).limit(DELETE_BATCH)
  let deleted = DELETE_BATCH
  while (deleted >= DELETE_BATCH) {
    const { rowCount } = await db.execute(sql`delete from ${outbox} where ${inArray(outbox._id, old)}`)
    deleted = rowCount ?? 0
  }
}
