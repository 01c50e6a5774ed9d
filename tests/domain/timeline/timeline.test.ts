import { describe, expect, it } from 'vitest'
import { allGrants, buildGrants } from '../../../src/domain/access/permissions.ts'
import { auditKind, readableKinds, TIMELINE_KIND_NAMES } from '../../../src/domain/timeline/timeline.ts'

const user = { id: 'u7' }
const reader = (flags: Parameters<typeof buildGrants>[0]) => ({
  id: 'u1',
  role: 'agent' as const,
  routeAccess: buildGrants(flags),
})

describe('the kinds of a timeline (rule U30)', () => {
  it.each([
    ['user-edit', ['note']],
    ['credit-list', ['sale']],
    ['credit-balance', ['sale']],
    ['audit', ['change', 'access', 'notice']],
    ['history-list', ['visit']],
    ['issue-list', ['report', 'reply']],
    ['outbox', ['mail']],
  ])('with the permission to read %s are %j', (route, kinds) => {
    expect(readableKinds(reader({ [route]: [] }), user)).toEqual(kinds)
  })

  it('include reports, their answers and notes for people only, and no notes about themselves', () => {
    const admin = { id: 'u1', role: 'admin' as const, routeAccess: allGrants() }
    expect(readableKinds(admin, user)).toEqual(TIMELINE_KIND_NAMES)
    expect(readableKinds({ ...admin, key: {} }, user)).toEqual([
      ...['sale', 'change', 'access', 'visit', 'notice', 'mail'],
    ])
    expect(readableKinds(admin, { id: 'u1' })).toEqual(TIMELINE_KIND_NAMES.filter((kind) => kind !== 'note'))
  })

  it('classify audit events, of which notes are left to themselves', () => {
    expect(
      (['update', 'sign-in-failed', 'sign-out', 'notify', 'note', 'note-delete'] as const).map(auditKind),
    ).toEqual(['change', 'access', 'access', 'notice', undefined, 'change'])
  })
})
