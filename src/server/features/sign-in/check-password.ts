import type { AuditAction } from '../../../domain/audit/audit-event.ts'
import { PASSWORD_MESSAGES } from '../../../domain/users/password.ts'
import { boundedEvents, recordChange } from '../../platform/audit/audit-log.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { UserRow } from '../../platform/database/schema/users.ts'
import type { Context } from '../../platform/http/context.ts'
import { Invalid, TooManyRequests } from '../../platform/http/errors.ts'
import { verifyPasswordFor } from './passwords.ts'
import { type Attempt, admitAttempt, unlessOverloaded } from './sign-in-limits.ts'

/** The request's field with the password, and the audit actions of a wrong one and of one beyond the limits. */
interface PasswordCheck {
  field: string
  failed: AuditAction
  refused: AuditAction
}

type CheckedUser = Pick<UserRow, '_id' | 'name' | 'nameKey'>

const userEvent = (action: AuditAction, { _id, name }: CheckedUser) =>
  ({ action, resource: 'users', record: { _id, name } }) as const

/** Admits a guess of a signed-in user; throws TooManyRequests beyond the limits of sign-ins, and records it. */
export const admitGuess = async (
  context: Context,
  currentUser: CurrentUser,
  user: CheckedUser,
  refused: AuditAction,
): Promise<Attempt> => {
  const { ip: address } = currentUser
  // The user's own session has a separate limit, so that guesses from outside cannot lock it out.
  const bucket = { kind: currentUser.id === user._id ? 'session' : 'anywhere' } as const
  return admitAttempt(context, { nameKey: user.nameKey, address, bucket }).catch(async (error) => {
    if (error instanceof TooManyRequests)
      await boundedEvents(context).record(
        [`password ${currentUser.id}`],
        currentUser,
        userEvent(refused, user),
      )
    throw error
  })
}

/**
 * Verifies a password typed by a signed-in user, limited like a sign-in (rule P7). Throws Invalid if it is wrong, and
 * TooManyRequests beyond the limits.
 */
export const checkPassword = async (
  context: Context,
  currentUser: CurrentUser,
  user: CheckedUser & Pick<UserRow, 'passwordHash'>,
  password: string,
  { field, failed, refused }: PasswordCheck,
): Promise<void> => {
  const attempt = await admitGuess(context, currentUser, user, refused)
  const verification = verifyPasswordFor(currentUser.id, user.passwordHash, password)
  const matches = await unlessOverloaded(context, attempt, verification)
  if (!matches) {
    await attempt.fail(context.db)
    await recordChange(context.db, currentUser, context.now(), userEvent(failed, user))
    throw wrongPassword(field)
  }
  await attempt.forget(context.db)
}

export const wrongPassword = (field: string) => new Invalid([{ field, message: PASSWORD_MESSAGES.wrong }])
