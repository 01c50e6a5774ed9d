import { and, eq, sql } from 'drizzle-orm'
import { effectOf, type Movement, movementProblems } from '../../domain/credits/rules.ts'
import { PROCESSING_MINUTES, TRANSACTION_MESSAGES } from '../../domain/credits/transaction.ts'
import type { Tx } from '../database/open.ts'
import { withRetry } from '../database/retry.ts'
import { licenseTransactions, type TransactionRow } from '../database/schema/credits.ts'
import { users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { Conflict, Invalid, NotFound } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import { readSettings } from '../settings/read-settings.ts'
import { isInScope } from '../users/user-scope.ts'
import { lockParties, movementOf } from './parties.ts'
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
    const stored = await lockOwn(tx, caller, id)
    if (stored.status === 'PROCESSED') return stored
    const parties = await lockParties(tx, caller.id, stored.userLicensed)
    // Only now: whoever held these rows has been waited for.
    const date = now()
    if (date.getTime() - stored.date.getTime() > PROCESSING_MINUTES * 60_000)
      throw new Conflict(TRANSACTION_MESSAGES.late)
    if (!(await isInScope(tx, caller, parties.target.user))) throw new NotFound()
    const movement = movementOf(stored, parties, await readSettings(tx), date)
    const problems = movementProblems(movement)
    if (problems.length > 0) throw new Invalid(problems)
    return apply(tx, stored, movement)
  })

/** Only its creator processes a movement: to others there is none. */
async function lockOwn(tx: Tx, caller: Caller, id: string): Promise<TransactionRow> {
  const [row] = await tx
    .select()
    .from(licenseTransactions)
    .where(and(eq(licenseTransactions._id, id), eq(licenseTransactions.userCreated, caller.id)))
    .for('update')
  if (!row) throw new NotFound()
  return row
}

async function apply(tx: Tx, stored: TransactionRow, movement: Movement): Promise<TransactionRow> {
  const { seller, target, now } = movement
  const effect = effectOf(movement)
  if (effect.seller !== 0) await addToBalance(tx, seller.id, effect.seller)
  if (effect.target !== 0) await addToBalance(tx, target.id, effect.target)
  if (effect.dateExpire !== null)
    await tx.update(users).set({ dateExpire: effect.dateExpire }).where(eq(users._id, target.id))
  const [row] = await tx
    .update(licenseTransactions)
    .set({
      status: 'PROCESSED',
      processedAt: now,
      posting: nextPosting,
      sellerMonths: effect.seller,
      targetMonths: effect.target,
      dateExpire: target.dateExpire,
      newDateExpire: effect.dateExpire,
    })
    .where(eq(licenseTransactions._id, stored._id))
    .returning()
  if (!row) throw new Error('The locked transaction is gone')
  return row
}

const addToBalance = async (tx: Tx, id: string, months: number): Promise<void> => {
  await tx
    .update(users)
    .set({ creditToResell: sql`${users.creditToResell} + ${months}` })
    .where(eq(users._id, id))
}
