import { expect, test } from 'vitest'
import { PERMISSION_PARTS } from '../../../../src/admin/features/users/permission-parts.ts'
import {
  defaultChoices,
  findConflicts,
  resolvedValues,
  type Versions,
} from '../../../../src/admin/kit/form/conflict.ts'
import { buildGrants } from '../../../../src/domain/access/permissions.ts'
import { profileSchema } from '../../../../src/domain/users/profile.ts'

const COMPARISON = { divided: { routeAccess: PERMISSION_PARTS } }

const versions = (opened: object, theirs: object, mine: object): Versions => ({
  opened: { ...opened },
  theirs: { ...opened, ...theirs },
  mine: { ...opened, ...mine },
})

test('permissions are compared route by route', () => {
  const before = { name: 'Soporte', routeAccess: buildGrants({ 'issue-list': [], 'history-list': [] }) }
  const found = findConflicts(
    profileSchema,
    versions(
      before,
      { routeAccess: buildGrants({ 'issue-list': ['modify'], 'history-list': [] }) },
      { routeAccess: buildGrants({ 'issue-list': [] }) },
    ),
    COMPARISON,
  )
  expect(found.map(({ key, changedBy, theirs, mine }) => [key, changedBy, theirs, mine])).toEqual([
    ['routeAccess.history-list', 'me', 'Ver', 'Sin acceso'],
    ['routeAccess.issue-list', 'them', 'Ver, Modificar', 'Ver'],
  ])
})

test('merged permissions include the changes of both sides to different routes', () => {
  const before = { name: 'Soporte', routeAccess: buildGrants({ 'issue-list': [], 'history-list': [] }) }
  const each = versions(
    before,
    { routeAccess: buildGrants({ 'issue-list': ['modify'], 'history-list': [] }) },
    { routeAccess: buildGrants({ 'issue-list': [] }) },
  )
  const conflicts = findConflicts(profileSchema, each, COMPARISON)
  expect(resolvedValues(conflicts, defaultChoices(conflicts), each, COMPARISON)).toEqual({
    routeAccess: buildGrants({ 'issue-list': ['modify'] }),
  })
})
