import { canonicalGrants } from '../../domain/access/permissions.ts'
import { mayGive } from '../../domain/users/authority.ts'
import { PROFILE_MESSAGES, type ProfileInput } from '../../domain/users/profile.ts'
import { recordChange } from '../audit/record-change.ts'
import { withRetry } from '../database/retry.ts'
import { profiles } from '../database/schema/users.ts'
import type { Context } from '../http/context.ts'
import { Invalid } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import { sayingDuplicate } from './profile-errors.ts'
import { profileKeyOf } from './profile-key.ts'
import { type ProfileWire, profileToWire } from './profile-wire.ts'

/** Creates a profile that grants nothing which its creator lacks. */
export const createProfile = async (
  { db, now }: Context,
  caller: Caller,
  input: ProfileInput,
): Promise<ProfileWire> => {
  const routeAccess = canonicalGrants(input.routeAccess)
  if (!mayGive(caller, { role: 'admin', routeAccess }))
    throw new Invalid([{ field: 'routeAccess', message: PROFILE_MESSAGES.beyondOwn }])
  const date = now()
  const values = {
    ...input,
    routeAccess,
    nameKey: profileKeyOf(input.name),
    dateCreate: date,
    dateUpdate: date,
  }
  return sayingDuplicate(input.name, () =>
    withRetry(db, async (tx) => {
      const [row] = await tx.insert(profiles).values(values).returning()
      if (!row) throw new Error('The new profile was not stored')
      await recordChange(tx, caller, date, {
        action: 'create',
        resource: 'profiles',
        record: row,
        after: row,
      })
      return profileToWire(row)
    }),
  )
}
