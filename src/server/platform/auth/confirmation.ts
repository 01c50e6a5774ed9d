import { KEY_MESSAGES } from '../../../domain/keys/key.ts'
import { CONFIRMATION } from '../../../domain/sign-in/confirmation.ts'
import { Forbidden } from '../http/errors.ts'
import type { CurrentUser } from './current-user.ts'

/**
 * Throws the Forbidden with the code `CONFIRM` unless the session's user signed in or confirmed lately (rule P17). Call
 * it after every other permission check. Jobs have no session, and were confirmed when they were started; keys cannot
 * confirm, and are refused without the code (rule A18).
 */
export const requireConfirmed = ({ isConfirmed, key }: CurrentUser): void => {
  if (key !== undefined) throw new Forbidden(KEY_MESSAGES.closed)
  if (isConfirmed === false) throw new Forbidden(CONFIRMATION.message, { code: CONFIRMATION.code })
}
