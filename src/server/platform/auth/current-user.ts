import { and, eq, isNull } from 'drizzle-orm'
import type { GroupAccess } from '../../../domain/access/permissions.ts'
import type { Person } from '../../../domain/users/authority.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import type { Executor } from '../database/open.ts'
import { rowVersion, settingsVersion } from '../database/row-version.ts'
import { creditToResell, profiles, users } from '../database/schema/users.ts'

/** The user of a session; re-read for each request, so that changes of the profile apply immediately. */
export interface CurrentUser extends Person {
  name: string
  fullName: string
  profileId: string
  profileName: string
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
  /** Version of the current settings, to validate caches of them. */
  settingsVersion: string
  /** Identifies the session, for signing out. */
  tokenHash: string
  /** Identifies the session towards its user; undefined without a session. */
  sessionId?: string
  /** Whether the last sign-in or confirmation still counts (rule P17); undefined without a session. */
  isConfirmed?: boolean
  /** Whether the user must change a password that somebody else set, before anything else (rule P21). */
  mustChangePassword?: boolean
  /** WAL position of the primary after the session's last write, if there are replicas. */
  written?: number | null
  /** The client's IP address. */
  ip: string
  /** Whether the session is that of a viewer's app. */
  isApp?: boolean
  /** The API key used instead of a session, with what it was granted; role and permissions are already cut to it. */
  key?: { id: string; name: string; routeAccess: readonly GroupAccess[] }
}

/** Columns of users and profiles from which a session or a key gets its user. */
export const userColumns = {
  id: users._id,
  name: users.name,
  fullName: users.fullName,
  creditToResell,
  profileId: profiles._id,
  profileName: profiles.name,
  isSystem: profiles.isSystem,
  profileVersion: rowVersion(profiles),
  settingsVersion,
}

/**
 * A user with current rights, for work that continues without a request; undefined if they could no longer sign in to
 * the web.
 */
export const loadBackgroundUser = async (
  db: Executor,
  id: string,
  ip: string,
): Promise<CurrentUser | undefined> => {
  const [found] = await db
    .select({
      id: users._id,
      name: users.name,
      fullName: users.fullName,
      creditToResell,
      profile: profiles,
      settingsVersion,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(users._id, id), isNull(users.deletedAt), eq(users.status, 'enable')))
  if (!found?.profile.accessWeb) return undefined
  const { profile, ...user } = found
  const { _id: profileId, name: profileName } = profile
  return { ...user, ...principalOf(profile), profileId, profileName, tokenHash: '', ip }
}
