import type { GroupAccess } from '../../domain/access/permissions.ts'
import { API_PATHS } from '../../domain/access/resources.ts'
import { isAdmin, type Role } from '../../domain/access/roles.ts'
import { call } from '../providers/http.ts'

/** Who is signed in: the user's own record, with what the profile gives. */
export interface Me {
  _id: string
  name: string
  fullName: string
  role: Role
  isAdmin: boolean
  profileName: string
  routeAccess: GroupAccess[]
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
}

// The server's answer is held to the contract by its own tests; what may be absent elsewhere gets its empty value.
const asMe = (json: unknown): Me => {
  const answer = json as Partial<Me> & Pick<Me, '_id' | 'role'>
  return {
    ...answer,
    name: answer.name ?? '',
    fullName: answer.fullName ?? answer.name ?? '',
    isAdmin: answer.isAdmin ?? isAdmin(answer.role),
    profileName: answer.profileName ?? '',
    routeAccess: answer.routeAccess ?? [],
    creditToResell: answer.creditToResell ?? 0,
  }
}

/** Asks the server who is signed in. */
export const fetchMe = async (signal?: AbortSignal): Promise<Me> => {
  const { json } = await call(`${API_PATHS.users}/me`, { signal })
  return asMe(json)
}
