import type { Person } from '../../../domain/users/authority.ts'
import type { Me } from '../../api/session/me.ts'
import { personOf, type UserRecord } from '../../api/user-record.ts'
import { useProfiles } from './lookups.ts'

/**
 * A user as the rules of authority know people. Few may read the grants of profiles: the server tells of each one
 * whether the caller stands above its users, and who is not below counts as a peer.
 */
export const usePersonOf = (me: Me | undefined, user: UserRecord): Person => {
  const { data: profiles = [] } = useProfiles()
  const isPeer = user.role === me?.role && profiles.some(({ id, isBelow }) => id === user.profile && !isBelow)
  return personOf(user, isPeer ? me?.routeAccess : [])
}
