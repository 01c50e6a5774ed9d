import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { pick } from 'es-toolkit'
import { z } from 'zod'
import { roleOf } from '../../../domain/access/permissions.ts'
import type { Transaction } from '../../../domain/credits/endpoints.ts'
import {
  CREDIT_SETTINGS,
  type CreditSettings,
  type Party,
  type PlannedTransaction,
} from '../../../domain/credits/rules.ts'
import { type LicenceChange, TYPE_NAMES, typeNumber } from '../../../domain/credits/transaction.ts'
import { formatDay } from '../../../domain/format/dates.ts'
import { settingsSchema } from '../../../domain/settings/settings.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Db, Executor, Tx } from '../../platform/database/open.ts'
import { rowVersion } from '../../platform/database/row-version.ts'
import { licenseTransactions, type TransactionRow } from '../../platform/database/schema/credits.ts'
import { settings } from '../../platform/database/schema/settings.ts'
import {
  balanceMonths,
  balances,
  type Holdings,
  licences,
  profiles,
  users,
} from '../../platform/database/schema/users.ts'
import { searchText } from '../../platform/database/search.ts'
import { statement } from '../../platform/database/transactions.ts'
import { NotFound } from '../../platform/http/errors.ts'

export const partyColumns = {
  _id: users._id,
  createdBy: users.createdBy,
  deletedAt: users.deletedAt,
  name: users.name,
  fullName: users.fullName,
}
/** Columns guarded by the locks of the users' rows. */
export const holdingColumns: { creditToResell: SQL<number>; dateExpire: SQL<Date | null> } = {
  creditToResell: balanceMonths,
  // Not the column itself: Drizzle gives null for columns of a joined table that are all null.
  dateExpire: sql`${licences.dateExpire}`.mapWith(licences.dateExpire),
}
export const roleColumns = { name: profiles.name, isSystem: profiles.isSystem }

/** The columns that the rules of credit need. */
interface PartyRow {
  user: Pick<typeof users.$inferSelect, keyof typeof partyColumns>
  holdings: Holdings
  profile: Pick<typeof profiles.$inferSelect, keyof typeof roleColumns>
}

export const toParty = ({ user, holdings, profile }: PartyRow): Party => ({
  id: user._id,
  role: roleOf(profile),
  ...holdings,
})

/** Only the tombstone of a deleted party remains. */
export const isGone = ({ user }: PartyRow): boolean => user.deletedAt !== null

/** The present user name of a party; empty once deleted. */
export const userNameOf = (party: PartyRow | undefined): string =>
  party === undefined || isGone(party) ? '' : party.user.name

/**
 * The key under which the n-th sale of a bulk request is stored. No header holds a line feed, so no key of a single
 * transaction is one of these.
 */
export const bulkKey = (key: string, number: number): string => `${key}\n${number}`

/** The key of the transaction that a batch makes with a user; likewise none of a single transaction or a bulk sale. */
export const batchKey = (batch: string, user: string): string => `${batch}\n\n${user}`

