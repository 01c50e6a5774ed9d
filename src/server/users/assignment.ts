import { eq } from 'drizzle-orm'
import { isReseller, type Role, roleOf } from '../../domain/access/roles.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { mayGive } from '../../domain/users/authority.ts'
import { creatableRoles, creationCreditProblem } from '../../domain/users/creation.ts'
import { USER_MESSAGES } from '../../domain/users/user-messages.ts'
import type { Tx } from '../database/open.ts'
import { type ProfileRow, profiles, users } from '../database/schema/users.ts'
import { Invalid, Unauthorized } from '../http/errors.ts'
import type { Caller } from '../http/permissions.ts'
import { readSettings } from '../settings/read-settings.ts'

/** Whether a caller may make somebody a user of this profile (decisions D4), credit aside. */
export const mayAssign = (
  caller: Pick<Caller, 'role' | 'routeAccess'>,
  profile: Pick<ProfileRow, 'name' | 'isSystem' | 'routeAccess'>,
  settings: Pick<Settings, 'enableDemo'>,
): boolean => {
  const role = roleOf(profile)
  if (!creatableRoles(caller.role, settings).includes(role)) return false
  return role !== 'admin' || mayGive(caller, { role, routeAccess: profile.routeAccess })
}

/** The profile that a user is to get; throws Invalid when the caller may not give it or lacks the credit for it. */
export const assignProfile = async (tx: Tx, caller: Caller, id: string): Promise<ProfileRow> => {
  const [profile] = await tx.select().from(profiles).where(eq(profiles._id, id))
  const settings = await readSettings(tx)
  if (!profile || !mayAssign(caller, profile, settings))
    throw new Invalid([{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }])
  await refuseWithoutCredit(tx, caller, roleOf(profile), settings)
  return profile
}

const refuseWithoutCredit = async (
  tx: Tx,
  caller: Caller,
  created: Role,
  { periods }: Settings,
): Promise<void> => {
  if (!isReseller(caller.role)) return
  // Shared: the reseller's balance stays, and nobody deletes it, until this is written.
  const [account] = await tx
    .select({ creditToResell: users.creditToResell, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users._id, caller.id))
    .for('share')
  if (!account || account.deletedAt) throw new Unauthorized()
  const problem = creationCreditProblem(
    { role: caller.role, creditToResell: account.creditToResell },
    created,
    periods,
  )
  if (problem) throw new Invalid([problem])
}
