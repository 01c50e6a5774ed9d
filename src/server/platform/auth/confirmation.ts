import { KEY_MESSAGES } from '../../../domain/keys/key.ts'
import { CONFIRMATION } from '../../../domain/sign-in/confirmation.ts'
import { Forbidden } from '../http/errors.ts'
import type { CurrentUser } from './current-user.ts'

/**
 * Throws the Forbidden with the code `CONFIRM` unless the session's user signed in or confirmed lately (rule P17). Call
 * it after every other permission is checked. Work without a session, such as that of a job, was confirmed when it began;
 * a key cannot confirm, and is refused without the code (rule A18).
 */
export const requireConfirmed = ({ isConfirmed, key }: CurrentUser): void => {
  if (key !== undefined) throw new Forbidden(KEY_MESSAGES.closed)
  if (isConfirmed === false) throw new Forbidden(CONFIRMATION.message, { code: CONFIRMATION.code })
}
