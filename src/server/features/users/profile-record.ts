import { roleOf } from '../../../domain/access/permissions.ts'
import { fold } from '../../../domain/format/text.ts'
import { PROFILE_MESSAGES, type Profile } from '../../../domain/users/profile.ts'
import { uniqueViolation } from '../../platform/database/errors.ts'
import type { ProfileRow } from '../../platform/database/schema/users.ts'
import { duplicate } from '../../platform/http/errors.ts'

/** Unique key of a profile's name: ignores case, accents and spaces. */
export const profileKey = (name: string): string => fold(name.normalize('NFKC'))

type ListedProfile = Pick<ProfileRow, keyof ProfileRow & keyof Profile>

export const profileResponse = (row: ListedProfile): Profile => ({
  role: roleOf(row),
  ...row,
  dateCreate: row.dateCreate.toISOString(),
  dateUpdate: row.dateUpdate.toISOString(),
})

/** Maps a unique violation of the name to an error of its field. */
export const mapDuplicate = async <T>(name: string, write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (uniqueViolation(error) === 'profiles_name') throw duplicate('name', PROFILE_MESSAGES.duplicate(name))
    throw error
  }
}
