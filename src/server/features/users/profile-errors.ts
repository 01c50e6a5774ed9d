import { PROFILE_MESSAGES } from '../../../domain/users/profile.ts'
import { uniqueViolation } from '../../platform/database/errors.ts'
import { duplicate } from '../../platform/http/errors.ts'

/** Runs a write of a profile; a name that is taken becomes a conflict that says it. */
export const sayingDuplicate = async <T>(name: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (uniqueViolation(error) === 'profiles_name') throw duplicate('name', PROFILE_MESSAGES.duplicate(name))
    throw error
  }
}
