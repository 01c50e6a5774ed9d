import { and, eq, type SQL, sql, sum } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/roles.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import { scopeOf } from '../../platform/auth/user-scope.ts'
import { pagingOf } from '../../platform/collections/list-parameters.ts'
import { countWithin, type RoughCount } from '../../platform/database/estimate-rows.ts'
import { listPage } from '../../platform/database/list-query.ts'
import type { Executor } from '../../platform/database/open.ts'
import { histories } from '../../platform/database/schema/support.ts'
import { users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { NotFound } from '../../platform/http/errors.ts'
import { loadPageSize } from '../../platform/settings/page-size.ts'
import { type HistoryQuery, historyConditions, historySorts, type KeptCounts } from './history-conditions.ts'
import { type HistoryWire, historyToWire } from './history-wire.ts'
import { seekDay } from './seek-day.ts'

const source = {
  table: histories,
  id: histories._id,
  sorts: historySorts,
  defaultSort: { by: 'date', order: 'desc' },
} as const

/** By date visits are stored in the order of the list: many of the first ones are read at little cost. */
const sourceByDate = { ...source, nearbyReach: 50_000 } as const

/** Limits of an exact count of visits; beyond them an estimate is answered (rule Q3). */
const COUNTED = { rows: 20_000, milliseconds: 30 }

/** One page of the visits within the caller's scope, the last ones first. */
export const listHistories = async (
  { db, config }: Context,
  caller: Caller,
  query: HistoryQuery,
): Promise<HistoryWire[]> => {
  const { where, scattered, kept } = historyConditions(db, config, caller, query)
  const { page, limit } = await pagingOf(query, () => loadPageSize(db))
  const isByDate = (query.sort ?? 'date') === 'date'
  const order = query.order ?? (query.sort ? 'asc' : 'desc')
  const offset = (page - 1) * limit
  const place = isByDate && kept ? await seekDay(db, config.timeZone, kept, { offset, order }) : undefined
  const rows = await listPage(db, isByDate ? sourceByDate : source, {
    scattered,
    page,
    limit,
    sort: query.sort,
    order,
    where: and(where, place?.where),
    offset: place?.offset,
    counted: isByDate ? undefined : kept && countOf(kept),
  })
  return rows.map(historyToWire)
}

/** How many visits the same query finds: exact wherever that is quick. */
export const countHistories = async (
  { db, config }: Context,
  caller: Caller,
  query: HistoryQuery,
): Promise<RoughCount> => {
  const { where, scattered, kept } = historyConditions(db, config, caller, query)
  return kept ? { count: await sumOf(db, kept) } : countWithin(db, histories, and(where, scattered), COUNTED)
}

const countOf = ({ counts, where }: KeptCounts): SQL =>
  sql`select coalesce(sum(${counts.visits}), 0) from ${counts} ${where ? sql`where ${where}` : sql``}`

const sumOf = async (db: Executor, { counts, where }: KeptCounts): Promise<number> => {
  const [row] = await db
    .select({ visits: sum(counts.visits).mapWith(Number) })
    .from(counts)
    .where(where)
  return row?.visits ?? 0
}

/** The visits of one user; throws NotFound outside of the scope. Those of a deleted user stay for who sees all. */
export const listHistoriesOf = async (
  context: Context,
  caller: Caller,
  userId: string,
  query: Omit<HistoryQuery, 'userId'>,
): Promise<HistoryWire[]> => {
  const { db } = context
  const [user] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users._id, userId), scopeOf(db, caller)))
  if (!user && !(isAdmin(caller.role) && (await hasVisits(db, userId)))) throw new NotFound()
  return listHistories(context, caller, { ...query, userId })
}

const hasVisits = async (db: Executor, userId: string): Promise<boolean> => {
  const found = await db
    .select({ _id: histories._id })
    .from(histories)
    .where(eq(histories.user, userId))
    .limit(1)
  return found.length > 0
}
