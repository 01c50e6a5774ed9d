import { useGetOne } from 'ra-core'
import type { GroupAccess } from '../../domain/access/permissions.ts'
import { may } from '../../domain/access/permissions.ts'
import type { Person } from '../../domain/users/authority.ts'
import type { Me } from '../session/me.ts'
import { personOf, type UserRecord } from './user-record.ts'

interface ProfileRecord {
  id: string
  routeAccess: GroupAccess[]
}

/** A user as the rules of authority know people; the grants of its profile are asked for where they decide. */
export const usePersonOf = (me: Me, user: UserRecord): Person => {
  // Between different roles the rank alone decides.
  const decides = user.role === me.role && user._id !== me._id && may(me, 'read', 'profiles')
  const { data: profile } = useGetOne<ProfileRecord>(
    'profiles',
    { id: user.profile },
    { enabled: decides, onError: () => undefined },
  )
  return personOf(user, profile?.routeAccess)
}
