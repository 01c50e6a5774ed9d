import { describe, expect, it } from 'vitest'
import { allGrants, grants } from '../../../src/domain/access/permissions.ts'
import {
  mayEditProfile,
  PROFILE_TOGGLES,
  type ProfileEditor,
  profileChangeProblems,
  type StoredProfile,
  toggleProblem,
} from '../../../src/domain/users/profile-rules.ts'

const profile = (fields: Partial<StoredProfile> = {}): StoredProfile => ({
  _id: 'ventas',
  name: 'Ventas',
  isSystem: false,
  accessWeb: true,
  accessApp: false,
  dateValidate: true,
  deviceValidate: true,
  routeAccess: grants({ 'user-list': [] }),
  ...fields,
})
const saProfile = profile({ _id: 'sa', name: 'sa', isSystem: true, routeAccess: allGrants() })
const admin: ProfileEditor = { role: 'admin', profileId: 'administrador', routeAccess: allGrants() }
const sa: ProfileEditor = { role: 'sa', profileId: 'sa', routeAccess: [] }
const seller: ProfileEditor = { ...admin, profileId: 'ventas', routeAccess: profile().routeAccess }

describe('nobody below sa', () => {
  it('touches the profile of sa, though one of that name that is no system profile is like any other', () => {
    expect(mayEditProfile(admin, saProfile)).toBe(false)
    expect(mayEditProfile(sa, saProfile)).toBe(true)
    expect(mayEditProfile(admin, { ...saProfile, isSystem: false })).toBe(true)
    expect(toggleProblem(admin, saProfile, 'accessApp')).toBe('Solo sa puede modificar el perfil sa.')
  })

  it.each([
    ['accessApp', { accessApp: true }],
    ['dateValidate', { dateValidate: false }],
    ['deviceValidate', { deviceValidate: false }],
    ['routeAccess', { routeAccess: grants({ 'user-list': ['register'] }) }],
  ])('widens its own profile by its %s', (field, change) => {
    const problems = profileChangeProblems(seller, profile(), { ...profile(), ...change })
    expect(problems).toContainEqual({ field, message: 'No puede ampliar su propio perfil.' })
    expect(profileChangeProblems(admin, profile(), { ...profile(), ...change })).toEqual([])
  })

  it('is kept from narrowing its own profile, but for its web access', () => {
    const narrow = profile({ accessApp: true, dateValidate: false, deviceValidate: false })
    const narrower = {
      ...narrow,
      accessApp: false,
      dateValidate: true,
      deviceValidate: true,
      routeAccess: [],
    }
    expect(profileChangeProblems(seller, narrow, narrower)).toEqual([])
    expect(toggleProblem(seller, profile(), 'accessWeb')).toBe(
      'No puede quitar el acceso web a su propio perfil.',
    )
  })
})

describe('sa', () => {
  it('switches every toggle of other profiles, and all of its own but web access', () => {
    for (const toggle of PROFILE_TOGGLES) expect(toggleProblem(sa, profile(), toggle)).toBeUndefined()
    const refused = PROFILE_TOGGLES.filter((toggle) => toggleProblem(sa, saProfile, toggle) !== undefined)
    expect(refused).toEqual(['accessWeb'])
    expect(toggleProblem(sa, saProfile, 'accessWeb')).toBe('El perfil sa no puede perder su acceso web.')
  })
})
