import { describe, expect, it } from 'vitest'
import {
  allGrants,
  can,
  canOpen,
  covers,
  grants,
  type Principal,
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
  it('lets everybody open default routes', () => {
    for (const one of ROUTES.filter(({ isDefault }) => isDefault))
      expect(canOpen(principal([]), one)).toBe(true)
  })

  it('lets nobody but sa open a route that the profile does not list', () => {
    for (const one of ROUTES.filter(({ isDefault }) => !isDefault)) {
      expect(canOpen(principal([]), one)).toBe(false)
      expect(canOpen(principal([], 'sa'), one)).toBe(true)
    }
  })

  it('ignores a template listed under another group', () => {
    const [group] = grants({ 'movie-list': [] })
    expect(canOpen(principal([{ onMenu: 'admin', access: group?.access ?? [] }]), route('movie-list'))).toBe(
      false,
    )
  })

  it("opens a user's activity to whom the user list is open", () => {
    expect(canOpen(principal(grants({ 'user-list': [] })), route('user-activity'))).toBe(true)
    expect(canOpen(principal(grants({ 'user-edit': [] })), route('user-activity'))).toBe(false)
  })
})

describe('what a principal may do', () => {
  it('reads an entity with any of its rows', () => {
    expect(can(principal(grants({ 'movie-edit': [] })), 'read', 'movies')).toBe(true)
    expect(can(principal(grants({ 'serie-edit': [] })), 'read', 'movies')).toBe(false)
  })

  it('creates with register on the create row, not on the list row', () => {
    expect(can(principal(grants({ 'movie-create': ['register'] })), 'create', 'movies')).toBe(true)
    expect(
      can(principal(grants({ 'movie-list': ['register', 'modify', 'delete'] })), 'create', 'movies'),
    ).toBe(false)
  })

  it('updates and deletes with the flags of the edit row', () => {
    const editor = principal(grants({ 'movie-edit': ['modify'] }))
    expect(can(editor, 'update', 'movies')).toBe(true)
    expect(can(editor, 'delete', 'movies')).toBe(false)
    expect(can(principal(grants({ 'movie-edit': ['delete'] })), 'delete', 'movies')).toBe(true)
  })

  it('creates users with register on /admin, since /signup is a default route', () => {
    expect(can(principal(grants({ 'user-list': ['register'] })), 'create', 'users')).toBe(true)
    expect(can(principal(grants({ 'user-edit': ['register'] })), 'create', 'users')).toBe(false)
  })

  it('keeps profiles and settings with the flags of their only listed row', () => {
    expect(can(principal(grants({ 'profile-list': ['delete'] })), 'delete', 'profiles')).toBe(true)
    expect(can(principal(grants({ settings: ['modify'] })), 'update', 'settings')).toBe(true)
    expect(can(principal(grants({ settings: [] })), 'update', 'settings')).toBe(false)
  })

  it('passes every check of sa', () => {
    expect(can(principal([], 'sa'), 'delete', 'users')).toBe(true)
  })
})

describe('holding as much as another', () => {
  it('is true of the same grants and of more, and false of fewer', () => {
    const narrow = principal(grants({ 'movie-list': [], 'movie-edit': ['modify'] }))
    expect(covers(principal(), narrow)).toBe(true)
    expect(covers(narrow, narrow)).toBe(true)
    expect(covers(narrow, principal())).toBe(false)
    expect(covers(principal(grants({ 'movie-list': [], 'movie-edit': [] })), narrow)).toBe(false)
  })
})
