import { covers, type GroupAccess, type Principal, roleOf } from '../access/permissions.ts'
import type { ValidationError } from '../validation/errors.ts'
import { PROFILE_MESSAGES, type ProfileInput } from './profile.ts'

/** A user who changes profiles, with their own profile. */
export interface ProfileEditor extends Principal {
  profileId: string
}

export interface StoredProfile extends ProfileInput {
  _id: string
  isSystem: boolean
}

type GrantingProfile = Pick<StoredProfile, 'name' | 'isSystem' | 'routeAccess'>

/** Rule U19. */
export const PROFILE_TOGGLES = [
  'accessWeb',
  'accessApp',
  'dateValidate',
  'deviceValidate',
  'secondFactor',
] as const
export type ProfileToggle = (typeof PROFILE_TOGGLES)[number]

/** True for the profile of sa; the name is not sufficient. */
export const isSaProfile = ({ name, isSystem }: Pick<StoredProfile, 'name' | 'isSystem'>): boolean =>
  isSystem && name === 'sa'

/** The role and grants that a profile gives its users. */
export const principalOf = (profile: GrantingProfile): Principal => ({
  role: roleOf(profile),
  routeAccess: profile.routeAccess,
})

/** Why `editor` may neither change nor delete a profile, whatever its flags; undefined if permitted (rule U20). */
export const profileError = (editor: Principal, profile: GrantingProfile): string | undefined => {
  if (covers(editor, principalOf(profile))) return undefined
  return isSaProfile(profile) ? PROFILE_MESSAGES.saProfile : PROFILE_MESSAGES.wider
}

/** Rule U21. */
export const canCreateProfiles = (creator: Principal): boolean =>
  covers(creator, { role: 'admin', routeAccess: [] })

/** Errors of a new profile's grants; empty if permitted (rule U21). */
export const newProfileErrors = (
  creator: Principal,
  routeAccess: readonly GroupAccess[],
): ValidationError[] =>
  covers(creator, { role: 'admin', routeAccess })
    ? []
    : [{ field: 'routeAccess', message: PROFILE_MESSAGES.beyondOwn }]

/** The value that widens what a profile's users can do: access toggles when on, validation toggles when off. */
const WIDER_WHEN: Readonly<Record<ProfileToggle, boolean>> = {
  accessWeb: true,
  accessApp: true,
  dateValidate: false,
  deviceValidate: false,
  secondFactor: false,
}

/** True if only sa may change the toggles of a profile, because they decide for all viewers of the apps (rule U20). */
const hasViewerFlags = ({ name, isSystem }: StoredProfile): boolean =>
  isSystem && (name === 'app' || name === 'demo')

/** The toggles of the editor's own profile that a change would widen. */
const widenedToggles = (before: ProfileInput, after: ProfileInput): ProfileToggle[] =>
  PROFILE_TOGGLES.filter((toggle) => before[toggle] !== after[toggle] && after[toggle] === WIDER_WHEN[toggle])

/** Errors of a change that `profileError` permits; empty if allowed (rules U20, U22, U23). */
export const profileChangeErrors = (
  editor: ProfileEditor,
  before: StoredProfile,
  after: ProfileInput,
): ValidationError[] => {
  const isOwn = editor.profileId === before._id
  const isBeyond = !covers(editor, { ...principalOf(before), routeAccess: after.routeAccess })
  const beyond = isOwn ? PROFILE_MESSAGES.ownProfile : PROFILE_MESSAGES.beyondOwn
  const rules: [field: string, isBroken: boolean, message: string][] = [
    ['name', before.isSystem && after.name !== before.name, PROFILE_MESSAGES.systemName],
    ['accessWeb', isSaProfile(before) && !after.accessWeb, PROFILE_MESSAGES.saWebAccess],
    ['accessWeb', isOwn && before.accessWeb && !after.accessWeb, PROFILE_MESSAGES.ownWebAccess],
    ...(hasViewerFlags(before) && editor.role !== 'sa' ? PROFILE_TOGGLES : [])
      .filter((toggle) => before[toggle] !== after[toggle])
      .map((field): [string, boolean, string] => [field, true, PROFILE_MESSAGES.viewerFlags]),
    ...(isOwn && editor.role !== 'sa' ? widenedToggles(before, after) : []).map(
      (field): [string, boolean, string] => [field, true, PROFILE_MESSAGES.ownProfile],
    ),
    ['routeAccess', isBeyond, beyond],
  ]
  return rules.filter(([, isBroken]) => isBroken).map(([field, , message]) => ({ field, message }))
}

/** Why switching a toggle of a profile would be refused; undefined if it is allowed. */
export const toggleError = (
  editor: ProfileEditor,
  profile: StoredProfile,
  toggle: ProfileToggle,
): string | undefined =>
  profileError(editor, profile) ??
  profileChangeErrors(editor, profile, { ...profile, [toggle]: !profile[toggle] })[0]?.message

/** Why a profile cannot be deleted; undefined if it can, provided that no user has it. */
export const profileDeletionError = (editor: Principal, profile: GrantingProfile & { isSystem: boolean }) =>
  profileError(editor, profile) ?? (profile.isSystem ? PROFILE_MESSAGES.system : undefined)
