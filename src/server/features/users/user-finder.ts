import { and, type SQL, sql } from 'drizzle-orm'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { filterQuery } from '../../platform/collections/bulk.ts'
import { users } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import type { UserFinder } from '../credits/bulk-sale.ts'
import { requireVisible, type UserQuery, userCondition, userParameters } from './user-query.ts'
import { byUser } from './user-sources.ts'

/** Finds the users that a filter of a request body describes, for changes and sales of many. */
export const userFinder = (context: Context): UserFinder => {
  const querystring = userParameters(context.config)
  return {
    requireVisible: requireVisibleFilter,
    find: (currentUser, filter) => matchingUsers(context, currentUser, filterQuery(querystring, filter)),
  }
}

/** `requireVisible` for the `filter` of a bulk request. */
const requireVisibleFilter = (currentUser: CurrentUser, body: unknown): void => {
  if (typeof body === 'object' && body !== null && 'filter' in body) requireVisible(currentUser, body.filter)
}

/** A query of the ids (`_id`) of all users matching a list's query. */
const matchingUsers = (context: Context, currentUser: CurrentUser, query: UserQuery): SQL => {
  const condition = and(byUser.present, userCondition(context, currentUser, query, byUser))
  return sql`select ${users._id} from ${users} where ${condition}`
}
