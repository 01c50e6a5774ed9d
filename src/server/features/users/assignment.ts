import { creationCreditProblem, mayAssign } from '../../../domain/users/creation.ts'
import { holderOf } from '../../../domain/users/profile-rules.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import type { Caller } from '../../platform/auth/permissions.ts'
import type { Tx } from '../../platform/database/open.ts'
import type { ProfileRow } from '../../platform/database/schema/users.ts'
import { Invalid } from '../../platform/http/errors.ts'
import { readSettings } from '../../platform/settings/read-settings.ts'

/**
 * The profile that a user is to get, by an id that was locked with the caller; throws Invalid when the caller may not give
 * it or lacks the credit for it.
 */
export const assignProfile = async (
  tx: Tx,
  { caller, profileOf }: { caller: Caller; profileOf: (id: string) => ProfileRow | undefined },
  id: string,
): Promise<ProfileRow> => {
  const profile = profileOf(id)
  const settings = await readSettings(tx)
  const given = profile && holderOf(profile)
  if (!profile || !given || !mayAssign(caller, given, settings))
    throw new Invalid([{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }])
  const problem = creationCreditProblem(caller, given.role, settings.periods)
  if (problem) throw new Invalid([problem])
  return profile
}
