import type { RaRecord } from 'ra-core'
import type { GroupAccess } from '../../domain/access/permissions.ts'
import type { Role } from '../../domain/access/roles.ts'
import type { Person } from '../../domain/users/authority.ts'
import type { Device } from '../../domain/users/user.ts'
import type { UserStatus } from '../../domain/users/user-messages.ts'
import type { Me } from './session/me.ts'

/** A user as the API gives it; dates are ISO instants, credits are months. */
export interface UserRecord extends RaRecord<string> {
  _id: string
  name: string
  fullName: string
  role: Role
  profile: string
  profileName: string
  platform: string
  status: UserStatus
  creditAmount: number
  creditToResell: number
  balanceToCredit: number | null
  dateCreate: string
  dateExpire: string | null
  dateUpdate: string
  lastLogin: string | null
  views: number
  userCreate: string
  userUpdate: string
  device: Device | null
}

/** Who is signed in, as the rules of authority know people. */
export const callerOf = ({ _id, role, routeAccess }: Me): Person => ({ id: _id, role, routeAccess })

/** A user as the rules of authority know people; without grants of its profile it counts as one that has none. */
export const personOf = ({ _id, role }: UserRecord, routeAccess: readonly GroupAccess[] = []): Person => ({
  id: _id,
  role,
  routeAccess,
})
