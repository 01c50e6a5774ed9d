import { and, eq, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { transactionOutput } from '../../../domain/credits/endpoints.ts'
import {
  TRANSACTION_PERIODS,
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  transactionType,
} from '../../../domain/credits/transaction.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope, visibleOwners } from '../../platform/auth/scope.ts'
import { outputColumns } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { licenseTransactions, transactionSearch } from '../../platform/database/schema/credits.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { listParameters, wholeNumber } from '../../platform/http/operation.ts'
import { customerName } from './ledger.ts'
import { type SumFilters, type SumScope, typeSums } from './ledger-sums.ts'

export const table = licenseTransactions

export const sorts = {
  date: table.date,
  reference: table.reference,
  userCreatedName: table.userCreatedName,
  userFullName: table.userFullName,
  typeDescrition: table.typeOrder,
  period: table.period,
  count: table.count,
  creditPrice: table.creditPrice,
  total: table.total,
}

/** Transactions are stored by date and reference, so scanning many of the first rows is cheap. */
export const source = {
  table,
  columns: {
    ...outputColumns(table, transactionOutput),
    userName: customerName,
    dateExpire: table.dateExpire,
  },
  id: table._id,
  sorts,
  defaultSort: { by: 'reference', order: 'desc' },
} as const

/** Query parameters of the list, the count, the totals and the summary. */
export const transactionParameters = listParameters(Object.keys(sorts), {
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
  type: wholeNumber(1, TRANSACTION_TYPES.length).optional(),
  period: choice(TRANSACTION_PERIODS).optional(),
  status: choice(TRANSACTION_STATUSES).optional(),
  userCreated: id().optional(),
  userLicensed: id().optional(),
})
export type TransactionQuery = z.output<typeof transactionParameters>

/** Rule C19. Looks up the owner of each row and that owner's creator: fast for single rows, far too slow for all. */
export const transactionScope = (currentUser: CurrentUser): SQL | undefined => {
  const { id, role } = currentUser
  if (isAdmin(role)) return undefined
  const agent = sql`exists (select from ${users} as agent
    where agent._id = customer.created_by and agent.created_by = ${id} and agent.deleted_at is null)`
  const owned = or(sql`customer.created_by = ${id}`, role === 'superagent' ? agent : undefined)
  const customer = sql`select from ${users} as customer
    where customer._id = ${table.userLicensed} and customer.deleted_at is null and ${owned}`
  return or(isOwn(currentUser, table), sql`exists (${customer})`)
}

/** Transactions that a user made or received. */
const isOwn = (
  { id }: CurrentUser,
  {
    userCreated,
    userLicensed,
  }:
    | Pick<typeof table, 'userCreated' | 'userLicensed'>
    | Pick<typeof transactionSearch, 'userCreated' | 'userLicensed'>,
) => or(eq(userCreated, id), eq(userLicensed, id))

/** Alternative plan for the same rows: finds the customers first, then their transactions by an index. */
const throughCustomers = (db: Executor, currentUser: CurrentUser): SQL => {
  const customers = db.select({ _id: users._id }).from(users).where(inScope(db, currentUser))
  return sql`${table._id} in (
    select ${table._id} from ${table} where ${isOwn(currentUser, table)}
    union all
    select ${table._id} from (${customers}) as customers join ${table} on ${table.userLicensed} = customers._id)`
}

export const texts = transactionSearch

/** Search texts that match a query within a scope; each belongs to a pair of seller and licensed user. */
const textCondition = (
  db: Executor,
  currentUser: CurrentUser,
  { search, userCreated, userLicensed }: TransactionQuery,
): SQL | undefined =>
  and(
    searchCondition(texts.search, search),
    isAdmin(currentUser.role)
      ? undefined
      : or(isOwn(currentUser, texts), sql`${texts.owner} = any(array(${visibleOwners(db, currentUser)}))`),
    userCreated === undefined ? undefined : eq(texts.userCreated, userCreated),
    userLicensed === undefined ? undefined : eq(texts.userLicensed, userLicensed),
  )

/**
 * Rows matching a search within a scope, found through its customers' texts, which are far fewer than the transactions.
 */
const throughTexts = (db: Executor, currentUser: CurrentUser, query: TransactionQuery): SQL => {
  // "is true" keeps the planner from using the search index for this comparison, once per text.
  const byTexts = sql`
    select one.ctid from ${texts} join ${table} as one
      on one.user_licensed = ${texts.userLicensed} and one.user_created = ${texts.userCreated}
        and (one.search = ${texts.search}) is true
    where ${textCondition(db, currentUser, query)}`
  const reference = parseReference(query.search)
  const named = sql`
    select ${table}.ctid from ${table} where ${and(sql`${table.reference} = ${reference}`, transactionScope(currentUser))}`
  // By ctid: a second look-up by key would cost as much as the first.
  return sql`${table}.ctid = any(array(${reference === undefined ? byTexts : sql`${byTexts} union all ${named}`}))`
}

/**
 * Counts a search's or a user's transactions by the stored counts of its texts; undefined if the query has other
 * filters.
 */
export const countFromTexts = (
  db: Executor,
  currentUser: CurrentUser,
  query: TransactionQuery,
): SQL | undefined => {
  const { dateBeging, dateFinish, type, period, status, ids, search, userCreated, userLicensed } = query
  if (dateBeging ?? dateFinish ?? type ?? period ?? status ?? ids) return undefined
  const counted = sql`select coalesce(sum(${texts.transactions}), 0) from ${texts} where ${textCondition(db, currentUser, query)}`
  const reference = parseReference(search)
  if (reference === undefined) return counted
  const words = searchCondition(table.search, search)
  const others = and(
    eq(table.reference, reference),
    transactionScope(currentUser),
    words && not(words),
    userCreated === undefined ? undefined : eq(table.userCreated, userCreated),
    userLicensed === undefined ? undefined : eq(table.userLicensed, userLicensed),
  )
  return sql`select (${counted}) + (select count(*) from ${table} where ${others})`
}

export const listConditions = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): { where: SQL | undefined; unsorted: SQL | undefined; found: SQL | undefined } => {
  const { sort = source.defaultSort.by } = query
  // The index on references ignores days: the scan could read everything after them before the first match.
  const unsorted = sort === 'reference' ? dayFilter(config, query) : undefined
  const found = scopeAccessPath(db, currentUser, query)
  return {
    where: and(
      transactionFilters(query),
      query.status && eq(table.status, query.status),
      sort === 'reference' ? undefined : dayFilter(config, query),
    ),
    unsorted: and(transactionScope(currentUser), searchFilter(query.search), unsorted),
    found: found && and(found, unsorted),
  }
}

