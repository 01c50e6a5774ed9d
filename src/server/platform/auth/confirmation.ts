import { CONFIRMATION, isConfirmed } from '../../../domain/sign-in/confirmation.ts'
import { Forbidden } from '../http/errors.ts'
import type { CurrentUser } from './current-user.ts'

/**
 * Throws the Forbidden with the code `CONFIRM` unless the session's user signed in or confirmed lately (rule P17). Call
 * it after every other permission is checked. Work without a session, such as that of a job, was confirmed when it began.
 */
export const requireConfirmed = ({ confirmedAt }: CurrentUser, now: Date): void => {
  if (confirmedAt !== undefined && !isConfirmed(confirmedAt, now))
    throw new Forbidden(CONFIRMATION.message, { code: CONFIRMATION.code })
}
