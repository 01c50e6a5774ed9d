import { canonicalGrants } from '../../domain/access/permissions.ts'
import { mayGive } from '../../domain/users/authority.ts'
import { PROFILE_MESSAGES, type ProfileInput } from '../../domain/users/profile.ts'
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
  const [row] = await sayingDuplicate(input.name, () =>
    db
      .insert(profiles)
      .values({
        ...input,
        routeAccess,
        nameKey: profileKeyOf(input.name),
        dateCreate: date,
        dateUpdate: date,
      })
      .returning(),
  )
  if (!row) throw new Error('The new profile was not stored')
  return profileToWire(row)
}
