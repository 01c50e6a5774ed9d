import { eq } from 'drizzle-orm'
import { isReseller } from '../../../domain/access/permissions.ts'
import { canDelete } from '../../../domain/users/authority.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { erasePersonal, recordChange } from '../../platform/audit/audit-log.ts'
import { deleteUserKeys } from '../../platform/auth/api-keys.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { toPerson } from '../../platform/auth/scope.ts'
import { closeUserSessions } from '../../platform/auth/sessions.ts'
import type { Tx } from '../../platform/database/open.ts'
import { users } from '../../platform/database/schema/users.ts'
import { savedViews } from '../../platform/database/schema/views.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden } from '../../platform/http/errors.ts'
import { eraseRecipients } from '../outbox/messages.ts'
import { eraseFactors } from '../sign-in/factors.ts'
import { eraseFromReports } from '../support/issue-comments.ts'
import { lockCurrentAndUser } from './lock-authority.ts'
import { requireNoCustomers } from './user-checks.ts'
import { eraseNotes } from './user-notes.ts'
import { tombstone } from './user-row.ts'

/** Deletes a user: erases personal data and sessions, and leaves a tombstone for the ledger (rules U17, U18). */
export const deleteUser = (context: Context, session: CurrentUser, id: string): Promise<{ _id: string }> =>
  withRetry(context.db, (tx) => deleteUserIn(tx, context, session, id))

/** Deletes a user within a transaction, possibly part of a batch. */
export const deleteUserIn = async (
  tx: Tx,
  { now }: Context,
  session: CurrentUser,
  id: string,
  batch?: { batch: string },
): Promise<{ _id: string }> => {
  const need = { action: 'delete', resource: 'users' } as const
  const { currentUser, target } = await lockCurrentAndUser(tx, session, id, { need })
  const person = toPerson(target)
  if (currentUser.id === id) throw new Forbidden(USER_MESSAGES.deleteSelf)
  if (!canDelete(currentUser, person)) throw new Forbidden(USER_MESSAGES.notBelow)
  if (isReseller(person.role)) await requireNoCustomers(tx, target.user, USER_MESSAGES.hasCustomers)
  if (target.profile.accessWeb) requireConfirmed(currentUser)
  await closeUserSessions(tx, id)
  await deleteUserKeys(tx, [id])
  await eraseFactors(tx, [id])
  await tx.delete(savedViews).where(eq(savedViews.owner, id))
  await tx.update(users).set(tombstone()).where(eq(users._id, id))
  await eraseRecipients(tx, [id], now())
  await eraseFromReports(tx, [id])
  await eraseNotes(tx, [id])
  await erasePersonal(tx, currentUser, now(), [id])
  const record = { _id: id, name: '' }
  await recordChange(tx, currentUser, now(), { action: 'delete', resource: 'users', record, ...batch })
  return { _id: id }
}
