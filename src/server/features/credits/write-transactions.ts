import { eq, sql } from 'drizzle-orm'
import {
  type PlannedTransaction,
  transactionEffect,
  transactionPrice,
} from '../../../domain/credits/rules.ts'
import type { LicenceChange } from '../../../domain/credits/transaction.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { recordEvents } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Db, Executor, Tx } from '../../platform/database/open.ts'
import { rowVersion } from '../../platform/database/row-version.ts'
import { licenseTransactions, type TransactionRow } from '../../platform/database/schema/credits.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import { balances, licences, profiles, users } from '../../platform/database/schema/users.ts'
import { NotFound } from '../../platform/http/errors.ts'
import {
  batchKey,
  holdingColumns,
  isGone,
  nextPosting,
  partyColumns,
  readCreditSettings,
  roleColumns,
  toParty,
  transactionNames,
} from './ledger.ts'

/** Locks the current user and users of its transactions in id order, to avoid deadlocks. */
export const lockParties = async (
  tx: Tx,
  currentUser: CurrentUser,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .select({ _id: users._id })
    .from(users)
    .where(isAnyOf(users._id, [currentUser.id, ...ids]))
    .orderBy(users._id)
    .for('no key update')
}

const termColumns = {
  user: { ...partyColumns, status: users.status },
  profile: roleColumns,
  holdings: holdingColumns,
  settingsVersion: rowVersion(settings),
}

/** The seller, the users in scope, and the current settings. */
export const readTerms = async (
  db: Db,
  executor: Executor,
  currentUser: CurrentUser,
  ids: readonly string[],
) => {
  const rows = await executor
    .select({ ...termColumns, isInScope: sql<boolean | null>`${inScope(executor, currentUser)}` })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(balances, eq(balances._id, users._id))
    .leftJoin(licences, eq(licences._id, users._id))
    .crossJoin(settings)
    .where(isAnyOf(users._id, [currentUser.id, ...ids]))
  const requested = new Set(ids)
  const seller = rows.find(({ user }) => user._id === currentUser.id)
  if (!seller || isGone(seller)) throw new NotFound()
  return {
    seller: { ...toParty(seller), user: seller.user },
    targets: rows
      .filter(({ user, isInScope }) => requested.has(user._id) && isInScope)
      .map((row) => ({ ...toParty(row), user: row.user })),
    settings: await readCreditSettings(db, executor, seller.settingsVersion),
  }
}

/** A user of a transaction, with the names that it copies. */
export type NamedParty = Awaited<ReturnType<typeof readTerms>>['seller']

/** A valid transaction of locked parties, with the idempotency key under which it is stored. */
export interface KeyedTransaction {
  target: NamedParty
  transaction: PlannedTransaction
  key: string
}

interface Written {
  seller: NamedParty
  description: string
  /** The batch that they belong to, for the audit log. */
  batch?: string
}

/** Writes planned transactions of one seller as processed. */
export const writeTransactions = async (
  tx: Tx,
  currentUser: CurrentUser,
  { seller, description, batch }: Written,
  transactions: readonly KeyedTransaction[],
): Promise<TransactionRow[]> => {
  const [first] = transactions
  if (!first) return []
  const postings = transactions.map(({ target, transaction, key }): Posting => {
    const { type, period, count, until } = transaction
    const effect = transactionEffect(transaction)
    return {
      ...{ target: target.user, type, period, count, until, description, idempotencyKey: key },
      ...transactionPrice(transaction),
      ...{ sellerMonths: effect.seller, targetMonths: effect.target },
      ...{ dateExpire: target.dateExpire, newDateExpire: effect.dateExpire },
    }
  })
  const { now } = first.transaction
  return postTransactions({ tx, currentUser, seller: seller.user, now, batch }, postings)
}

/** A transaction whose rules were checked; without a price, it is free. */
export interface Posting extends LicenceChange {
  target: { _id: string; name: string; fullName: string }
  creditPrice?: number
  total?: number
  /** Months added to the seller's balance. */
  sellerMonths?: number
  /** Months added to the target's balance. */
  targetMonths: number
  /** The target's expiry before it. */
  dateExpire: Date | null
  /** The target's expiry after it; null: unchanged. */
  newDateExpire: Date | null
  description: string
  /** By default that of the batch and the target. */
  idempotencyKey?: string
}

