import { describe, expect, it } from 'vitest'
import { allGrants, buildGrants } from '../../../src/domain/access/permissions.ts'
import { canDelete, canEdit, type Person } from '../../../src/domain/users/authority.ts'

const person = (id: string, role: Person['role'], routeAccess = allGrants()): Person => ({
  id,
  role,
  routeAccess,
})

describe('being above another user', () => {
  it('follows from a higher role', () => {
    expect(canEdit(person('a', 'admin'), person('b', 'agent'))).toBe(true)
    expect(canEdit(person('a', 'admin'), person('b', 'sa'))).toBe(false)
    expect(canEdit(person('a', 'agent'), person('b', 'superagent'))).toBe(false)
  })

  it('within one role needs strictly more permissions', () => {
    const few = buildGrants({ 'movie-list': [] })
    expect(canEdit(person('a', 'admin'), person('b', 'admin', few))).toBe(true)
    expect(canEdit(person('a', 'admin', few), person('b', 'admin'))).toBe(false)
    expect(canEdit(person('a', 'admin'), person('b', 'admin'))).toBe(false)
  })

  it('is not needed to edit oneself', () => {
    expect(canEdit(person('a', 'agent'), person('a', 'agent'))).toBe(true)
  })
})

describe('deleting', () => {
  it('is never allowed for oneself or to a reseller', () => {
    expect(canDelete(person('a', 'sa'), person('a', 'sa'))).toBe(false)
    expect(canDelete(person('a', 'superagent'), person('b', 'app'))).toBe(false)
    expect(canDelete(person('a', 'admin'), person('b', 'app'))).toBe(true)
  })
})
