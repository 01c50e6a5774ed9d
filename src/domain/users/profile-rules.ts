import { covers, type GroupAccess, gainsOnlyOf, type Holder } from '../access/permissions.ts'
import type { Problem } from '../validation/problems.ts'
import { PROFILE_MESSAGES, type ProfileInput } from './profile.ts'

/** Who changes profiles, and by which one it is allowed to. */
export interface ProfileEditor extends Holder {
  profileId: string
}

export interface StoredProfile extends ProfileInput {
  _id: string
  isSystem: boolean
}

/** The toggles of a profile (specification, section 2). */
export const PROFILE_TOGGLES = ['accessWeb', 'accessApp', 'dateValidate', 'deviceValidate'] as const
export type ProfileToggle = (typeof PROFILE_TOGGLES)[number]

/** Whether a profile is the one of sa; a name alone proves nothing. */
export const isSaProfile = ({ name, isSystem }: Pick<StoredProfile, 'name' | 'isSystem'>): boolean =>
  isSystem && name === 'sa'

/** Whether somebody may change a profile at all (decisions D4): nobody below sa touches the one of sa. */
export const mayEditProfile = (
  { role }: Pick<Holder, 'role'>,
  profile: Pick<StoredProfile, 'name' | 'isSystem'>,
): boolean => role === 'sa' || !isSaProfile(profile)

/** An access widens what a profile's people can do; a validation narrows it. */
const WIDER_WHEN: Readonly<Record<ProfileToggle, boolean>> = {
  accessWeb: true,
  accessApp: true,
  dateValidate: false,
  deviceValidate: false,
}

const listsMore = (after: GroupAccess[], before: GroupAccess[]): boolean =>
  !covers({ role: 'admin', routeAccess: before }, { role: 'admin', routeAccess: after })

/** The fields of its own profile that somebody would widen by a change. */
const widened = (before: ProfileInput, after: ProfileInput): string[] => [
  ...PROFILE_TOGGLES.filter(
    (toggle) => before[toggle] !== after[toggle] && after[toggle] === WIDER_WHEN[toggle],
  ),
  ...(listsMore(after.routeAccess, before.routeAccess) ? ['routeAccess'] : []),
]

/** What decisions D4 say against a change of a profile that the editor may touch; nothing when it is allowed. */
export const profileChangeProblems = (
  editor: ProfileEditor,
  before: StoredProfile,
  after: ProfileInput,
): Problem[] => {
  const isOwn = editor.profileId === before._id
  const rules: [field: string, isBroken: boolean, message: string][] = [
    ['name', before.isSystem && after.name !== before.name, PROFILE_MESSAGES.systemName],
    ['accessWeb', isSaProfile(before) && !after.accessWeb, PROFILE_MESSAGES.saWebAccess],
    ['accessWeb', isOwn && before.accessWeb && !after.accessWeb, PROFILE_MESSAGES.ownWebAccess],
    ...(isOwn && editor.role !== 'sa' ? widened(before, after) : []).map(
      (field): [string, boolean, string] => [field, true, PROFILE_MESSAGES.ownProfile],
    ),
    ['routeAccess', !gainsOnlyOf(editor, before.routeAccess, after.routeAccess), PROFILE_MESSAGES.beyondOwn],
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([field, , message]) => ({ field, message }))
}

/** Why a toggle of a profile would be refused; undefined when it may be switched. */
export const toggleProblem = (
  editor: ProfileEditor,
  profile: StoredProfile,
  toggle: ProfileToggle,
): string | undefined => {
  if (!mayEditProfile(editor, profile)) return PROFILE_MESSAGES.saProfile
  return profileChangeProblems(editor, profile, { ...profile, [toggle]: !profile[toggle] })[0]?.message
}
