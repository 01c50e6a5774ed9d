import { eq } from 'drizzle-orm'
import { can } from '../../../domain/access/permissions.ts'
import { standsAbove } from '../../../domain/users/authority.ts'
import { PASSWORD_MESSAGES } from '../../../domain/users/password.ts'
import { boundedEvents, recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { type FoundUser, findOwnOrScoped, personOf } from '../../platform/auth/scope.ts'
import { closeSessionsOf } from '../../platform/auth/sessions.ts'
import { type UserRow, users } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid, TooManyRequests } from '../../platform/http/errors.ts'
import { editDate, refuseStale } from '../../platform/http/operation.ts'
import { hashPassword, strictPasswordError, verifyPassword } from '../sign-in/passwords.ts'
import { admitAttempt, unlessOverloaded } from '../sign-in/sign-in-limits.ts'
import { lockCurrentAndUser } from './lock-authority.ts'

interface PasswordChange {
  oldPassword: string
  newPassword: string
  dateUpdate?: string | undefined
}

/** Sets a password and ends the sessions of its user (rules P2, P4). Wrong old passwords count as failed sign-ins. */
export const changePassword = async (
  context: Context,
  currentUser: CurrentUser,
  { id, address, change }: { id: string; address: string; change: PasswordChange },
): Promise<void> => {
  const target = await requireTarget(context, currentUser, id)
  const needsOld = !canSet(currentUser, target)
  const weakness = await strictPasswordError(context.config, change.newPassword)
  const refuseWeak = ({ profile }: FoundUser) => {
    if (profile.accessWeb && weakness !== undefined)
      throw new Invalid([{ field: 'newPassword', message: weakness }])
  }
  refuseWeak(target)
  const checked = target.user.passwordHash
  if (needsOld) await verifyOld(context, currentUser, target.user, address, change.oldPassword)
  const passwordHash = await hashPassword(change.newPassword)
  await withRetry(context.db, async (tx) => {
    const { currentUser: current, found } = await lockCurrentAndUser(tx, currentUser, id, { orSelf: true })
    const { user } = found
    refuseStale(change, user.dateUpdate)
    refuseWeak(found)
    // Checked again under the lock: the old password or a profile may have changed meanwhile.
    if (needsOld ? user.passwordHash !== checked : !canSet(current, found)) throw wrongPassword()
    await tx
      .update(users)
      .set({
        passwordHash,
        userUpdate: currentUser.name,
        dateUpdate: editDate(context.now(), user.dateUpdate),
      })
      .where(eq(users._id, id))
    await closeSessionsOf(tx, id)
    await recordChange(tx, currentUser, context.now(), {
      action: 'password',
      resource: 'users',
      record: user,
    })
  })
}

/** True if the current user may set the password without the old one (rule P2). */
const canSet = (currentUser: CurrentUser, target: FoundUser): boolean =>
  can(currentUser, 'update', 'users') && standsAbove(currentUser, personOf(target))

/** Throws Forbidden, or NotFound outside the current user's scope. */
export const requireTarget = async (
  { db }: Context,
  currentUser: CurrentUser,
  id: string,
): Promise<FoundUser> => {
  if (id !== currentUser.id && !can(currentUser, 'read', 'users')) throw new Forbidden()
  return findOwnOrScoped(db, currentUser, id)
}

const wrongPassword = () => new Invalid([{ field: 'oldPassword', message: PASSWORD_MESSAGES.wrong }])

const verifyOld = async (
  context: Context,
  currentUser: CurrentUser,
  { _id, name, nameKey, passwordHash }: UserRow,
  address: string,
  oldPassword: string,
): Promise<void> => {
  const eventOf = (action: 'password-failed' | 'password-refused') =>
    ({ action, resource: 'users', record: { _id, name } }) as const
  // The user's own session has a separate limit, so that guesses from outside cannot lock it out.
  const lane = { kind: currentUser.id === _id ? 'session' : 'anywhere' } as const
  const attempt = await admitAttempt(context, { nameKey, address, lane }).catch(async (error) => {
    if (error instanceof TooManyRequests)
      await boundedEvents(context).record(
        [`password ${currentUser.id}`],
        currentUser,
        eventOf('password-refused'),
      )
    throw error
  })
  const matches = await unlessOverloaded(context, attempt, verifyPassword(passwordHash, oldPassword))
  if (!matches) {
    await attempt.fail(context.db)
    await recordChange(context.db, currentUser, context.now(), eventOf('password-failed'))
    throw wrongPassword()
  }
  await attempt.forget(context.db)
}
