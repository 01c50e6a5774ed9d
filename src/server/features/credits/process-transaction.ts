import { and, eq, sql } from 'drizzle-orm'
import {
  exactCount,
  type PlannedTransaction,
  transactionEffect,
  transactionErrors,
} from '../../../domain/credits/rules.ts'
import { PROCESSING_MINUTES, TRANSACTION_MESSAGES } from '../../../domain/credits/transaction.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { eventRows } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isInScope } from '../../platform/auth/scope.ts'
import type { Tx } from '../../platform/database/open.ts'
import { auditEntries, auditPersonal } from '../../platform/database/schema/audit.ts'
import { licenseTransactions, type TransactionRow } from '../../platform/database/schema/credits.ts'
import { balances, licences } from '../../platform/database/schema/users.ts'
import { statement, withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Conflict, Invalid, NotFound } from '../../platform/http/errors.ts'
import { queueLowBalance } from '../outbox/queue-mail.ts'
import {
  isGone,
  lockTransaction,
  type NamedTransaction,
  nextPosting,
  planTransaction,
  toParty,
  userNameOf,
} from './ledger.ts'

/**
 * Applies a created transaction: validates it again on the locked rows, then updates balances, expiry and record in one
 * database transaction (rules C15, C16). Idempotent; a transaction that cannot be applied stays CREATED.
 */
export const processTransaction = async (
  { db, now, config, metrics }: Context,
  currentUser: CurrentUser,
  id: string,
): Promise<NamedTransaction> => {
  let isRepeat = false
  const row = await withRetry(db, async (tx) => {
    const { stored, settings, ...parties } = await lockTransaction(db, tx, currentUser, id)
    isRepeat = stored.status === 'PROCESSED'
    const userName = userNameOf(parties.target)
    if (isRepeat) return { ...stored, userName }
    if (isGone(parties.seller) || isGone(parties.target)) throw new NotFound()
    // Read after waiting for the locks.
    const date = now()
    if (date.getTime() - stored.date.getTime() > PROCESSING_MINUTES * 60_000)
      throw new Conflict(TRANSACTION_MESSAGES.late)
    if (!(await isInScope(tx, currentUser, parties.target.user))) throw new NotFound()
    const { type, until } = stored
    // The expiry may have changed since its creation.
    const count = until ? exactCount({ type, until, target: toParty(parties.target) }, date) : stored.count
    const transaction = planTransaction({ ...stored, count }, parties, {
      settings,
      timeZone: config.timeZone,
      now: date,
    })
    const errors = transactionErrors(transaction)
    if (errors.length > 0) throw new Invalid(errors)
    await queueLowBalances(tx, settings.lowBalanceMail, id, transaction)
    return { ...(await applyTransaction(tx, currentUser, stored, transaction)), userName }
  })
  if (!isRepeat) metrics?.countTransaction(row)
  return row
}

const parameters = {
  id: sql.placeholder('id'),
  seller: sql.placeholder('seller'),
  target: sql.placeholder('target'),
  sellerMonths: sql`${sql.placeholder('sellerMonths')}::int`,
  targetMonths: sql`${sql.placeholder('targetMonths')}::int`,
  now: sql`${sql.placeholder('now')}::timestamptz`,
  newDateExpire: sql`${sql.placeholder('newDateExpire')}::timestamptz`,
}

const entryValues = {
  _id: sql`${sql.placeholder('entry')}`,
  date: parameters.now,
  action: 'process',
  resource: 'license_transactions',
  record: parameters.id,
  user: parameters.seller,
  changes: sql`${sql.placeholder('changes')}::jsonb`,
} as const

const personalValues = {
  _id: sql`${sql.placeholder('entry')}`,
  date: parameters.now,
  author: parameters.seller,
  subject: parameters.target,
  recordName: sql`${sql.placeholder('reference')}`,
  userName: sql`${sql.placeholder('sellerName')}`,
  address: sql`${sql.placeholder('address')}`,
  changes: sql`${sql.placeholder('personalChanges')}::jsonb`,
  search: sql`${sql.placeholder('search')}`,
} as const

