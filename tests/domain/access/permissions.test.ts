import { describe, expect, it, test } from 'vitest'
import {
  allGrants,
  buildGrants,
  can,
  canOpen,
  covers,
  type Principal,
  profileLabel,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'

const principal = (routeAccess = allGrants(), role: Principal['role'] = 'admin'): Principal => ({
  role,
  routeAccess,
})
const route = (template: string) => {
  const found = ROUTES.find((one) => one.template === template)
  if (!found) throw new Error(template)
  return found
}

describe('the access rule', () => {
  it('opens default routes to every user', () => {
    for (const one of ROUTES.filter(({ isDefault }) => isDefault))
      expect(canOpen(principal([]), one)).toBe(true)
  })

  it('opens a route that the profile does not list only to sa', () => {
    for (const one of ROUTES.filter(({ isDefault }) => !isDefault)) {
      expect(canOpen(principal([]), one)).toBe(false)
      expect(canOpen(principal([], 'sa'), one)).toBe(true)
    }
  })

  it('ignores a template listed under another group', () => {
    const [group] = buildGrants({ 'movie-list': [] })
    expect(canOpen(principal([{ onMenu: 'admin', access: group?.access ?? [] }]), route('movie-list'))).toBe(
      false,
    )
  })

  it("opens a user's activity to users who may open the user list", () => {
    expect(canOpen(principal(buildGrants({ 'user-list': [] })), route('user-activity'))).toBe(true)
    expect(canOpen(principal(buildGrants({ 'user-edit': [] })), route('user-activity'))).toBe(false)
  })
})

describe('the permissions of a principal', () => {
  it('allow reading an entity with any of its routes', () => {
    expect(can(principal(buildGrants({ 'movie-edit': [] })), 'read', 'movies')).toBe(true)
    expect(can(principal(buildGrants({ 'serie-edit': [] })), 'read', 'movies')).toBe(false)
  })

  it('allow creating with register of the create route, not of the list route', () => {
    expect(can(principal(buildGrants({ 'movie-create': ['register'] })), 'create', 'movies')).toBe(true)
    expect(
      can(principal(buildGrants({ 'movie-list': ['register', 'modify', 'delete'] })), 'create', 'movies'),
    ).toBe(false)
  })

  it('allow updating and deleting with the flags of the edit route', () => {
    const editor = principal(buildGrants({ 'movie-edit': ['modify'] }))
    expect(can(editor, 'update', 'movies')).toBe(true)
    expect(can(editor, 'delete', 'movies')).toBe(false)
    expect(can(principal(buildGrants({ 'movie-edit': ['delete'] })), 'delete', 'movies')).toBe(true)
  })

  it('allow creating users with register of /admin, since /signup is a default route', () => {
    expect(can(principal(buildGrants({ 'user-list': ['register'] })), 'create', 'users')).toBe(true)
    expect(can(principal(buildGrants({ 'user-edit': ['register'] })), 'create', 'users')).toBe(false)
  })

  it('allow writes of profiles and settings with the flags of their only listed route', () => {
    expect(can(principal(buildGrants({ 'profile-list': ['delete'] })), 'delete', 'profiles')).toBe(true)
    expect(can(principal(buildGrants({ settings: ['modify'] })), 'update', 'settings')).toBe(true)
    expect(can(principal(buildGrants({ settings: [] })), 'update', 'settings')).toBe(false)
  })

  it('allow everything to sa', () => {
    expect(can(principal([], 'sa'), 'delete', 'users')).toBe(true)
  })
})

describe('covering another principal', () => {
  it('requires the same grants or more', () => {
    const narrow = principal(buildGrants({ 'movie-list': [], 'movie-edit': ['modify'] }))
    expect(covers(principal(), narrow)).toBe(true)
    expect(covers(narrow, narrow)).toBe(true)
    expect(covers(narrow, principal())).toBe(false)
    expect(covers(principal(buildGrants({ 'movie-list': [], 'movie-edit': [] })), narrow)).toBe(false)
  })
})

test.each([
  ['agent', 'agent · Agente'],
  ['app', 'app · Cliente'],
  ['Taquilla', 'Taquilla'],
  ['constructor', 'constructor'],
])('the profile %s is shown as %s', (name, label) => {
  expect(profileLabel(name)).toBe(label)
})
