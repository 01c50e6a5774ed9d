import { and, eq, sql } from 'drizzle-orm'
import { dayOf } from '../../../domain/format/dates.ts'
import type { User } from '../../../domain/users/user.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { scopeOf } from '../../platform/auth/scope.ts'
import { balanceMonths, balances, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { listUsers } from './list-users.ts'
import { lowBalances, type UserQuery } from './user-query.ts'

/** The number of active resellers in scope with a low balance, and the first of them by balance. */
export const listLowBalances = async (
  context: Context,
  currentUser: CurrentUser,
): Promise<{ count: number; users: User[] }> => {
  const { db, config, now } = context
  const low = sql`${users._id} in (${lowBalances(dayOf(now(), config.timeZone))})`
  const found = await db
    .select({ _id: users._id })
    .from(users)
    .leftJoin(balances, eq(balances._id, users._id))
    .where(and(scopeOf(db, currentUser), low))
    .orderBy(balanceMonths, users._id)
  const ids = found.slice(0, 5).map(({ _id }) => _id)
  if (ids.length === 0) return { count: 0, users: [] }
  const query: UserQuery = { search: '', ids, limit: ids.length, sort: 'creditToResell', order: 'asc' }
  return { count: found.length, users: await listUsers(context, currentUser, query) }
}
