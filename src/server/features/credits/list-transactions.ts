import { and, count, eq, gte, inArray, lt, or, type SQL, sql, sum } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Transaction } from '../../../domain/credits/endpoints.ts'
import { type Summary, type Totals, totalsOf } from '../../../domain/credits/totals.ts'
import { TRANSACTION_STATUSES, TRANSACTION_TYPES, typeOf } from '../../../domain/credits/transaction.ts'
import { dayRange } from '../../../domain/format/dates.ts'
import { formatReference } from '../../../domain/format/text.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import { type CurrentUser, scopeOf } from '../../platform/auth/access.ts'
import { countRows, type ListRequest, listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listParameters, pagingOf, wholeNumber } from '../../platform/http/operation.ts'
import { loadPageSize } from '../../platform/settings/read-settings.ts'
import { transactionResponse } from './ledger.ts'

const table = licenseTransactions

const sorts = {
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

/** The query of the list, the count, the totals and the summary. */
export const transactionParameters = listParameters(Object.keys(sorts), {
  dateBeging: day('Desde este día').optional(),
  dateFinish: day('Hasta este día').optional(),
  type: wholeNumber(1, TRANSACTION_TYPES.length).optional(),
  status: choice(TRANSACTION_STATUSES).optional(),
  userCreated: id().optional(),
  userLicensed: id().optional(),
})
type TransactionQuery = z.output<typeof transactionParameters>

/** A page of the transactions in scope. */
export const listTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Transaction[]> => {
  const rows = await listPage(
    db,
    { table, id: table._id, sorts, defaultSort: { by: 'reference', order: 'desc' } },
    {
      ...conditionsOf(db, config, currentUser, query),
      ...(await pagingOf(query, () => loadPageSize(db, currentUser))),
      sort: query.sort,
      order: query.order,
    },
  )
  return rows.map((row) => transactionResponse(row, config.timeZone))
}

export const countTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<{ count: number }> => ({
  count: await countRows(db, table, allOf(db, config, currentUser, query)),
})

/** Sums by type over the processed transactions of the same query. */
export const totalTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Totals> => {
  const rows = await db
    .select({
      type: table.type,
      count: count(),
      credits: sum(table.count).mapWith(Number),
      total: sum(table.total).mapWith(Number),
    })
    .from(table)
    .where(and(allOf(db, config, currentUser, query), eq(table.status, 'PROCESSED')))
    .groupBy(table.type)
  return totalsOf(rows)
}

/** One transaction; throws NotFound outside of the scope. */
export const findTransaction = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  transaction: string,
): Promise<Transaction> => {
  const [row] = await db
    .select()
    .from(table)
    .where(and(eq(table._id, transaction), scopeOfTransactions(db, currentUser)))
  if (!row) throw new NotFound()
  return transactionResponse(row, config.timeZone)
}

/** Rule C19. */
const scopeOfTransactions = (db: Executor, currentUser: CurrentUser): SQL | undefined => {
  if (isAdmin(currentUser.role)) return undefined
  const customers = db.select({ _id: users._id }).from(users).where(scopeOf(db, currentUser))
  return or(
    eq(table.userCreated, currentUser.id),
    sql`${table.userLicensed} = any(array(select ${currentUser.id}::text union all ${customers}))`,
  )
}

const conditionsOf = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Pick<ListRequest, 'where' | 'unsorted'> => ({
  where: filtersOf(config, query),
  unsorted: and(scopeOfTransactions(db, currentUser), searchOf(query.search)),
})

/** All conditions of a query, for counts and sums. */
const allOf = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): SQL | undefined => {
  const { where, unsorted } = conditionsOf(db, config, currentUser, query)
  return and(where, unsorted)
}

const searchOf = (search: string): SQL | undefined => {
  const reference = referenceIn(search)
  const words = searchCondition(table.search, search)
  return reference === undefined ? words : or(eq(table.reference, reference), words)
}

/** The reference in a search text, if it is a number. */
const referenceIn = (search: string): number | undefined => {
  const text = search.trim()
  return /^\d{1,9}$/.test(text) && formatReference(Number(text)).length >= text.length
    ? Number(text)
    : undefined
}

const filtersOf = ({ timeZone }: Config, query: TransactionQuery): SQL | undefined => {
  const { start, end } = dayRange(query.dateBeging, query.dateFinish, timeZone)
  const type = query.type === undefined ? undefined : typeOf(query.type)
  return and(
    query.ids && inArray(table._id, query.ids),
    start && gte(table.date, start),
    end && lt(table.date, end),
    type && eq(table.type, type),
    query.status && eq(table.status, query.status),
    query.userCreated === undefined ? undefined : eq(table.userCreated, query.userCreated),
    query.userLicensed === undefined ? undefined : eq(table.userLicensed, query.userLicensed),
  )
}

const amountOf = (type: 'SALE' | 'REFUND') =>
  sql<number>`coalesce(sum(${table.total}) filter (where ${table.type} = ${type}), 0)`.mapWith(Number)

/** Processed sales and refunds of the list's query, by day of the service and by seller. */
export const summarizeTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Summary> => {
  const where = and(
    allOf(db, config, currentUser, query),
    eq(table.status, 'PROCESSED'),
    inArray(table.type, ['SALE', 'REFUND']),
  )
  const sums = { sales: amountOf('SALE'), refunds: amountOf('REFUND') }
  const day = sql<string>`to_char(${table.date} at time zone ${config.timeZone}, 'YYYY-MM-DD')`
  const days = await db
    .select({ day, ...sums })
    .from(table)
    .where(where)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
  const seller = {
    userCreated: table.userCreated,
    userCreatedName: sql<string>`max(${table.userCreatedName})`,
  }
  const sellers = await db
    .select({ ...seller, ...sums })
    .from(table)
    .where(where)
    .groupBy(table.userCreated)
    .orderBy(sql`3 desc`, table.userCreated)
  return { days, sellers }
}
