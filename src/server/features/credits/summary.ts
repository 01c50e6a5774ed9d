import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Summary } from '../../../domain/credits/totals.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import { licenseTransactions } from '../../platform/database/schema/credits.ts'
import type { Context } from '../../platform/http/context.ts'
import { allOf, type TransactionQuery } from './list-transactions.ts'

const table = licenseTransactions

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
