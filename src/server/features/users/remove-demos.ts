import { and, count, inArray, lte, sql } from 'drizzle-orm'
import { isAdmin } from '../../../domain/access/permissions.ts'
import { erasePersonal, recordEvents } from '../../platform/audit/audit-log.ts'
import { deleteUserKeys } from '../../platform/auth/api-keys.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor } from '../../platform/database/open.ts'
import { licences, sessions, users } from '../../platform/database/schema/users.ts'
import { savedViews } from '../../platform/database/schema/views.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { eraseRecipients } from '../outbox/messages.ts'
import { eraseFactors } from '../sign-in/factors.ts'
import { eraseFromReports } from '../support/issue-comments.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { eraseNotes } from './user-notes.ts'
import { isDemo } from './user-query.ts'
import { tombstone } from './user-row.ts'

export const requireAdmin = ({ role }: CurrentUser): void => {
  if (!isAdmin(role)) throw new Forbidden()
}

/** Expired demo users, by the database's clock; one without an expiry never got its hours. */
const expiredDemos = (db: Executor) =>
  and(isDemo, inArray(users._id, db.select({ _id: licences._id }).from(licences).where(isExpired)))

/** Excludes deleted users, who have no licence. */
const isExpired = lte(licences.dateExpire, sql`now()`)

export const countExpiredDemos = async (
  { db }: Context,
  currentUser: CurrentUser,
): Promise<{ count: number }> => {
  requireAdmin(currentUser)
  const [row] = await db.select({ count: count() }).from(users).where(expiredDemos(db))
  return { count: row?.count ?? 0 }
}

/** Deletes the expired demo users (rule U16). */
export const removeDemos = ({ db, now }: Context, currentUser: CurrentUser): Promise<{ count: number }> => {
  requireAdmin(currentUser)
  requireConfirmed(currentUser)
  return withRetry(db, async (tx) => {
    const locked = await lockCurrentUser(tx, currentUser, { need: { action: 'delete', resource: 'users' } })
    requireAdmin(locked.currentUser)
    const expired = await tx
      .select({ _id: users._id })
      .from(users)
      .where(expiredDemos(tx))
      .orderBy(users._id)
      .for('no key update')
    // Checked again under the locks: a demo may have been sold a licence, or deleted, meanwhile.
    const removed = await tx
      .select({ _id: users._id })
      .from(users)
      .where(
        and(
          expiredDemos(tx),
          isAnyOf(
            users._id,
            expired.map(({ _id }) => _id),
          ),
        ),
      )
      .orderBy(users._id)
    const ids = removed.map(({ _id }) => _id)
    await tx.delete(savedViews).where(inArray(savedViews.owner, ids))
    await tx.update(users).set(tombstone()).where(inArray(users._id, ids))
    await tx.delete(sessions).where(inArray(sessions.user, ids))
    await deleteUserKeys(tx, ids)
    await eraseFactors(tx, ids)
    await eraseRecipients(tx, ids, now())
    await eraseFromReports(tx, ids)
    await eraseNotes(tx, ids)
    await erasePersonal(tx, currentUser, now(), ids)
    const events = ids.map(
      (_id) => ({ action: 'delete', resource: 'users', record: { _id, name: '' } }) as const,
    )
    await recordEvents(tx, currentUser, now(), events)
    return { count: removed.length }
  })
}
