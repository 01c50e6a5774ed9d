import type { RaRecord } from 'ra-core'
import type { Role } from '../../../../domain/access/roles.ts'
import type { ProfileEditor, StoredProfile } from '../../../../domain/users/profile-rules.ts'
import type { Me } from '../../../api/session/me.ts'

/** A profile as the API gives it to whoever may read profiles. */
export interface ProfileRecord extends StoredProfile, RaRecord {
  id: string
  role: Role
  dateUpdate: string
}

/** Who is signed in, as the rules of profiles want it. */
export const editorOf = ({ role, routeAccess, profile }: Me): ProfileEditor => ({
  role,
  routeAccess,
  profileId: profile,
})
