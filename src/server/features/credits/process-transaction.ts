import { transactionProblems } from '../../../domain/credits/rules.ts'
import { PROCESSING_MINUTES, TRANSACTION_MESSAGES } from '../../../domain/credits/transaction.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import { isInScope } from '../../platform/auth/user-scope.ts'
import { withEnding } from '../../platform/database/retry.ts'
import type { TransactionRow } from '../../platform/database/schema/credits.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound } from '../../platform/http/errors.ts'
import { applyTransaction } from './apply-transaction.ts'
import { isGone, lockTransaction, planOf } from './parties.ts'

/**
 * Applies a created transaction: checks it again on the locked rows, then changes balances, expiry and record in one
 * database transaction (rules C15, C16). Idempotent; what cannot be applied stays CREATED.
 */
export const processTransaction = async (
  { db, now, config, metrics }: Context,
  caller: Caller,
  id: string,
): Promise<TransactionRow> => {
  let isRepeat = false
  const row = await withEnding(db, async (tx) => {
    const { stored, settings, ...parties } = await lockTransaction(tx, caller, id)
    isRepeat = stored.status === 'PROCESSED'
    if (isRepeat) return { answer: Promise.resolve(stored) }
    if (isGone(parties.seller) || isGone(parties.target)) throw new NotFound()
    // Only now: whoever held these rows has been waited for.
    const date = now()
    if (date.getTime() - stored.date.getTime() > PROCESSING_MINUTES * 60_000)
      throw new Conflict(TRANSACTION_MESSAGES.late)
    if (!(await isInScope(tx, caller, parties.target.user))) throw new NotFound()
    const transaction = planOf(stored, parties, { settings, timeZone: config.timeZone, now: date })
    const problems = transactionProblems(transaction)
    if (problems.length > 0) throw new Invalid(problems)
    return { answer: applyTransaction(tx, caller, stored, transaction) }
  })
  if (!isRepeat) metrics?.countMovement(row)
  return row
}