/** Inserts the target's first balance; existing ones are updated in place, without touching any index. */
const changeBalances = () => {
  const moved = sql`(values (${parameters.seller}::text, ${parameters.sellerMonths}), (${parameters.target}::text, ${parameters.targetMonths}))`
  return sql`
    insert into ${balances} (_id, months)
    select moved._id, coalesce(${balances.months}, 0) + moved.months
    from ${moved} as moved (_id, months) left join ${balances} on ${balances._id} = moved._id
    where moved.months <> 0
    on conflict (_id) do update set
      months = ${balances.months} + case when ${eq(balances._id, parameters.target)} then ${parameters.targetMonths} else ${parameters.sellerMonths} end`
}

/** Both parties can lose months: the seller of a sale, the target of a refunded transfer. */
const queueLowBalances = async (
  tx: Tx,
  lowBalanceMail: number,
  cause: string,
  transaction: PlannedTransaction,
): Promise<void> => {
  const { seller, target, now: date } = transaction
  const moved = transactionEffect(transaction)
  for (const [party, months] of [
    [seller, moved.seller],
    [target, moved.target],
  ] as const) {
    const before = party.creditToResell
    if (months < 0)
      await queueLowBalance(tx, lowBalanceMail, {
        user: party.id,
        before,
        after: before + months,
        cause,
        date,
      })
  }
}

/**
 * Updates both parties and the transaction, and records the audit event, in one statement; returns the posting number.
 */
const applyStatement = statement((tx: Tx) => {
  const balance = tx.$with('balance', {}).as(changeBalances())
  const licence = tx.$with('licence').as(
    tx
      .update(licences)
      .set({ dateExpire: parameters.newDateExpire })
      .where(and(eq(licences._id, parameters.target), sql`${parameters.newDateExpire} is not null`))
      .returning({ _id: licences._id }),
  )
  const entry = tx
    .$with('entry')
    .as(tx.insert(auditEntries).values(entryValues).returning({ _id: auditEntries._id }))
  const personal = tx
    .$with('personal')
    .as(tx.insert(auditPersonal).values(personalValues).returning({ _id: auditPersonal._id }))
  return tx
    .with(balance, licence, entry, personal)
    .update(licenseTransactions)
    .set({
      status: 'PROCESSED',
      processedAt: parameters.now,
      posting: nextPosting,
      count: sql`${sql.placeholder('count')}::int`,
      sellerMonths: parameters.sellerMonths,
      targetMonths: parameters.targetMonths,
      dateExpire: sql`${sql.placeholder('dateExpire')}::timestamptz`,
      newDateExpire: parameters.newDateExpire,
    })
    .where(eq(licenseTransactions._id, parameters.id))
    .returning({ posting: licenseTransactions.posting })
    .prepare('apply_transaction')
})

/** Applies a validated transaction; its rows must be locked. */
async function applyTransaction(
  tx: Tx,
  currentUser: CurrentUser,
  stored: TransactionRow,
  transaction: PlannedTransaction,
): Promise<TransactionRow> {
  const { seller, target, count, now } = transaction
  const effect = transactionEffect(transaction)
  const months = { sellerMonths: effect.seller, targetMonths: effect.target }
  const { type, period, total, userFullName, until } = stored
  const { entry, personal } = eventRows(currentUser, now, {
    action: 'process',
    resource: 'license_transactions',
    record: { _id: stored._id, name: formatReference(stored.reference) },
    subject: target.id,
    after: { type, userFullName, period, count, total, ...months, until, newDateExpire: effect.dateExpire },
  })
  const [applied] = await applyStatement(tx).execute({
    entry: entry._id,
    reference: personal.recordName,
    sellerName: personal.userName,
    address: personal.address,
    changes: JSON.stringify(entry.changes),
    personalChanges: JSON.stringify(personal.changes),
    search: personal.search,
    id: stored._id,
    seller: seller.id,
    target: target.id,
    count,
    ...months,
    now: now.toISOString(),
    dateExpire: target.dateExpire?.toISOString() ?? null,
    newDateExpire: effect.dateExpire?.toISOString() ?? null,
  })
  if (!applied) throw new Error('The locked transaction is gone')
  return {
    ...stored,
    ...months,
    count,
    status: 'PROCESSED',
    processedAt: now,
    posting: applied.posting,
    dateExpire: target.dateExpire,
    newDateExpire: effect.dateExpire,
  }
}
