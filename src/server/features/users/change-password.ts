import { eq } from 'drizzle-orm'
import { can } from '../../../domain/access/permissions.ts'
import { standsAbove } from '../../../domain/users/authority.ts'
import { PASSWORD_MESSAGES, storedForm } from '../../../domain/users/password.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { type FoundUser, findOwnOrScoped, toPerson } from '../../platform/auth/scope.ts'
import { closeUserSessions } from '../../platform/auth/sessions.ts'
import { users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid } from '../../platform/http/errors.ts'
import { editDate, refuseStale } from '../../platform/http/operation.ts'
import { checkPassword, wrongPassword } from '../sign-in/check-password.ts'
import { hashPassword, strictPasswordError } from '../sign-in/passwords.ts'
import { lockCurrentAndUser } from './lock-authority.ts'

interface PasswordChange {
  oldPassword: string
  newPassword: string
  dateUpdate?: string | undefined
}

/**
 * Sets a password and ends the sessions of its user (rules P2, P4); that of another user needs a confirmation (rule
 * P17). Wrong old passwords count as failed sign-ins.
 */
export const changePassword = async (
  context: Context,
  currentUser: CurrentUser,
  { id, change }: { id: string; change: PasswordChange },
): Promise<void> => {
  const target = await requireTarget(context, currentUser, id)
  const needsOld = !canSet(currentUser, target)
  const isSame = change.newPassword === storedForm(change.oldPassword)
  if (currentUser.mustChangePassword && isSame)
    throw new Invalid([{ field: 'newPassword', message: PASSWORD_MESSAGES.same }])
  const weakness = await strictPasswordError(context.config, change.newPassword)
  const refuseWeak = ({ profile }: FoundUser) => {
    if (profile.accessWeb && weakness !== undefined)
      throw new Invalid([{ field: 'newPassword', message: weakness }])
  }
  refuseWeak(target)
  refuseStale(change, target.user.dateUpdate)
  if (id !== currentUser.id) requireConfirmed(currentUser)
  const verifiedHash = target.user.passwordHash
  if (needsOld) await checkPassword(context, currentUser, target.user, change.oldPassword, OLD_PASSWORD)
  const passwordHash = await hashPassword(change.newPassword, currentUser.id)
  await withRetry(context.db, async (tx) => {
    const { currentUser: current, target: locked } = await lockCurrentAndUser(tx, currentUser, id, {
      orSelf: true,
    })
    const { user } = locked
    refuseStale(change, user.dateUpdate)
    refuseWeak(locked)
    // Checked again under the lock: the old password or a profile may have changed meanwhile.
    if (needsOld ? user.passwordHash !== verifiedHash : !canSet(current, locked))
      throw wrongPassword(OLD_PASSWORD.field)
    await tx
      .update(users)
      .set({
        passwordHash,
        // Typing a password again that somebody else set does not make it the user's own (rule P21).
        isPasswordGiven: id !== currentUser.id || (isSame && user.isPasswordGiven),
        userUpdate: currentUser.name,
        dateUpdate: editDate(context.now(), user.dateUpdate),
      })
      .where(eq(users._id, id))
    await closeUserSessions(tx, id)
    await recordChange(tx, currentUser, context.now(), {
      action: 'password',
      resource: 'users',
      record: user,
    })
  })
}

const OLD_PASSWORD = { field: 'oldPassword', failed: 'password-failed', refused: 'password-refused' } as const

/** True if the current user may set the password without the old one (rule P2). */
const canSet = (currentUser: CurrentUser, target: FoundUser): boolean =>
  can(currentUser, 'update', 'users') && standsAbove(currentUser, toPerson(target))

/** Throws Forbidden, or NotFound outside the current user's scope. */
export const requireTarget = async (
  { db }: Context,
  currentUser: CurrentUser,
  id: string,
): Promise<FoundUser> => {
  if (id !== currentUser.id && !can(currentUser, 'read', 'users')) throw new Forbidden()
  return findOwnOrScoped(db, currentUser, id)
}
