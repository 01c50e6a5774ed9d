import type { Person } from '../../../domain/users/authority.ts'
import type { User } from '../../../domain/users/user.ts'
import type { Me } from '../../api/me.ts'
import { useProfiles } from './lookups.ts'

/** The current user as the rules of authority take it. */
export const actorOf = ({ _id, role, routeAccess }: Me): Person => ({ id: _id, role, routeAccess })

/**
 * A user as the rules of authority take it. Few may read the grants of profiles: the server tells of each profile
 * whether the current user stands above its users, and a user who is not below counts as a peer.
 */
export const usePersonOf = (me: Me | undefined, { _id, role, profile }: User): Person => {
  const { data: profiles = [] } = useProfiles()
  const isPeer = role === me?.role && profiles.some(({ id, isBelow }) => id === profile && !isBelow)
  return { id: _id, role, routeAccess: isPeer ? me.routeAccess : [] }
}
