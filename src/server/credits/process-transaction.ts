import { and, eq, or, sql } from 'drizzle-orm'
import { effectOf, type Movement, movementProblems } from '../../domain/credits/rules.ts'
import { PROCESSING_MINUTES, TRANSACTION_MESSAGES } from '../../domain/credits/transaction.ts'
import type { Tx } from '../database/open.ts'
import { withRetry } from '../database/retry.ts'
import { licenseTransactions, type TransactionRow } from '../database/schema/credits.ts'
import { users } from '../database/schema/users.ts'
import { statement } from '../database/statement.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Invalid, NotFound } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import { isInScope } from '../users/user-scope.ts'
import { isGone, lockMovement, movementOf } from './parties.ts'
import { nextPosting } from './posting.ts'

/**
 * Applies a created movement: all rules again on the locked rows, then balances, expiry and record in one database
 * transaction (decisions D7). A repeat changes nothing and gives the same record; what can't be applied stays CREATED.
 */
export const processTransaction = (
  { db, now }: Context,
  caller: Caller,
  id: string,
): Promise<TransactionRow> =>
  withRetry(db, async (tx) => {
    const { stored, settings, ...parties } = await lockMovement(tx, caller, id)
    if (stored.status === 'PROCESSED') return stored
    if (isGone(parties.seller) || isGone(parties.target)) throw new NotFound()
    // Only now: whoever held these rows has been waited for.
    const date = now()
    if (date.getTime() - stored.date.getTime() > PROCESSING_MINUTES * 60_000)
      throw new Conflict(TRANSACTION_MESSAGES.late)
    if (!(await isInScope(tx, caller, parties.target.user))) throw new NotFound()
    const movement = movementOf(stored, parties, settings, date)
    const problems = movementProblems(movement)
    if (problems.length > 0) throw new Invalid(problems)
    return apply(tx, stored, movement)
  })

const given = {
  id: sql.placeholder('id'),
  seller: sql.placeholder('seller'),
  target: sql.placeholder('target'),
  sellerMonths: sql`${sql.placeholder('sellerMonths')}::int`,
  targetMonths: sql`${sql.placeholder('targetMonths')}::int`,
  now: sql`${sql.placeholder('now')}::timestamptz`,
  newDateExpire: sql`${sql.placeholder('newDateExpire')}::timestamptz`,
}

/** Both people and the record at once; gives the record's place among the applied ones. */
const applyStatement = statement((tx) => {
  const isTarget = eq(users._id, given.target)
  const parties = tx.$with('parties').as(
    tx
      .update(users)
      .set({
        creditToResell: sql`${users.creditToResell} + case when ${isTarget} then ${given.targetMonths} else ${given.sellerMonths} end`,
        dateExpire: sql`case when ${isTarget} then coalesce(${given.newDateExpire}, ${users.dateExpire}) else ${users.dateExpire} end`,
      })
      .where(or(isTarget, and(eq(users._id, given.seller), sql`${given.sellerMonths} <> 0`)))
      .returning({ _id: users._id, dateExpire: users.dateExpire }),
  )
  return tx
    .with(parties)
    .update(licenseTransactions)
    .set({
      status: 'PROCESSED',
      processedAt: given.now,
      posting: nextPosting,
      sellerMonths: given.sellerMonths,
      targetMonths: given.targetMonths,
      dateExpire: sql`${sql.placeholder('dateExpire')}::timestamptz`,
      newDateExpire: given.newDateExpire,
    })
    .where(eq(licenseTransactions._id, given.id))
    .returning({ posting: licenseTransactions.posting })
    .prepare('apply_movement')
})

async function apply(tx: Tx, stored: TransactionRow, movement: Movement): Promise<TransactionRow> {
  const { seller, target, now } = movement
  const effect = effectOf(movement)
  const months = { sellerMonths: effect.seller, targetMonths: effect.target }
  const [applied] = await applyStatement(tx).execute({
    id: stored._id,
    seller: seller.id,
    target: target.id,
    ...months,
    now: now.toISOString(),
    dateExpire: target.dateExpire?.toISOString() ?? null,
    newDateExpire: effect.dateExpire?.toISOString() ?? null,
  })
  if (!applied) throw new Error('The locked transaction is gone')
  return {
    ...stored,
    ...months,
    status: 'PROCESSED',
    processedAt: now,
    posting: applied.posting,
    dateExpire: target.dateExpire,
    newDateExpire: effect.dateExpire,
  }
}
