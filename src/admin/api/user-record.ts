import type { GroupAccess } from '../../domain/access/permissions.ts'
import type { Person } from '../../domain/users/authority.ts'
import type { RecordOf } from './client.ts'
import type { Me } from './session/me.ts'

/** A user as React-Admin knows it: dates are ISO instants, credits are months. */
export type UserRecord = RecordOf<'users'>

/** Who is signed in, as the rules of authority know people. */
export const callerOf = ({ _id, role, routeAccess }: Me): Person => ({ id: _id, role, routeAccess })

/** A user as the rules of authority know people; without grants of its profile it counts as one that has none. */
export const personOf = ({ _id, role }: UserRecord, routeAccess: readonly GroupAccess[] = []): Person => ({
  id: _id,
  role,
  routeAccess,
})
