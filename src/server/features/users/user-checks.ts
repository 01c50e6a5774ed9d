import { and, count, eq, isNull } from 'drizzle-orm'
import { isSubscriber } from '../../../domain/access/permissions.ts'
import { KEY_MESSAGES } from '../../../domain/keys/key.ts'
import { PLATFORMS } from '../../../domain/settings/platforms.ts'
import { toNameKey } from '../../../domain/sign-in/sign-in.ts'
import { canAssign, creationCreditError } from '../../../domain/users/creation.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import { USER_MESSAGES } from '../../../domain/users/user-messages.ts'
import type { Config } from '../../config.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { foreignKeyViolation, uniqueViolation } from '../../platform/database/errors.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Executor } from '../../platform/database/open.ts'
import {
  type Holdings,
  type ProfileRow,
  profiles,
  type UserRow,
  users,
} from '../../platform/database/schema/users.ts'
import { Conflict, duplicate, Invalid } from '../../platform/http/errors.ts'
import { currentSettings } from '../../platform/settings/read-settings.ts'

/** Permitted application identifiers (App Origen). */
export const platformsOf = (config: Pick<Config, 'platforms'>): readonly string[] =>
  config.platforms ?? PLATFORMS

/**
 * The profile to assign; its row must be locked together with the current user's. Throws Invalid if the current user
 * may not assign it or lacks the credit.
 */
export const assignProfile = async (
  db: Executor,
  { currentUser, profileOf }: { currentUser: CurrentUser; profileOf: (id: string) => ProfileRow | undefined },
  id: string,
): Promise<ProfileRow> => {
  const profile = profileOf(id)
  const settings = await currentSettings(db)
  const principal = profile && principalOf(profile)
  if (!profile || !principal || !canAssign(currentUser, principal, settings))
    throw new Invalid([{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }])
  // A password for the web would let a key sign in (rule A19).
  if (currentUser.key && (profile.accessWeb || !isSubscriber(principal.role)))
    throw new Invalid([{ field: 'profile', message: KEY_MESSAGES.onlyCustomers }])
  const error = creationCreditError(currentUser, principal.role, settings)
  if (error) throw new Invalid([error])
  return profile
}

/** Reads profiles without locks, for checks that are repeated under them. */
export const readProfiles = async (db: Executor, ids: readonly string[]) => {
  const rows = await db.select().from(profiles).where(isAnyOf(profiles._id, ids))
  return (id: string): ProfileRow | undefined => rows.find(({ _id }) => _id === id)
}

/** Throws Conflict if a user has the name; the unique index refuses one that is taken later. */
export const requireFreeName = async (db: Executor, name: string): Promise<void> => {
  const [row] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.nameKey, toNameKey(name)), isNull(users.deletedAt)))
  if (row) throw duplicate('name', USER_MESSAGES.duplicate)
}

/** Throws Conflict for a reseller with a balance or customers; its row must be locked (rules U10, U18). */
export const requireNoCustomers = async (
  db: Executor,
  { _id, creditToResell }: UserRow & Holdings,
  message: (credits: number, customers: number) => string,
): Promise<void> => {
  const [rows] = await db
    .select({ customers: count() })
    .from(users)
    .where(and(eq(users.createdBy, _id), isNull(users.deletedAt)))
  const customers = rows?.customers ?? 0
  if (creditToResell > 0 || customers > 0) throw new Conflict(message(creditToResell, customers))
}

/** Maps a unique violation of the name, and a profile deleted meanwhile, to the errors of their fields. */
export const mapConflicts = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (uniqueViolation(error) === 'users_name') throw duplicate('name', USER_MESSAGES.duplicate)
    if (foreignKeyViolation(error)?.includes('profile'))
      throw new Invalid([{ field: 'profile', message: USER_MESSAGES.profileNotAllowed }])
    throw error
  }
}
