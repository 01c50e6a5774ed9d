import { canonicalGrants } from '../../../domain/access/permissions.ts'
import { PROFILE_MESSAGES, type Profile, type ProfileInput } from '../../../domain/users/profile.ts'
import { canCreateProfiles, newProfileErrors } from '../../../domain/users/profile-rules.ts'
import { recordChange } from '../../platform/audit/audit-log.ts'
import { requireConfirmed } from '../../platform/auth/confirmation.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { profiles } from '../../platform/database/schema/users.ts'
import { withRetry } from '../../platform/database/transactions.ts'
import type { Context } from '../../platform/http/context.ts'
import { Forbidden, Invalid } from '../../platform/http/errors.ts'
import { lockCurrentUser } from './lock-authority.ts'
import { mapDuplicate, profileKey, profileResponse } from './profile-record.ts'

/** Creates a profile with no more grants than its creator has. */
export const createProfile = async (
  { db, now }: Context,
  session: CurrentUser,
  input: ProfileInput,
): Promise<Profile> => {
  const routeAccess = canonicalGrants(input.routeAccess)
  const date = now()
  const values = {
    ...input,
    routeAccess,
    nameKey: profileKey(input.name),
    dateCreate: date,
    dateUpdate: date,
  }
  return mapDuplicate(input.name, () =>
    withRetry(db, async (tx) => {
      const { currentUser } = await lockCurrentUser(tx, session, {
        need: { action: 'create', resource: 'profiles' },
      })
      if (!canCreateProfiles(currentUser)) throw new Forbidden(PROFILE_MESSAGES.noCustom)
      const errors = newProfileErrors(currentUser, routeAccess)
      if (errors.length > 0) throw new Invalid(errors)
      requireConfirmed(currentUser)
      const [row] = await tx.insert(profiles).values(values).returning()
      if (!row) throw new Error('The new profile was not stored')
      await recordChange(tx, currentUser, date, {
        action: 'create',
        resource: 'profiles',
        record: row,
        after: row,
      })
      return profileResponse(row)
    }),
  )
}
