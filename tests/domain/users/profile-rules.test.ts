import { describe, expect, it } from 'vitest'
import { allGrants, buildGrants } from '../../../src/domain/access/permissions.ts'
import {
  canCreateProfiles,
  newProfileErrors,
  PROFILE_TOGGLES,
  type ProfileEditor,
  profileChangeErrors,
  profileDeletionError,
  profileError,
  type StoredProfile,
  toggleError,
} from '../../../src/domain/users/profile-rules.ts'

const profile = (fields: Partial<StoredProfile> = {}): StoredProfile => ({
  _id: 'ventas',
  name: 'Ventas',
  isSystem: false,
  accessWeb: true,
  accessApp: false,
  dateValidate: true,
  deviceValidate: true,
  secondFactor: true,
  routeAccess: buildGrants({ 'user-list': [] }),
  ...fields,
})
const saProfile = profile({ _id: 'sa', name: 'sa', isSystem: true, routeAccess: allGrants() })
const admin: ProfileEditor = { role: 'admin', profileId: 'administrador', routeAccess: allGrants() }
const sa: ProfileEditor = { role: 'sa', profileId: 'sa', routeAccess: [] }
const seller: ProfileEditor = { ...admin, profileId: 'ventas', routeAccess: profile().routeAccess }

describe('an editor below sa', () => {
  it('cannot change the system profile sa, but a custom one of that name', () => {
    const message = 'Solo sa puede modificar el perfil sa.'
    expect(profileError(admin, saProfile)).toBe(message)
    expect(profileError(admin, { ...saProfile, routeAccess: [] })).toBe(message)
    expect(profileError(sa, saProfile)).toBeUndefined()
    expect(profileError(admin, { ...saProfile, isSystem: false })).toBeUndefined()
    expect(toggleError(admin, saProfile, 'accessApp')).toBe('Solo sa puede modificar el perfil sa.')
  })

  it.each(['app', 'demo'])('cannot change the flags of the system profile %s', (name) => {
    const viewers = profile({ _id: name, name, isSystem: true, accessApp: true, routeAccess: [] })
    const message = 'Solo sa puede cambiar los accesos y validaciones de los perfiles app y demo.'
    for (const field of PROFILE_TOGGLES) {
      const after = { ...viewers, [field]: !viewers[field] }
      expect(profileChangeErrors(admin, viewers, after)).toEqual([{ field, message }])
      expect(toggleError(admin, viewers, field)).toBe(message)
      expect(profileChangeErrors(sa, viewers, after)).toEqual([])
      expect(toggleError(admin, { ...viewers, isSystem: false }, field)).toBeUndefined()
    }
    expect(profileChangeErrors(admin, viewers, viewers)).toEqual([])
  })

  it.each([
    ['accessApp', { accessApp: true }],
    ['dateValidate', { dateValidate: false }],
    ['deviceValidate', { deviceValidate: false }],
    ['secondFactor', { secondFactor: false }],
    ['routeAccess', { routeAccess: buildGrants({ 'user-list': ['register'] }) }],
  ])('widens its own profile by its %s', (field, change) => {
    const errors = profileChangeErrors(seller, profile(), { ...profile(), ...change })
    expect(errors).toContainEqual({ field, message: 'No puede ampliar su propio perfil.' })
    expect(profileChangeErrors(admin, profile(), { ...profile(), ...change })).toEqual([])
  })

  it('may narrow its own profile, except for its web access', () => {
    const narrow = profile({ accessApp: true, dateValidate: false, deviceValidate: false })
    const narrower = {
      ...narrow,
      accessApp: false,
      dateValidate: true,
      deviceValidate: true,
      routeAccess: [],
    }
    expect(profileChangeErrors(seller, narrow, narrower)).toEqual([])
    expect(toggleError(seller, profile(), 'accessWeb')).toBe(
      'No puede quitar el acceso web a su propio perfil.',
    )
  })
})

describe('a profile that grants more than the editor holds', () => {
  const WIDER = 'No puede modificar ni eliminar un perfil con permisos que usted no tiene.'
  const narrow: ProfileEditor = {
    role: 'admin',
    profileId: 'otro',
    routeAccess: buildGrants({ 'profile-list': ['modify', 'delete'] }),
  }

  it('cannot be changed or deleted', () => {
    for (const toggle of PROFILE_TOGGLES) expect(toggleError(narrow, profile(), toggle)).toBe(WIDER)
    expect(profileDeletionError(narrow, profile())).toBe(WIDER)
    expect(profileDeletionError(admin, profile())).toBeUndefined()
  })

  it('is also one that gives a higher role', () => {
    const agent: ProfileEditor = { role: 'agent', profileId: 'agent', routeAccess: allGrants() }
    expect(profileError(agent, profile({ routeAccess: [] }))).toBe(WIDER)
    expect(profileError(agent, profile({ name: 'superagent', isSystem: true, routeAccess: [] }))).toBe(WIDER)
    expect(profileError(agent, profile({ name: 'app', isSystem: true, routeAccess: [] }))).toBeUndefined()
    expect(canCreateProfiles(agent)).toBe(false)
    expect(canCreateProfiles(narrow)).toBe(true)
  })

  it('cannot be created', () => {
    expect(newProfileErrors(narrow, buildGrants({ 'profile-list': ['modify'] }))).toEqual([])
    expect(newProfileErrors(narrow, buildGrants({ 'profile-list': ['register'] }))).toEqual([
      { field: 'routeAccess', message: 'No puede dar un permiso que usted no tiene.' },
    ])
  })
})

describe('a system profile', () => {
  it('cannot be deleted', () => {
    const agent = profile({ name: 'agent', isSystem: true, routeAccess: [] })
    expect(profileDeletionError(sa, agent)).toBe('No puede eliminar el perfil, es un registro de sistema.')
  })
})

describe('sa', () => {
  it('changes every flag of other profiles, and all of its own except web access', () => {
    for (const toggle of PROFILE_TOGGLES) expect(toggleError(sa, profile(), toggle)).toBeUndefined()
    const rejected = PROFILE_TOGGLES.filter((toggle) => toggleError(sa, saProfile, toggle) !== undefined)
    expect(rejected).toEqual(['accessWeb'])
    expect(toggleError(sa, saProfile, 'accessWeb')).toBe('El perfil sa no puede perder su acceso web.')
  })
})
