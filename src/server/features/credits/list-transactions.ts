import { and, eq, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { Size } from '../../../domain/contract/list-end.ts'
import { type Transaction, transactionOutput } from '../../../domain/credits/endpoints.ts'
import {
  type DailyTotals,
  type DaySums,
  daySumsOutput,
  type Summary,
  type Totals,
  totalsOf,
} from '../../../domain/credits/totals.ts'
import {
  TRANSACTION_STATUSES,
  TRANSACTION_TYPES,
  type TransactionType,
  TYPE_NAMES,
  typeOf,
} from '../../../domain/credits/transaction.ts'
import { dayRange, formatDay } from '../../../domain/format/dates.ts'
import { formatMoney, formatReference } from '../../../domain/format/text.ts'
import type { Candidate } from '../../../domain/search/search.ts'
import { id } from '../../../domain/validation/fields.ts'
import { choice, day } from '../../../domain/validation/filters.ts'
import type { Config } from '../../config.ts'
import { type CurrentUser, ownersOf, scopeOf } from '../../platform/auth/access.ts'
import { answeredColumns, listPage, rowsWhere } from '../../platform/database/list-query.ts'
import { keysOfList } from '../../platform/database/long-read.ts'
import type { Executor } from '../../platform/database/open.ts'
import { licenseTransactions, transactionSearch } from '../../platform/database/schema/credits.ts'
import { users } from '../../platform/database/schema/users.ts'
import { searchCondition } from '../../platform/database/search.ts'
import { type ExportedList, inOrderOf, keysOf, queryOfKeys } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { listParameters, wholeNumber } from '../../platform/http/operation.ts'
import { pagingOf, type SizeQuery, sizeOf } from '../../platform/lists/list-end.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'
import { transactionResponse } from './ledger.ts'
import {
  dailySums,
  type SumFilters,
  type SumScope,
  sellerDaySums,
  sellerSums,
  typeSums,
} from './ledger-sums.ts'

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

/** By date and by reference transactions are stored in the order of the list: many of the first are read at little cost. */
const source = {
  table,
  columns: { ...answeredColumns(table, transactionOutput), dateExpire: table.dateExpire },
  id: table._id,
  sorts,
  defaultSort: { by: 'reference', order: 'desc' },
} as const
const sourceInOrder = { ...source, scanLimit: 50_000 } as const

/** A page of the transactions in scope. */
export const listTransactions = async (
  context: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Transaction[]> => {
  const { db, config } = context
  const sort = query.sort ?? source.defaultSort.by
  const rows = await listPage(db, sort === 'date' || sort === 'reference' ? sourceInOrder : source, {
    ...(await pagingOf(context, currentUser, query)),
    ...conditionsOf(db, config, currentUser, query),
    sort: query.sort,
    order: query.order,
  })
  return rows.map((row) => transactionResponse(row, config.timeZone))
}

/** The transactions in scope as their export reads them. */
export const exportedTransactions = (currentUser: CurrentUser, query: TransactionQuery): ExportedList => ({
  resource: 'license_transactions',
  name: 'Movimientos de créditos',
  row: transactionOutput,
  shown: [
    'reference',
    'date',
    'userCreatedName',
    'userFullName',
    'typeDescrition',
    'period',
    'count',
    'creditPrice',
    'total',
  ] satisfies (keyof Transaction)[],
  amounts: new Set(['price', 'creditPrice', 'total']),
  texts: {
    reference: (reference) => formatReference(Number(reference)),
    status: (status) => (status === 'PROCESSED' ? 'Procesado' : 'Pendiente'),
  },
  find: async ({ db, config }) =>
    keysOfList(source, {
      where: allOf(db, config, currentUser, query),
      sort: query.sort,
      order: query.order,
    }),
  async read(context, found) {
    const keys = keysOf(found)
    return inOrderOf(keys, await listTransactions(context, currentUser, queryOfKeys(query, keys)))
  },
})

export const countTransactions = (
  context: Context,
  currentUser: CurrentUser,
  query: SizeQuery<TransactionQuery>,
): Promise<Size> => {
  const { db, config } = context
  const kept = keptOf(db, config, currentUser, query)
  return sizeOf(context, query, {
    rows: rowsWhere(table, allOf(db, config, currentUser, query)),
    kept: kept ? countOf(kept) : countOfTexts(db, currentUser, query),
  })
}

/** Sums by type over the processed transactions of the same query. */
export const totalTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Totals> => {
  if (query.status === 'CREATED') return totalsOf([])
  const kept = keptOf(db, config, currentUser, query)
  const sums = kept
    ? typeSums(kept, kept.filters)
    : sql`select type, 1 as transactions, count as credits, total from ${table}
        where ${processedOf(db, config, currentUser, query)}`
  const { rows } = await db.execute<Parameters<typeof totalsOf>[0][number]>(sql`
    select type, sum(transactions)::float8 as count, sum(credits)::float8 as credits, sum(total)::float8 as total
    from (${sums}) as sums group by type`)
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
    .where(and(eq(table._id, transaction), scopeOfTransactions(currentUser)))
  if (!row) throw new NotFound()
  return transactionResponse(row, config.timeZone)
}

/** The processed transaction in scope whose reference a text is. */
export const findByReference = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  search: string,
): Promise<Candidate[]> => {
  const reference = referenceIn(search)
  if (reference === undefined) return []
  const rows = await db
    .select()
    .from(table)
    .where(
      and(eq(table.reference, reference), eq(table.status, 'PROCESSED'), scopeOfTransactions(currentUser)),
    )
  if (rows.length === 0) return []
  const title = formatReference(reference)
  const { currency } = await readSettings(db, currentUser)
  return rows.map(({ _id, type, userFullName, total, date }) => ({
    resource: 'license_transactions',
    _id,
    title,
    detail: [
      TYPE_NAMES[type],
      userFullName,
      formatMoney(total, currency),
      formatDay(date, config.timeZone),
    ].join(' · '),
    names: [title, String(reference)],
  }))
}

/**
 * Rule C19: looks the owner of each row up, and whom that one was created by, which is quick for a row and hopeless for all
 * of them.
 */
const scopeOfTransactions = (currentUser: CurrentUser): SQL | undefined => {
  const { id, role } = currentUser
  if (isAdmin(role)) return undefined
  const agent = sql`exists (select from ${users} as agent
    where agent._id = customer.created_by and agent.created_by = ${id} and agent.deleted_at is null)`
  const owned = or(sql`customer.created_by = ${id}`, role === 'superagent' ? agent : undefined)
  const customer = sql`select from ${users} as customer
    where customer._id = ${table.userLicensed} and customer.deleted_at is null and ${owned}`
  return or(isOwn(currentUser, table), sql`exists (${customer})`)
}

/** The seller's own transactions, and those of which it is the target. */
const isOwn = (
  { id }: CurrentUser,
  {
    userCreated,
    userLicensed,
  }:
    | Pick<typeof table, 'userCreated' | 'userLicensed'>
    | Pick<typeof transactionSearch, 'userCreated' | 'userLicensed'>,
) => or(eq(userCreated, id), eq(userLicensed, id))

/** The same rows, gathered from the customers. */
const gatheredInScope = (db: Executor, currentUser: CurrentUser): SQL => {
  const customers = db.select({ _id: users._id }).from(users).where(scopeOf(db, currentUser))
  return sql`${table._id} in (
    select ${table._id} from ${table} where ${isOwn(currentUser, table)}
    union all
    select ${table._id} from (${customers}) as customers join ${table} on ${table.userLicensed} = customers._id)`
}

const texts = transactionSearch

/** The search texts that a query finds within a scope, each of a seller and a licensed person. */
const textsOf = (
  db: Executor,
  currentUser: CurrentUser,
  { search, userCreated, userLicensed }: TransactionQuery,
): SQL | undefined =>
  and(
    searchCondition(texts.search, search),
    isAdmin(currentUser.role)
      ? undefined
      : or(isOwn(currentUser, texts), sql`${texts.owner} = any(array(${ownersOf(db, currentUser)}))`),
    userCreated === undefined ? undefined : eq(texts.userCreated, userCreated),
    userLicensed === undefined ? undefined : eq(texts.userLicensed, userLicensed),
  )

/** The rows that a search finds within a scope, from the texts of its customers, which are far fewer than their transactions. */
const searchedInScope = (db: Executor, currentUser: CurrentUser, query: TransactionQuery): SQL => {
  // "is true" hides the comparison of the texts from the index of the search, which would look each of them up.
  const found = sql`
    select one.ctid from ${texts} join ${table} as one
      on one.user_licensed = ${texts.userLicensed} and one.user_created = ${texts.userCreated}
        and (one.search = ${texts.search}) is true
    where ${textsOf(db, currentUser, query)}`
  const reference = referenceIn(query.search)
  const named = sql`
    select ${table}.ctid from ${table} where ${and(sql`${table.reference} = ${reference}`, scopeOfTransactions(currentUser))}`
  // By their place in the table: a second look-up by key would cost as much as the first.
  return sql`${table}.ctid = any(array(${reference === undefined ? found : sql`${found} union all ${named}`}))`
}

/** How many transactions a search, or a person, has: the sum of its texts; undefined where a query asks for more. */
const countOfTexts = (db: Executor, currentUser: CurrentUser, query: TransactionQuery): SQL | undefined => {
  const { dateBeging, dateFinish, type, status, ids, search, userCreated, userLicensed } = query
  if (dateBeging ?? dateFinish ?? type ?? status ?? ids) return undefined
  const counted = sql`select coalesce(sum(${texts.transactions}), 0) from ${texts} where ${textsOf(db, currentUser, query)}`
  const reference = referenceIn(search)
  if (reference === undefined) return counted
  const words = searchCondition(table.search, search)
  const others = and(
    eq(table.reference, reference),
    scopeOfTransactions(currentUser),
    words && not(words),
    userCreated === undefined ? undefined : eq(table.userCreated, userCreated),
    userLicensed === undefined ? undefined : eq(table.userLicensed, userLicensed),
  )
  return sql`select (${counted}) + (select count(*) from ${table} where ${others})`
}

const conditionsOf = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): { where: SQL | undefined; unsorted: SQL | undefined; found: SQL | undefined } => {
  const { sort = source.defaultSort.by } = query
  // The index of the references knows no days: all that came after them could lie before the first match.
  const unsorted = sort === 'reference' ? daysOf(config, query) : undefined
  const found = foundInScope(db, currentUser, query)
  return {
    where: and(
      filtersOf(query),
      query.status && eq(table.status, query.status),
      sort === 'reference' ? undefined : daysOf(config, query),
    ),
    unsorted: and(scopeOfTransactions(currentUser), searchOf(query.search), unsorted),
    found: found && and(found, unsorted),
  }
}