interface PostingContext {
  tx: Tx
  currentUser: CurrentUser
  /** The current user as locked; by default as at the beginning of the request. */
  seller?: { _id: string; fullName: string }
  now: Date
  /** Id of the batch, for the audit log. */
  batch?: string | undefined
}

/**
 * Inserts transactions as PROCESSED, with the balances, expiries and audit events that single ones would have, in a number
 * of statements that doesn't depend on theirs. The seller and all targets must be locked; each target occurs once. The
 * expiries come last: the counts of their days are shared by all sales.
 */
export const postTransactions = async (
  { tx, currentUser, now, batch, ...given }: PostingContext,
  postings: readonly Posting[],
): Promise<TransactionRow[]> => {
  if (postings.length === 0) return []
  const { seller = { _id: currentUser.id, fullName: currentUser.fullName } } = given
  // Makes the triggers update the sums once per statement, in key order.
  await tx.execute(sql`select set_config('cartelera.count_together', 'on', true)`)
  const values = postings.map(({ target, ...posting }) => ({
    userCreated: seller._id,
    userLicensed: target._id,
    ...transactionNames(seller, target, posting.description),
    ...{ creditPrice: 0, total: 0, sellerMonths: 0 },
    ...(batch !== undefined && { idempotencyKey: batchKey(batch, target._id) }),
    ...posting,
    ...{ date: now, processedAt: now, posting: nextPosting },
    status: 'PROCESSED' as const,
  }))
  // In the given order, which is that of their postings.
  const rows = await tx.insert(licenseTransactions).values(values).returning()
  // The creation of a demo says that it has its hours.
  const events = rows.filter(({ count, until }) => count !== 0 || until !== null)
  await recordEvents(
    tx,
    currentUser,
    now,
    events.map((row) => processedEvent(row, batch)),
  )
  await changeHoldings(tx, seller._id, postings)
  return rows
}

/** Months that transactions add to their seller's balance: of sales, a negative number. */
export const monthsMoved = (planned: readonly { transaction: PlannedTransaction }[]): number =>
  planned.reduce((sum, { transaction }) => sum + transactionEffect(transaction).seller, 0)

/** Updates the balances of the seller and of the targets, and all licences, one statement each. */
const changeHoldings = async (tx: Tx, seller: string, postings: readonly Posting[]): Promise<void> => {
  const spent = postings.reduce((sum, { sellerMonths = 0 }) => sum + sellerMonths, 0)
  if (spent !== 0)
    await tx
      .update(balances)
      .set({ months: sql`${balances.months} + ${spent}` })
      .where(eq(balances._id, seller))
  const moved = postings.flatMap(({ target, targetMonths }) =>
    targetMonths === 0 ? [] : [{ _id: target._id, months: targetMonths }],
  )
  if (moved.length > 0)
    await tx.execute(sql`
      insert into ${balances} (_id, months)
      select v._id, coalesce(${balances.months}, 0) + v.months
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as v(_id text, months integer)
        left join ${balances} on ${balances._id} = v._id
      on conflict (_id) do update set months = excluded.months`)
  const ends = postings.flatMap(({ target, newDateExpire }) =>
    newDateExpire ? [{ _id: target._id, date: newDateExpire }] : [],
  )
  if (ends.length > 0)
    await tx.execute(sql`
      update ${licences} set date_expire = v.date
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as v(_id text, date timestamptz)
      where ${licences._id} = v._id`)
}

/** Audit event of a processed transaction; equals that of a single one. */
const processedEvent = (row: TransactionRow, batch: string | undefined) => {
  const { _id, reference, userLicensed, type, userFullName, period, count, total } = row
  const { sellerMonths, targetMonths, until, newDateExpire } = row
  return {
    action: 'process',
    resource: 'license_transactions',
    record: { _id, name: formatReference(reference) },
    subject: userLicensed,
    ...(batch === undefined ? {} : { batch }),
    after: { type, userFullName, period, count, total, sellerMonths, targetMonths, until, newDateExpire },
  } as const
}
