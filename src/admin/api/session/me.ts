import type { GroupAccess } from '../../../domain/access/permissions.ts'
import { API_PATHS } from '../../../domain/access/resources.ts'
import { isAdmin, type Role } from '../../../domain/access/roles.ts'
import { call } from '../http.ts'

/** Who is signed in: the user's own record, with what the profile gives. */
export interface Me {
  _id: string
  name: string
  fullName: string
  role: Role
  isAdmin: boolean
  /** The id of the profile. */
  profile: string
  profileName: string
  routeAccess: GroupAccess[]
  /** The service's time zone: days are the same for everybody who works for it, wherever the browser is. */
  timeZone: string
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
}

/** The service's time zone until the server has told it. */
export const DEFAULT_TIME_ZONE = 'America/Santo_Domingo'

// The server's answer is held to the contract by its own tests; what may be absent elsewhere gets its empty value.
const asMe = (json: unknown): Me => {
  const answer = json as Partial<Me> & Pick<Me, '_id' | 'role'>
  return {
    ...answer,
    name: answer.name ?? '',
    fullName: answer.fullName ?? answer.name ?? '',
    isAdmin: answer.isAdmin ?? isAdmin(answer.role),
    profile: answer.profile ?? '',
    profileName: answer.profileName ?? '',
    routeAccess: answer.routeAccess ?? [],
    timeZone: answer.timeZone ?? DEFAULT_TIME_ZONE,
    creditToResell: answer.creditToResell ?? 0,
  }
}

/** Asks the server who is signed in. */
export const fetchMe = async (signal?: AbortSignal): Promise<Me> => {
  const { json } = await call(`${API_PATHS.users}/me`, { signal })
  return asMe(json)
}