/** Another way to the same rows, where looking the owner of each match up would take long. */
const foundInScope = (db: Executor, currentUser: CurrentUser, query: TransactionQuery): SQL | undefined => {
  // The transactions of one user are few, and the index on it finds them.
  if (isAdmin(currentUser.role) || query.userLicensed !== undefined) return undefined
  return searchOf(query.search) ? searchedInScope(db, currentUser, query) : gatheredInScope(db, currentUser)
}

/** All conditions of a query, for counts and sums of its rows. */
const allOf = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): SQL | undefined => {
  const { where, unsorted, found } = conditionsOf(db, config, currentUser, query)
  return and(where, found ?? unsorted)
}

const processedOf = (...of: Parameters<typeof allOf>): SQL | undefined =>
  and(allOf(...of), eq(table.status, 'PROCESSED'))

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

const daysOf = ({ timeZone }: Config, { dateBeging, dateFinish }: TransactionQuery): SQL | undefined => {
  const { start, end } = dayRange(dateBeging, dateFinish, timeZone)
  return and(start && gte(table.date, start), end && lt(table.date, end))
}

/** The conditions on the transactions themselves, but for the days and the status. */
const filtersOf = ({ ids, type: number, userCreated, userLicensed }: TransactionQuery): SQL | undefined => {
  const type = number === undefined ? undefined : typeOf(number)
  return and(
    ids && inArray(table._id, ids),
    type && eq(table.type, type),
    userCreated === undefined ? undefined : eq(table.userCreated, userCreated),
    userLicensed === undefined ? undefined : eq(table.userLicensed, userLicensed),
  )
}