/** An alternative access path to the same rows, where checking the owner of each match would take long. */
const scopeAccessPath = (
  db: Executor,
  currentUser: CurrentUser,
  query: TransactionQuery,
): SQL | undefined => {
  // A user has few transactions, and an index on the user finds them.
  if (isAdmin(currentUser.role) || query.userLicensed !== undefined) return undefined
  return searchFilter(query.search) ? throughTexts(db, currentUser, query) : throughCustomers(db, currentUser)
}

/** All conditions of a query, for counts and sums. */
export const transactionCondition = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): SQL | undefined => {
  const { where, unsorted, found } = listConditions(db, config, currentUser, query)
  return and(where, found ?? unsorted)
}

export const processedCondition = (...of: Parameters<typeof transactionCondition>): SQL | undefined =>
  and(transactionCondition(...of), eq(table.status, 'PROCESSED'))

const searchFilter = (search: string): SQL | undefined => {
  const reference = parseReference(search)
  const words = searchCondition(table.search, search)
  return reference === undefined ? words : or(eq(table.reference, reference), words)
}

/** The reference in a search text, if it is a number. */
export const parseReference = (search: string): number | undefined => {
  const text = search.trim()
  return /^\d{1,9}$/.test(text) && formatReference(Number(text)).length >= text.length
    ? Number(text)
    : undefined
}

const dayFilter = ({ timeZone }: Config, { dateBeging, dateFinish }: TransactionQuery): SQL | undefined => {
  const { start, end } = dayRange(dateBeging, dateFinish, timeZone)
  return and(start && gte(table.date, start), end && lt(table.date, end))
}

/** Conditions on the transactions themselves, except for days and status. */
const transactionFilters = ({
  ids,
  type: number,
  period,
  userCreated,
  userLicensed,
}: TransactionQuery): SQL | undefined => {
  const type = number === undefined ? undefined : transactionType(number)
  return and(
    ids && inArray(table._id, ids),
    type && eq(table.type, type),
    period && eq(table.period, period),
    userCreated === undefined ? undefined : eq(table.userCreated, userCreated),
    userLicensed === undefined ? undefined : eq(table.userLicensed, userLicensed),
  )
}

/** Stored sums for a query, and a condition for unprocessed rows. */
interface StoredSums extends SumScope {
  filters: SumFilters
  pending: SQL | undefined
  status: TransactionQuery['status']
}

/** Undefined if the sums cannot answer the query: for a search, a period, one user's transactions or ids. */
export const findStoredSums = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): StoredSums | undefined => {
  const { dateBeging, dateFinish, type, period, userCreated, userLicensed, ids } = query
  if (searchFilter(query.search) || period !== undefined || userLicensed !== undefined || ids)
    return undefined
  const where = and(dayFilter(config, query), transactionFilters(query))
  const customers = db.select({ _id: users._id }).from(users).where(inScope(db, currentUser))
  const isInScope = isAdmin(currentUser.role)
    ? undefined
    : or(isOwn(currentUser, table), inArray(table.userLicensed, customers))
  return {
    ...{ db, currentUser, timeZone: config.timeZone, status: query.status },
    where,
    filters: {
      dateBeging,
      dateFinish,
      userCreated,
      type: type === undefined ? undefined : transactionType(type),
    },
    pending: and(eq(table.status, 'CREATED'), where, isInScope),
  }
}

export const countFromSums = (sums: StoredSums): SQL => {
  const { status } = sums
  const processed = sql`(select coalesce(sum(transactions), 0) from (${typeSums(sums, sums.filters)}) as sums)`
  const pending = sql`(select count(*) from ${table} where ${sums.pending})`
  if (status === undefined) return sql`select ${processed} + ${pending}`
  return sql`select ${status === 'PROCESSED' ? processed : pending}`
}
