import { and, eq, sql } from 'drizzle-orm'
import type { NewTransaction } from '../../../domain/credits/endpoints.ts'
import {
  exactCount,
  plannedExpiry,
  transactionErrors,
  transactionPrice,
} from '../../../domain/credits/rules.ts'
import {
  TRANSACTION_MESSAGES,
  type TransactionType,
  transactionType,
} from '../../../domain/credits/transaction.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isInScope } from '../../platform/auth/scope.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Db } from '../../platform/database/open.ts'
import { licenseTransactions, type TransactionRow } from '../../platform/database/schema/credits.ts'
import { statement } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid, NotFound } from '../../platform/http/errors.ts'
import {
  isGone,
  type NamedTransaction,
  planTransaction,
  readParties,
  toParty,
  transactionNames,
  userNameOf,
} from './ledger.ts'

/** `isRepeat`: it was created by an earlier request with the same key. */
export interface CreationResult {
  row: NamedTransaction
  isRepeat: boolean
}

const instant = (name: string) => sql`${sql.placeholder(name)}::timestamptz`

const insertStatement = statement((db: Db) =>
  db
    .insert(licenseTransactions)
    .values({
      _id: sql.placeholder('id'),
      userCreated: sql.placeholder('seller'),
      userLicensed: sql.placeholder('target'),
      userCreatedName: sql.placeholder('userCreatedName'),
      userFullName: sql.placeholder('userFullName'),
      search: sql.placeholder('search'),
      type: sql.placeholder('type'),
      period: sql.placeholder('period'),
      count: sql.placeholder('count'),
      until: instant('until'),
      creditPrice: sql.placeholder('creditPrice'),
      total: sql.placeholder('total'),
      description: sql.placeholder('description'),
      status: 'CREATED',
      dateExpire: instant('dateExpire'),
      newDateExpire: instant('newDateExpire'),
      date: instant('date'),
      idempotencyKey: sql.placeholder('key'),
    })
    .onConflictDoNothing()
    .returning()
    .prepare('create_transaction'),
)

/**
 * Creates a transaction with the current price and expiry, without applying it yet (rules C15, C17). A single insert
 * without locks, so it needs no database transaction.
 */
export const createTransaction = async (
  { db, now, config }: Context,
  currentUser: CurrentUser,
  input: NewTransaction,
  idempotencyKey: string | undefined,
): Promise<CreationResult> => {
  const { earlier, settings, ...parties } = await readParties(
    db,
    currentUser,
    input.userLicensed,
    idempotencyKey,
  )
  const repeated = (row: TransactionRow): CreationResult => {
    requireSameRequest(row, input, idempotencyKey)
    return { row: { ...row, userName: userNameOf(parties.target) }, isRepeat: true }
  }
  if (earlier) return repeated(earlier)
  const type = transactionType(input.type)
  if (type === undefined) throw new Invalid([{ field: 'type', message: TRANSACTION_MESSAGES.type }])
  const { seller, target } = parties
  if (!target || isGone(target) || !(await isInScope(db, currentUser, target.user))) throw new NotFound()
  const date = now()
  const { period } = input
  const until = toUntil(input)
  const count = input.count ?? (until ? exactCount({ type, until, target: toParty(target) }, date) : 0)
  const transaction = planTransaction(
    { type, period, count, until },
    { seller, target },
    { settings, timeZone: config.timeZone, now: date },
  )
  const errors = transactionErrors(transaction)
  if (errors.length > 0) throw new Invalid(errors)
  const [row] = await insertStatement(db).execute({
    id: newId(),
    seller: currentUser.id,
    target: target.user._id,
    ...transactionNames(seller.user, target.user, input.description),
    type,
    period,
    count,
    until: until?.toISOString() ?? null,
    ...transactionPrice(transaction),
    description: input.description,
    dateExpire: target.holdings.dateExpire?.toISOString() ?? null,
    newDateExpire: plannedExpiry(transaction)?.toISOString() ?? null,
    date: date.toISOString(),
    key: idempotencyKey ?? null,
  })
  if (row) return { row: { ...row, userName: userNameOf(target) }, isRepeat: false }
  const first = await findByKey(db, currentUser, idempotencyKey)
  if (!first) throw new Error('The new transaction was not stored')
  return repeated(first)
}

const toUntil = ({ until }: NewTransaction): Date | null => (until === undefined ? null : new Date(until))

const findByKey = async (
  db: Db,
  currentUser: CurrentUser,
  key: string | undefined,
): Promise<TransactionRow | undefined> => {
  if (key === undefined) return undefined
  const [row] = await db
    .select()
    .from(licenseTransactions)
    .where(
      and(eq(licenseTransactions.userCreated, currentUser.id), eq(licenseTransactions.idempotencyKey, key)),
    )
  return row
}

/** Throws unless the key belongs to an equal request; a bulk sale may have used it (rule C17). */
const requireSameRequest = (row: TransactionRow, input: NewTransaction, key: string | undefined): void => {
  const type: TransactionType | undefined = transactionType(input.type)
  const isSame =
    row.idempotencyKey === key &&
    row.userLicensed === input.userLicensed &&
    row.type === type &&
    row.period === input.period &&
    (input.count === undefined || row.count === input.count) &&
    row.until?.getTime() === toUntil(input)?.getTime() &&
    row.description === input.description
  if (!isSame) throw new Invalid([{ field: '', message: TRANSACTION_MESSAGES.keyReused }])
}
