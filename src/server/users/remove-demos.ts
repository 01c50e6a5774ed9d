import { and, count, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { isAdmin } from '../../domain/access/roles.ts'
import type { Executor } from '../database/open.ts'
import { withRetry } from '../database/retry.ts'
import { sessions } from '../database/schema/sessions.ts'
import { profiles, users } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { Forbidden } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import { tombstone } from './tombstone.ts'

const refuseOthers = ({ role }: Caller): void => {
  if (!isAdmin(role)) throw new Forbidden()
}

/** Demo users whose two hours have passed by the database's own clock; one without an expiry has none left. */
const expiredDemos = (db: Executor) => {
  const demo = db
    .select({ _id: profiles._id })
    .from(profiles)
    .where(and(eq(profiles.isSystem, true), eq(profiles.name, 'demo')))
  return and(
    isNull(users.deletedAt),
    inArray(users.profile, demo),
    or(isNull(users.dateExpire), lte(users.dateExpire, sql`now()`)),
  )
}

/** How many users a removal would take away now. */
export const countExpiredDemos = async ({ db }: Context, caller: Caller): Promise<{ count: number }> => {
  refuseOthers(caller)
  const [found] = await db.select({ count: count() }).from(users).where(expiredDemos(db))
  return { count: found?.count ?? 0 }
}

/** Deletes the expired demo users and those alone; the deleting statement itself decides who they are. */
export const removeDemos = ({ db }: Context, caller: Caller): Promise<{ count: number }> => {
  refuseOthers(caller)
  return withRetry(db, async (tx) => {
    const removed = await tx
      .update(users)
      .set(tombstone())
      .where(expiredDemos(tx))
      .returning({ _id: users._id })
    const deleted = tx.select({ _id: users._id }).from(users).where(isNotNull(users.deletedAt))
    await tx.delete(sessions).where(inArray(sessions.user, deleted))
    return { count: removed.length }
  })
}
