import { eq } from 'drizzle-orm'
import { type Action, can } from '../../../domain/access/permissions.ts'
import { keyPrincipal } from '../../../domain/keys/key-scope.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import { lockKey } from '../../platform/auth/api-keys.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { type FoundUser, isInScope } from '../../platform/auth/scope.ts'
import { lockSession } from '../../platform/auth/sessions.ts'
import { isAnyOf } from '../../platform/database/ids.ts'
import type { Tx } from '../../platform/database/open.ts'
import {
  balanceMonths,
  balances,
  type Holdings,
  licences,
  type ProfileRow,
  profiles,
  type UserRow,
  users,
} from '../../platform/database/schema/users.ts'
import { Forbidden, NotFound, Unauthorized } from '../../platform/http/errors.ts'

interface LockOptions {
  /** Permission that the current user must still have under the locks. */
  need?: { action: Action; resource: 'users' | 'profiles' | 'keys' }
  /** Further profiles to lock: those to be changed, or assigned to a user. */
  profileIds?: readonly string[]
  /** `update` even if the profile itself stays: PostgreSQL treats its name as a key, which may change. */
  profileLock?: 'share' | 'update'
  /** `no key update` if what the current user has done so far counts (rule U27). */
  selfLock?: 'share' | 'no key update'
}

interface LockedAuthority {
  /** With the current grants; the session had read them before the locks. */
  currentUser: CurrentUser
  /** Undefined for an unknown id. */
  profileOf: (id: string) => ProfileRow | undefined
}

/**
 * Locks the current user, its profile and others, and re-reads them, so that of two concurrent changes the later one
 * sees the result of the earlier. Throws Unauthorized if the current user has lost web access or the session ended,
 * Forbidden without `need`.
 */
export const lockCurrentUser = async (
  tx: Tx,
  currentUser: CurrentUser,
  options: LockOptions,
): Promise<LockedAuthority> =>
  lockProfiles(tx, currentUser, await lockUsers(tx, currentUser.id, options), options)

/**
 * Like `lockCurrentUser`, and also locks a user for writing, with its profile. Throws NotFound outside the current
 * user's scope; `orSelf` always includes the current user.
 */
export const lockCurrentAndUser = async (
  tx: Tx,
  currentUser: CurrentUser,
  id: string,
  { orSelf = false, ...options }: LockOptions & { orSelf?: boolean },
): Promise<LockedAuthority & { target: FoundUser }> => {
  const rows = await lockUsers(tx, currentUser.id, options, id)
  const locked = await lockProfiles(tx, currentUser, rows, options)
  const user = rows.get(id)
  const profile = user && locked.profileOf(user.profile)
  if (!user || user.deletedAt || !profile) throw new NotFound()
  const isVisible = (orSelf && id === currentUser.id) || (await isInScope(tx, locked.currentUser, user))
  if (!isVisible) throw new NotFound()
  return { ...locked, target: { user, profile } }
}

type UserRows = ReadonlyMap<string, UserRow & Holdings>

/**
 * Locks in id order, and before any profile, to avoid deadlocks; the current user is locked by `selfLock` unless
 * written. Users' rows are never deleted, so rows referring to them can still be inserted. Balances and expiries,
 * guarded by these locks, are read by a later statement.
 */
const lockUsers = async (
  tx: Tx,
  currentUserId: string,
  { selfLock = 'share' }: LockOptions,
  targetId?: string,
): Promise<UserRows> => {
  const rows = new Map<string, UserRow>()
  for (const id of [...new Set([currentUserId, targetId ?? currentUserId])].sort()) {
    const query = tx.select().from(users).where(eq(users._id, id))
    const [row] = await query.for(id === targetId ? 'no key update' : selfLock)
    if (row) rows.set(id, row)
  }
  const holdings = await tx
    .select({
      _id: users._id,
      creditToResell: balanceMonths,
      dateExpire: licences.dateExpire,
    })
    .from(users)
    .leftJoin(balances, eq(balances._id, users._id))
    .leftJoin(licences, eq(licences._id, users._id))
    .where(isAnyOf(users._id, [...rows.keys()]))
  return new Map(
    holdings.flatMap(({ _id, ...holding }) => {
      const row = rows.get(_id)
      return row ? [[_id, { ...row, ...holding }]] : []
    }),
  )
}

const lockProfiles = async (
  tx: Tx,
  currentUser: CurrentUser,
  rows: UserRows,
  { need, profileIds = [], profileLock = 'share' }: LockOptions,
): Promise<LockedAuthority> => {
  const ids = [...new Set([...profileIds, ...[...rows.values()].map(({ profile }) => profile)])]
  const locked = await tx
    .select()
    .from(profiles)
    .where(isAnyOf(profiles._id, ids))
    .orderBy(profiles._id)
    .for(profileLock)
  const profileOf = (id: string) => locked.find(({ _id }) => _id === id)
  const user = rows.get(currentUser.id)
  const profile = user && profileOf(user.profile)
  if (!profile?.accessWeb || user?.status !== 'enable' || user.deletedAt) throw new Unauthorized()
  if (currentUser.key) await lockKey(tx, currentUser.key.id)
  // Jobs have no session.
  else if (currentUser.tokenHash !== '') await lockSession(tx, currentUser.tokenHash)
  const current = refreshCurrentUser(currentUser, user, profile)
  if (need && !can(current, need.action, need.resource)) throw new Forbidden()
  return { currentUser: current, profileOf }
}

const refreshCurrentUser = (
  currentUser: CurrentUser,
  user: UserRow & Holdings,
  profile: ProfileRow,
): CurrentUser => ({
  ...currentUser,
  ...(currentUser.key
    ? keyPrincipal(principalOf(profile), currentUser.key.routeAccess)
    : principalOf(profile)),
  profileId: profile._id,
  profileName: profile.name,
  creditToResell: user.creditToResell,
})
