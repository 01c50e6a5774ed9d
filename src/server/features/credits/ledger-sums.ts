import { and, eq, gte, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import type { TransactionType } from '../../../domain/credits/transaction.ts'
import { dayAfter } from '../../../domain/format/dates.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { visibleOwners } from '../../platform/auth/scope.ts'
import type { Executor, Tx } from '../../platform/database/open.ts'
import { ledgerSums, licenseTransactions } from '../../platform/database/schema/credits.ts'
import { users } from '../../platform/database/schema/users.ts'

/** Filters supported by the stored sums: days of the service (both included), type and seller. */
export interface SumFilters {
  dateBeging?: string | undefined
  dateFinish?: string | undefined
  type?: TransactionType | undefined
  userCreated?: string | undefined
}

/** The user's scope, and how individual transactions are filtered and dated. */
export interface SumScope {
  db: Executor
  currentUser: CurrentUser
  timeZone: string
  /** The filters as conditions on the transactions. */
  where: SQL | undefined
}

/**
 * The stored sums by day within a scope: rows of `day`, `type`, `transactions`, `credits`, `days` and `total`. See
 * docs/design/ledger.md for how they are maintained.
 */
export const dailySums = (scope: SumScope, filters: SumFilters): SQL =>
  sumsWithin(scope, filters, { day: sql`start` }, daysWithin(filters))

/** The stored sums by seller. */
export const sellerSums = (scope: SumScope, filters: SumFilters): SQL =>
  sumsWithin(scope, filters, SELLER, spansWithin(filters))

/** The stored sums by day and seller. */
export const sellerDaySums = (scope: SumScope, filters: SumFilters): SQL =>
  sumsWithin(scope, filters, { day: sql`start`, ...SELLER }, daysWithin(filters))

/** The stored sums by type only: for counts and totals. */
export const typeSums = (scope: SumScope, filters: SumFilters): SQL =>
  sumsWithin(scope, filters, {}, spansWithin(filters))

const SELLER = { user_created: sql`user_created`, user_created_name: sql`user_created_name` }

const daysWithin = ({ dateBeging, dateFinish }: SumFilters): SQL | undefined =>
  within('day', dateBeging, dateFinish)

/** Reads as few rows as possible: whole months, and the days before and after them. */
const spansWithin = ({ dateBeging, dateFinish }: SumFilters): SQL | undefined => {
  const { months, days } = splitDays(dateBeging, dateFinish)
  return or(
    months && within('month', months.from, months.to),
    ...days.map(({ from, to }) => within('day', from, to)),
  )
}

const within = (span: 'day' | 'month', from: string | undefined, to: string | undefined): SQL | undefined =>
  and(
    eq(ledgerSums.span, span),
    from === undefined ? undefined : gte(ledgerSums.start, from),
    to === undefined ? undefined : lte(ledgerSums.start, to),
  )

type Columns = Partial<Record<'day' | 'user_created' | 'user_created_name', SQL>>

/** The leading columns of a select. */
const namedColumns = (columns: Columns): SQL =>
  sql.join(Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.identifier(name)},`))

/** The stored sums of the sellers and owners in scope, plus sales to the reseller itself. */
const sumsWithin = (
  scope: SumScope,
  { type, userCreated }: SumFilters,
  columns: Columns,
  spans: SQL | undefined,
): SQL => {
  const { db, currentUser } = scope
  const matching = and(
    spans,
    type && eq(ledgerSums.type, type),
    userCreated === undefined ? undefined : eq(ledgerSums.userCreated, userCreated),
  )
  const sums = sql`select ${namedColumns(columns)} type, transactions, credits, days, total from ${ledgerSums}`
  if (isAdmin(currentUser.role)) return sql`${sums} where ${matching}`
  const { id } = currentUser
  const isOwned = sql`${ledgerSums.owner} = any(array(${visibleOwners(db, currentUser)}))`
  return sql`
    ${sums} where ${and(matching, eq(ledgerSums.userCreated, id))}
    union all
    ${sums} where ${and(matching, isOwned, ne(ledgerSums.userCreated, id))}
    union all
    ${soldToSelf(scope, columns)}`
}

/** A transaction as a row of sums. */
export const SUMMED_COLUMNS = sql`type, 1 as transactions, case period when 'DIAS' then 0 else count end as credits,
  case period when 'DIAS' then count else 0 end as days, total`

/** Sales to a reseller by its owner, which are in neither its own sums nor those of its customers. */
const soldToSelf = ({ db, currentUser, timeZone, where }: SumScope, columns: Columns): SQL => {
  const { id } = currentUser
  const table = licenseTransactions
  const values = {
    day: sql`(${table.date} at time zone ${timeZone})::date`,
    user_created: sql`${table.userCreated}`,
    user_created_name: sql`${table.userCreatedName}`,
  }
  const requested = Object.fromEntries(Object.entries(values).filter(([name]) => name in columns))
  const isOutside = sql`not exists (select from ${users} where ${users._id} = ${id} and ${users.deletedAt} is null
    and ${users.createdBy} = any(array(${visibleOwners(db, currentUser)})))`
  return sql`
    select ${namedColumns(requested)} ${SUMMED_COLUMNS} from ${table}
    where ${and(
      where,
      eq(table.status, 'PROCESSED'),
      eq(table.userLicensed, id),
      ne(table.userCreated, id),
      isOutside,
    )}`
}

interface Days {
  from: string | undefined
  to: string | undefined
}

/** Splits two days (both included) into the whole months between them, by their first days, and the remaining days. */
export const splitDays = (
  from: string | undefined,
  to: string | undefined,
): { months: Days | undefined; days: Days[] } => {
  const first = from === undefined || from.endsWith('-01') ? from : monthAfter(from, 1)
  const next = to === undefined ? undefined : dayAfter(to, 1)
  const end = next === undefined || next.endsWith('-01') ? next : monthAfter(next, 0)
  if (first !== undefined && end !== undefined && first >= end)
    return { months: undefined, days: [{ from, to }] }
  const days: Days[] = []
  if (first !== undefined && from !== first) days.push({ from, to: dayAfter(first, -1) })
  if (end !== undefined && next !== end) days.push({ from: end, to })
  return { months: { from: first, to: end === undefined ? undefined : dayAfter(end, -1) }, days }
}

/** The first day of the month, `months` after that of a day. */
const monthAfter = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 + months, 1))
    .toISOString()
    .slice(0, 10)

/** Rebuilds the stored sums from all transactions, with the days of a time zone. */
export const recountLedger = async (tx: Tx, timeZone: string): Promise<void> => {
  await tx.execute(sql`lock table ${licenseTransactions}, ${ledgerSums} in share row exclusive mode`)
  await tx.execute(sql`select recount_ledger(${timeZone})`)
}
