import { describe, expect, it } from 'vitest'
import { canAccess } from '../../../src/admin/api/me.ts'
import { buildGrants } from '../../../src/domain/access/permissions.ts'

const editor = {
  role: 'admin' as const,
  routeAccess: buildGrants({ 'movie-list': [], 'movie-edit': ['modify'], 'user-list': ['register'] }),
}

describe('the access check of react-admin', () => {
  it.each([
    ['list', 'movies', true],
    ['edit', 'movies', true],
    ['create', 'movies', false],
    ['modify', 'movies', true],
    ['delete', 'movies', false],
    ['register', 'users', true],
    // Every signed-in user may open /signup, a default route; the flag decides about the button.
    ['create', 'users', true],
    ['edit', 'users', false],
    ['list', 'categories', false],
    ['export', 'movies', true],
    ['nada', 'movies', false],
    ['list', 'nada', false],
  ])('%s of %s: %s', (action, resource, expected) => {
    expect(canAccess(editor, action, resource)).toBe(expected)
  })

  it('allows everything to sa', () => {
    expect(canAccess({ role: 'sa', routeAccess: [] }, 'delete', 'movies')).toBe(true)
  })
})
