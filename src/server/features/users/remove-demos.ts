import { and, count, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { erasePersonal, recordEvents } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/access.ts'
import type { Executor } from '../../platform/database/open.ts'
import { profiles, sessions, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { tombstone } from './user-row.ts'

const refuseOthers = ({ role }: CurrentUser): void => {
  if (!isAdmin(role)) throw new Forbidden()
}

/** Demo users whose two hours have passed by the database's own clock; one without an expiry never had any. */
const expiredDemos = (db: Executor) => {
  const demo = db
    .select({ _id: profiles._id })
    .from(profiles)
    .where(and(eq(profiles.isSystem, true), eq(profiles.name, 'demo')))
  return and(isNull(users.deletedAt), inArray(users.profile, demo), lte(users.dateExpire, sql`now()`))
}

/** How many users a removal would delete now. */
export const countExpiredDemos = async (
  { db }: Context,
  currentUser: CurrentUser,
): Promise<{ count: number }> => {
  refuseOthers(currentUser)
  const [found] = await db.select({ count: count() }).from(users).where(expiredDemos(db))
  return { count: found?.count ?? 0 }
}

/** Deletes the expired demo users (rule U16). */
export const removeDemos = ({ db, now }: Context, currentUser: CurrentUser): Promise<{ count: number }> => {
  refuseOthers(currentUser)
  return withRetry(db, async (tx) => {
    const locked = await lockCurrentUser(tx, currentUser, { need: { action: 'delete', resource: 'users' } })
    refuseOthers(locked.currentUser)
    // Locked here: a demo that was sold a licence meanwhile is not selected any more.
    const removed = await tx
      .select({ _id: users._id })
      .from(users)
      .where(expiredDemos(tx))
      .orderBy(users._id)
      .for('no key update')
    const ids = removed.map(({ _id }) => _id)
    await tx.update(users).set(tombstone()).where(inArray(users._id, ids))
    await tx.delete(sessions).where(inArray(sessions.user, ids))
    await erasePersonal(tx, currentUser, now(), ids)
    const events = ids.map(
      (_id) => ({ action: 'delete', resource: 'users', record: { _id, name: '' } }) as const,
    )
    await recordEvents(tx, currentUser, now(), events)
    return { count: removed.length }
  })
}