/** What kept sums say about a query: the processed transactions, and a condition on the pending ones. */
interface Kept extends SumScope {
  filters: SumFilters
  pending: SQL | undefined
  status: TransactionQuery['status']
}

/** Undefined where only the rows know: for a search, for the transactions of one person or of some ids. */
const keptOf = (
  db: Executor,
  config: Config,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Kept | undefined => {
  const { dateBeging, dateFinish, type, userCreated, userLicensed, ids } = query
  if (searchOf(query.search) || userLicensed !== undefined || ids) return undefined
  const where = and(daysOf(config, query), filtersOf(query))
  const customers = db.select({ _id: users._id }).from(users).where(scopeOf(db, currentUser))
  const isInScope = isAdmin(currentUser.role)
    ? undefined
    : or(isOwn(currentUser, table), inArray(table.userLicensed, customers))
  return {
    ...{ db, currentUser, timeZone: config.timeZone, status: query.status },
    where,
    filters: { dateBeging, dateFinish, userCreated, type: type === undefined ? undefined : typeOf(type) },
    pending: and(eq(table.status, 'CREATED'), where, isInScope),
  }
}

/** How many transactions a query finds. */
const countOf = (kept: Kept): SQL => {
  const { status } = kept
  const processed = sql`(select coalesce(sum(transactions), 0) from (${typeSums(kept, kept.filters)}) as sums)`
  const pending = sql`(select count(*) from ${table} where ${kept.pending})`
  if (status === undefined) return sql`select ${processed} + ${pending}`
  return sql`select ${status === 'PROCESSED' ? processed : pending}`
}

const amountOf = (type: 'SALE' | 'REFUND') =>
  sql`coalesce(sum(total) filter (where type = ${type}), 0)::float8`

const AMOUNTS = sql`${amountOf('SALE')} as sales, ${amountOf('REFUND')} as refunds`

/** Processed sales and refunds of the list's query, by day of the service and by seller. */
export const summarizeTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Summary> => {
  if (query.status === 'CREATED') return { days: [], sellers: [] }
  const kept = keptOf(db, config, currentUser, query)
  const day = sql`(${table.date} at time zone ${config.timeZone})::date as day`
  const { rows } = await db.execute<SummaryRow>(
    kept
      ? sql`
          select to_char(day, 'YYYY-MM-DD') as day, null as "userCreated", null as "userCreatedName", ${AMOUNTS}
          from (${dailySums(kept, kept.filters)}) as days where ${IS_SUMMED} group by day having sum(transactions) <> 0
          union all
          select null, user_created, max(user_created_name), ${AMOUNTS}
          from (${sellerSums(kept, kept.filters)}) as sellers where ${IS_SUMMED} group by user_created`
      : sql`
          select to_char(day, 'YYYY-MM-DD') as day, user_created as "userCreated",
            max(user_created_name) as "userCreatedName", ${AMOUNTS}
          from (select ${day}, user_created, user_created_name, type, total from ${table}
            where ${processedOf(db, config, currentUser, query)}) as transactions
          where ${IS_SUMMED} group by grouping sets (day, user_created)`,
  )
  return {
    days: rows
      .flatMap(({ day, sales, refunds }) => (day === null ? [] : [{ day, sales, refunds }]))
      .sort((one, other) => compare(one.day, other.day)),
    sellers: rows
      .flatMap(({ userCreated, userCreatedName, sales, refunds }) =>
        userCreated === null ? [] : [{ userCreated, userCreatedName: userCreatedName ?? '', sales, refunds }],
      )
      .sort((one, other) => other.sales - one.sales || compare(one.userCreated, other.userCreated)),
  }
}

interface DayRow extends Record<string, unknown> {
  day: string
  type: TransactionType
  count: number
  credits: number
  total: number
}

/** Processed sales and refunds of the list's query by day of the service: the totals of each day. */
export const totalTransactionsByDay = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<DailyTotals> => {
  if (query.status === 'CREATED') return []
  const kept = keptOf(db, config, currentUser, query)
  const sums = kept
    ? dailySums(kept, kept.filters)
    : sql`select (${table.date} at time zone ${config.timeZone})::date as day, type, 1 as transactions, count as credits, total
        from ${table} where ${processedOf(db, config, currentUser, query)}`
  const { rows } = await db.execute<DayRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, type, sum(transactions)::float8 as count, sum(credits)::float8 as credits,
      sum(total)::float8 as total
    from (${sums}) as days where ${IS_SUMMED} group by days.day, type order by days.day`)
  const days = new Map<string, DayRow[]>()
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row])
  return [...days].map(([day, rows]) => {
    const { sales, refunds } = totalsOf(rows)
    return { day, sales, refunds }
  })
}

/** The same by day and seller at once, as the export of the summary reads them: a table ends with their total. */
export const exportedSummary = (currentUser: CurrentUser, query: TransactionQuery): ExportedList => {
  let total = NOTHING
  return {
    resource: 'license_transactions',
    name: 'Ventas por día y vendedor',
    row: daySumsOutput,
    shown: Object.keys(daySumsOutput.shape).filter((name) => name !== 'userCreated'),
    amounts: new Set(['sales', 'refunds', 'net']),
    async find({ db, config }) {
      const kept = keptOf(db, config, currentUser, query)
      const sums = kept
        ? sellerDaySums(kept, kept.filters)
        : sql`select (${table.date} at time zone ${config.timeZone})::date as day, user_created, user_created_name,
            type, 1 as transactions, count as credits, total
            from ${table} where ${processedOf(db, config, currentUser, query)}`
      const rows = sql`
        select to_char(day, 'YYYY-MM-DD') as day, user_created as "userCreated",
          max(user_created_name) as "userCreatedName",
          ${ofType('SALE', 'transactions')} as "saleCount", ${ofType('SALE', 'credits')} as "saleCredits",
          ${amountOf('SALE')} as sales,
          ${ofType('REFUND', 'transactions')} as "refundCount", ${ofType('REFUND', 'credits')} as "refundCredits",
          ${amountOf('REFUND')} as refunds,
          (coalesce(sum(case type when 'SALE' then total else -total end), 0))::float8 as net
        from (${sums}) as sums where ${IS_SUMMED} and ${sql.raw(String(query.status !== 'CREATED'))}
        group by day, user_created`
      return {
        rows: sql`select * from (${rows}) as summed order by day, "userCreatedName", "userCreated"`,
        count: sql`select count(*) from (${rows}) as summed`,
      }
    },
    async read(_context, found) {
      const rows = found.map((row) => daySumsOutput.parse(row))
      total = rows.reduce(added, total)
      return rows
    },
    total: () => total,
  }
}

const NOTHING: DaySums = {
  ...{ day: 'Total', userCreated: '', userCreatedName: '' },
  ...{ saleCount: 0, saleCredits: 0, sales: 0, refundCount: 0, refundCredits: 0, refunds: 0, net: 0 },
}

const added = (total: DaySums, row: DaySums): DaySums => ({
  ...total,
  saleCount: total.saleCount + row.saleCount,
  saleCredits: total.saleCredits + row.saleCredits,
  sales: money(total.sales + row.sales),
  refundCount: total.refundCount + row.refundCount,
  refundCredits: total.refundCredits + row.refundCredits,
  refunds: money(total.refunds + row.refunds),
  net: money(total.net + row.net),
})

/** Without what adding binary fractions leaves behind the cents. */
const money = (amount: number): number => Math.round(amount * 100) / 100

const ofType = (type: 'SALE' | 'REFUND', column: 'transactions' | 'credits') =>
  sql`coalesce(sum(${sql.raw(column)}) filter (where type = ${type}), 0)::float8`

const IS_SUMMED = sql`type in ('SALE', 'REFUND')`

interface SummaryRow extends Record<string, unknown> {
  day: string | null
  userCreated: string | null
  userCreatedName: string | null
  sales: number
  refunds: number
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
