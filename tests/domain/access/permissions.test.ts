import { describe, expect, it } from 'vitest'
import {
  allGrants,
  covers,
  grants,
  type Holder,
  may,
  mayOpen,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'

const holder = (routeAccess = allGrants(), role: Holder['role'] = 'admin'): Holder => ({ role, routeAccess })
const route = (template: string) => {
  const found = ROUTES.find((one) => one.template === template)
  if (!found) throw new Error(template)
  return found
}

describe('the access rule', () => {
  it('lets everybody open default routes', () => {
    for (const one of ROUTES.filter(({ isDefault }) => isDefault)) expect(mayOpen(holder([]), one)).toBe(true)
  })

  it('lets nobody but sa open a route that the profile does not list', () => {
    for (const one of ROUTES.filter(({ isDefault }) => !isDefault)) {
      expect(mayOpen(holder([]), one)).toBe(false)
      expect(mayOpen(holder([], 'sa'), one)).toBe(true)
    }
  })

  it('ignores a template listed under another group', () => {
    const [group] = grants({ 'movie-list': [] })
    expect(mayOpen(holder([{ onMenu: 'admin', access: group?.access ?? [] }]), route('movie-list'))).toBe(
      false,
    )
  })

  it("opens a user's activity to whom the user list is open", () => {
    expect(mayOpen(holder(grants({ 'user-list': [] })), route('user-activity'))).toBe(true)
    expect(mayOpen(holder(grants({ 'user-edit': [] })), route('user-activity'))).toBe(false)
  })
})

describe('what a holder may do', () => {
  it('reads an entity with any of its rows', () => {
    expect(may(holder(grants({ 'movie-edit': [] })), 'read', 'movies')).toBe(true)
    expect(may(holder(grants({ 'serie-edit': [] })), 'read', 'movies')).toBe(false)
  })

  it('creates with register on the create row, not on the list row', () => {
    expect(may(holder(grants({ 'movie-create': ['register'] })), 'create', 'movies')).toBe(true)
    expect(may(holder(grants({ 'movie-list': ['register', 'modify', 'delete'] })), 'create', 'movies')).toBe(
      false,
    )
  })

  it('updates and deletes with the flags of the edit row', () => {
    const editor = holder(grants({ 'movie-edit': ['modify'] }))
    expect(may(editor, 'update', 'movies')).toBe(true)
    expect(may(editor, 'delete', 'movies')).toBe(false)
    expect(may(holder(grants({ 'movie-edit': ['delete'] })), 'delete', 'movies')).toBe(true)
  })

  it('creates users with register on /admin, since /signup is a default route', () => {
    expect(may(holder(grants({ 'user-list': ['register'] })), 'create', 'users')).toBe(true)
    expect(may(holder(grants({ 'user-edit': ['register'] })), 'create', 'users')).toBe(false)
  })

  it('keeps profiles and settings with the flags of their only listed row', () => {
    expect(may(holder(grants({ 'profile-list': ['delete'] })), 'delete', 'profiles')).toBe(true)
    expect(may(holder(grants({ settings: ['modify'] })), 'update', 'settings')).toBe(true)
    expect(may(holder(grants({ settings: [] })), 'update', 'settings')).toBe(false)
  })

  it('passes every check of sa', () => {
    expect(may(holder([], 'sa'), 'delete', 'users')).toBe(true)
  })
})

describe('holding as much as another', () => {
  it('is true of the same grants and of more, and false of fewer', () => {
    const narrow = holder(grants({ 'movie-list': [], 'movie-edit': ['modify'] }))
    expect(covers(holder(), narrow)).toBe(true)
    expect(covers(narrow, narrow)).toBe(true)
    expect(covers(narrow, holder())).toBe(false)
    expect(covers(holder(grants({ 'movie-list': [], 'movie-edit': [] })), narrow)).toBe(false)
  })
})
