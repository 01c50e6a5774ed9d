import { and, eq, sql } from 'drizzle-orm'
import type { Size } from '../../../domain/contract/list-limit.ts'
import { dayOf } from '../../../domain/format/dates.ts'
import type { User } from '../../../domain/users/user.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { inScope } from '../../platform/auth/scope.ts'
import { balanceMonths, balances, users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { countUsers, listUsers } from './list-users.ts'
import { activeResellers, type UserQuery } from './user-query.ts'

/** Resellers shown by the home page. */
const SHOWN = 5

/** Counts the active resellers in scope with a low balance, as their list does, and lists those with the least. */
export const listLowBalances = async (
  context: Context,
  currentUser: CurrentUser,
): Promise<Pick<Size, 'count' | 'approximate'> & { users: User[] }> => {
  const { db, config, now } = context
  const { count, approximate } = await countUsers(context, currentUser, { search: '', lowBalance: true })
  const isActive = sql`${users._id} in (${activeResellers(dayOf(now(), config.timeZone))})`
  const rows = await db
    .select({ _id: users._id })
    .from(users)
    .leftJoin(balances, eq(balances._id, users._id))
    .where(and(inScope(db, currentUser), isActive))
    .orderBy(balanceMonths, users._id)
    .limit(SHOWN)
  if (rows.length === 0) return { count, users: [] }
  const ids = rows.map(({ _id }) => _id)
  const query: UserQuery = { search: '', ids, limit: SHOWN, sort: 'creditToResell', order: 'asc' }
  return { count, ...(approximate && { approximate }), users: await listUsers(context, currentUser, query) }
}
