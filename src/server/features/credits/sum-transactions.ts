import { sql } from 'drizzle-orm'
import {
  type DailyTotals,
  type DaySums,
  daySumsOutput,
  type Summary,
  type Totals,
  totalsByType,
} from '../../../domain/credits/totals.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { ExportedList } from '../../platform/exports/export-list.ts'
import type { Context } from '../../platform/http/context.ts'
import { dailySums, SUMMED_COLUMNS, sellerDaySums, sellerSums, typeSums } from './ledger-sums.ts'
import { findStoredSums, processedCondition, type TransactionQuery, table } from './transaction-source.ts'

/** Sums of the processed transactions of the same query, by type. */
export const totalTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Totals> => {
  if (query.status === 'CREATED') return totalsByType([])
  const stored = findStoredSums(db, config, currentUser, query)
  const sums = stored
    ? typeSums(stored, stored.filters)
    : sql`select ${SUMMED_COLUMNS} from ${table}
        where ${processedCondition(db, config, currentUser, query)}`
  const { rows } = await db.execute<Parameters<typeof totalsByType>[0][number]>(sql`
    select type, ${SUMS}
    from (${sums}) as sums group by type`)
  return totalsByType(rows)
}

const SUMS = sql`sum(transactions)::float8 as count, sum(credits)::float8 as credits, sum(days)::float8 as days,
  sum(total)::float8 as total`

const typeAmount = (type: 'SALE' | 'REFUND') =>
  sql`coalesce(sum(total) filter (where type = ${type}), 0)::float8`

const AMOUNTS = sql`${typeAmount('SALE')} as sales, ${typeAmount('REFUND')} as refunds`

/** Processed sales and refunds of the list's query, by day and by seller. */
export const summarizeTransactions = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<Summary> => {
  if (query.status === 'CREATED') return { days: [], sellers: [] }
  const stored = findStoredSums(db, config, currentUser, query)
  const day = sql`(${table.date} at time zone ${config.timeZone})::date as day`
  const { rows } = await db.execute<SummaryRow>(
    stored
      ? sql`
          select to_char(day, 'YYYY-MM-DD') as day, null as "userCreated", null as "userCreatedName", ${AMOUNTS}
          from (${dailySums(stored, stored.filters)}) as days where ${IS_SUMMED} group by day having sum(transactions) <> 0
          union all
          select null, user_created, max(user_created_name), ${AMOUNTS}
          from (${sellerSums(stored, stored.filters)}) as sellers where ${IS_SUMMED} group by user_created`
      : sql`
          select to_char(day, 'YYYY-MM-DD') as day, user_created as "userCreated",
            max(user_created_name) as "userCreatedName", ${AMOUNTS}
          from (select ${day}, user_created, user_created_name, type, total from ${table}
            where ${processedCondition(db, config, currentUser, query)}) as transactions
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

type DayRow = Parameters<typeof totalsByType>[0][number] & { day: string }

/** Processed sales and refunds of the list's query: totals by day. */
export const totalTransactionsByDay = async (
  { db, config }: Context,
  currentUser: CurrentUser,
  query: TransactionQuery,
): Promise<DailyTotals> => {
  if (query.status === 'CREATED') return []
  const stored = findStoredSums(db, config, currentUser, query)
  const sums = stored
    ? dailySums(stored, stored.filters)
    : sql`select (${table.date} at time zone ${config.timeZone})::date as day, ${SUMMED_COLUMNS}
        from ${table} where ${processedCondition(db, config, currentUser, query)}`
  const { rows } = await db.execute<DayRow>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, type, ${SUMS}
    from (${sums}) as days where ${IS_SUMMED} group by days.day, type order by days.day`)
  const days = new Map<string, DayRow[]>()
  for (const row of rows) days.set(row.day, [...(days.get(row.day) ?? []), row])
  return [...days].map(([day, rows]) => {
    const { sales, refunds } = totalsByType(rows)
    return { day, sales, refunds }
  })
}

/** Export of the summary by day and seller, ending with the total. */
export const exportedSummary = (currentUser: CurrentUser, query: TransactionQuery): ExportedList => {
  let total = ZERO_ROW
  return {
    resource: 'license_transactions',
    name: 'Ventas por día y vendedor',
    row: daySumsOutput,
    shown: Object.keys(daySumsOutput.shape).filter((name) => name !== 'userCreated'),
    amounts: new Set(['sales', 'refunds', 'net']),
    async find({ db, config }) {
      const stored = findStoredSums(db, config, currentUser, query)
      const sums = stored
        ? sellerDaySums(stored, stored.filters)
        : sql`select (${table.date} at time zone ${config.timeZone})::date as day, user_created, user_created_name,
            ${SUMMED_COLUMNS} from ${table} where ${processedCondition(db, config, currentUser, query)}`
      const rows = sql`
        select to_char(day, 'YYYY-MM-DD') as day, user_created as "userCreated",
          max(user_created_name) as "userCreatedName",
          ${typeSum('SALE', 'transactions')} as "saleCount", ${typeSum('SALE', 'credits')} as "saleCredits",
          ${typeAmount('SALE')} as sales,
          ${typeSum('REFUND', 'transactions')} as "refundCount", ${typeSum('REFUND', 'credits')} as "refundCredits",
          ${typeSum('REFUND', 'days')} as "refundDays", ${typeAmount('REFUND')} as refunds,
          (coalesce(sum(case type when 'SALE' then total else -total end), 0))::float8 as net
        from (${sums}) as sums where ${IS_SUMMED} and ${sql.raw(String(query.status !== 'CREATED'))}
        group by day, user_created`
      return {
        rows: sql`select * from (${rows}) as summed order by day, "userCreatedName", "userCreated"`,
        count: sql`select count(*) from (${rows}) as summed`,
      }
    },
    async read(_context, stored) {
      const rows = stored.map((row) => daySumsOutput.parse(row))
      total = rows.reduce(addRow, total)
      return rows
    },
    total: () => total,
  }
}

const ZERO_ROW: DaySums = {
  ...{ day: 'Total', userCreated: '', userCreatedName: '' },
  ...{ saleCount: 0, saleCredits: 0, sales: 0 },
  ...{ refundCount: 0, refundCredits: 0, refundDays: 0, refunds: 0, net: 0 },
}

const addRow = (total: DaySums, row: DaySums): DaySums => ({
  ...total,
  saleCount: total.saleCount + row.saleCount,
  saleCredits: total.saleCredits + row.saleCredits,
  sales: money(total.sales + row.sales),
  refundCount: total.refundCount + row.refundCount,
  refundCredits: total.refundCredits + row.refundCredits,
  refundDays: total.refundDays + row.refundDays,
  refunds: money(total.refunds + row.refunds),
  net: money(total.net + row.net),
})

/** Removes binary rounding errors beyond the cents. */
const money = (amount: number): number => Math.round(amount * 100) / 100

const typeSum = (type: 'SALE' | 'REFUND', column: 'transactions' | 'credits' | 'days') =>
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
