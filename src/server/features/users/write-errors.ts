import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import { foreignKeyViolation, uniqueViolation } from '../../platform/database/errors.ts'
import { duplicate, Invalid } from '../../platform/http/errors.ts'

/** Runs a write of a user; a name that is taken, or a profile deleted meanwhile, becomes what the form can show. */
export const sayingConflicts = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (uniqueViolation(error) === 'users_name') throw duplicate('name', USER_MESSAGES.duplicate)
    if (foreignKeyViolation(error)?.includes('profile'))
      throw new Invalid([{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }])
    throw error
  }
}