const readStatement = statement((db: Db) =>
  db
    .select({
      user: partyColumns,
      holdings: holdingColumns,
      profile: roleColumns,
      earlier: licenseTransactions,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(balances, eq(balances._id, users._id))
    .leftJoin(licences, eq(licences._id, users._id))
    .leftJoin(
      licenseTransactions,
      and(
        eq(licenseTransactions.userCreated, sql.placeholder('seller')),
        inArray(licenseTransactions.idempotencyKey, [sql.placeholder('key'), sql.placeholder('bulkKey')]),
      ),
    )
    .where(inArray(users._id, [sql.placeholder('seller'), sql.placeholder('target')]))
    .prepare('read_parties'),
)

/**
 * Reads both parties of a new transaction, if they exist, the current settings, and an earlier transaction with the
 * same key.
 */
export async function readParties(
  db: Db,
  currentUser: CurrentUser,
  targetId: string,
  key: string | undefined,
) {
  const rows = await readStatement(db).execute({
    seller: currentUser.id,
    target: targetId,
    key: key ?? null,
    bulkKey: key === undefined ? null : bulkKey(key, 1),
  })
  const find = (id: string): PartyRow | undefined => rows.find(({ user }) => user._id === id)
  const seller = find(currentUser.id)
  const [first] = rows
  if (!first || !seller || isGone(seller)) throw new NotFound()
  return {
    seller,
    target: find(targetId),
    settings: await readCreditSettings(db, db, currentUser.settingsVersion),
    earlier: first.earlier ?? undefined,
  }
}

const isOwnTransaction = and(
  eq(licenseTransactions._id, sql.placeholder('id')),
  eq(licenseTransactions.userCreated, sql.placeholder('creator')),
)
const isParty = or(
  eq(users._id, licenseTransactions.userCreated),
  eq(users._id, licenseTransactions.userLicensed),
)

/** Keys don't change and rows are not deleted: rows referring to the parties can still be inserted. */
const lockStatement = statement((tx: Tx) =>
  tx
    .select({ stored: licenseTransactions, user: partyColumns })
    .from(licenseTransactions)
    .innerJoin(users, isParty)
    .where(isOwnTransaction)
    .orderBy(users._id)
    .for('no key update', { of: [licenseTransactions, users] })
    .prepare('lock_transaction'),
)

const termsStatement = statement((tx: Tx) =>
  tx
    .select({
      _id: users._id,
      profile: roleColumns,
      holdings: holdingColumns,
      settingsVersion: rowVersion(settings),
    })
    .from(licenseTransactions)
    .innerJoin(users, isParty)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .leftJoin(balances, eq(balances._id, users._id))
    .leftJoin(licences, eq(licences._id, users._id))
    .crossJoin(settings)
    .where(isOwnTransaction)
    .prepare('read_terms'),
)

interface LockedTransaction {
  stored: TransactionRow
  seller: PartyRow
  target: PartyRow
  settings: LedgerSettings
}

/**
 * Locks the current user's transaction and both parties in id order, to avoid deadlocks; then reads balances, expiries,
 * profiles and settings under the locks (docs/design/ledger.md). Throws NotFound for other users.
 */
export async function lockTransaction(
  db: Db,
  tx: Tx,
  currentUser: CurrentUser,
  id: string,
): Promise<LockedTransaction> {
  const parameters = { id, creator: currentUser.id }
  // Sent together but executed in sequence: the second statement sees what was committed while the first one waited.
  const [locked, terms] = await Promise.all([
    lockStatement(tx).execute(parameters),
    termsStatement(tx).execute(parameters),
  ])
  const [first] = locked
  if (!first) throw new NotFound()
  const { stored } = first
  const findParty = (party: string): PartyRow & { settingsVersion: string } => {
    const user = locked.find((row) => row.user._id === party)?.user
    const term = terms.find(({ _id }) => _id === party)
    if (!user || !term) throw new Error(`The transaction ${id} has lost a side`)
    return { user, ...term }
  }
  const seller = findParty(stored.userCreated)
  return {
    stored,
    seller,
    target: findParty(stored.userLicensed),
    settings: await readCreditSettings(db, tx, seller.settingsVersion),
  }
}

export const planTransaction = (
  { type, period, count, until }: LicenceChange,
  { seller, target }: { seller: PartyRow; target: PartyRow },
  { settings, timeZone, now }: Pick<PlannedTransaction, 'settings' | 'timeZone' | 'now'>,
): PlannedTransaction => ({
  type,
  period,
  count,
  until,
  seller: toParty(seller),
  target: toParty(target),
  settings,
  timeZone,
  now,
})

const creditSchema = z.object(pick(settingsSchema.shape, [...CREDIT_SETTINGS, 'lowBalanceMail']))

/** With the balance below which resellers get a mail (rule N6). */
type LedgerSettings = CreditSettings & { lowBalanceMail: number }

const cache = new WeakMap<Db, { version: string; settings: LedgerSettings }>()

/** The settings that the rules of credit depend on: cached by version, else read with `executor`. */
export const readCreditSettings = async (
  db: Db,
  executor: Executor,
  version: string,
): Promise<LedgerSettings> => {
  const cached = cache.get(db)
  if (cached?.version === version) return cached.settings
  const [row] = await executor.select({ version: rowVersion(settings), value: settings.value }).from(settings)
  if (!row) throw new Error('The settings are missing')
  const read = Object.freeze(creditSchema.parse(row.value))
  cache.set(db, { version: row.version, settings: read })
  return read
}

/** The names copied to a transaction, and its search text. */
export const transactionNames = (
  seller: { fullName: string },
  target: { fullName: string; name: string },
  description = '',
) => ({
  userCreatedName: seller.fullName,
  userFullName: target.fullName,
  search: searchText(target.fullName, target.name, seller.fullName, description),
})

/** The next number in the order of processing. */
export const nextPosting = sql`nextval('license_transactions_posting')`

/** The present user name of a transaction's customer; empty once deleted. */
export const customerName = sql<string>`coalesce((select customer.name from ${users} as customer
  where customer._id = ${licenseTransactions.userLicensed} and customer.deleted_at is null), '')`

/** A transaction with its customer's user name. */
export type NamedTransaction = TransactionRow & { userName: string }

/** Columns of a transaction read by lists. */
type ListedTransaction = Pick<NamedTransaction, (keyof NamedTransaction & keyof Transaction) | 'dateExpire'>

/**
 * A transaction in the API's format, with days in the service's time zone. New properties come first for speed, see
 * `listedUser`.
 */
export const transactionResponse = (row: ListedTransaction, timeZone: string): Transaction => {
  const day = (date: Date | null) => (date === null ? '' : formatDay(date, timeZone))
  return {
    typeDescrition: TYPE_NAMES[row.type],
    saved: true,
    price: row.creditPrice,
    dateExpireRef: row.dateExpire?.toISOString() ?? null,
    dateExpireFormat: day(row.dateExpire),
    newDateExpireFormat: day(row.newDateExpire),
    ...row,
    type: typeNumber(row.type),
    date: row.date.toISOString(),
    newDateExpire: row.newDateExpire?.toISOString() ?? null,
    until: row.until?.toISOString() ?? null,
  }
}
