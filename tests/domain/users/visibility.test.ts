import { describe, expect, it } from 'vitest'
import { allGrants, buildGrants, ROLES, type Role } from '../../../src/domain/access/permissions.ts'
import type { Person } from '../../../src/domain/users/authority.ts'
import {
  canChangeProfile,
  canMeet,
  canRemove,
  canRemoveDemos,
  canToggle,
  readOnlyReason,
  shownCredit,
  toggleAllPrompt,
  togglePrompt,
  type UserScreens,
  userScreens,
} from '../../../src/domain/users/visibility.ts'

const person = (id: string, role: Role, routeAccess = allGrants()): Person => ({ id, role, routeAccess })

describe('the screens of users by role', () => {
  const differences = (role: Role): string[] =>
    Object.entries(userScreens(role)).flatMap(([part, shown]) => (shown ? [part] : []))

  it.each<[Role, (keyof UserScreens)[]]>([
    ['agent', ['seesBalance']],
    [
      'superagent',
      ['listsPlatform', 'seesBalance', 'seesHistory', 'editsTvList', 'editsPlatform', 'changesProfiles'],
    ],
    [
      'admin',
      [
        'listsPlatform',
        'removesDemos',
        'seesHistory',
        'editsTvList',
        'editsPlatform',
        'changesProfiles',
        'deletes',
      ],
    ],
  ])('%s sees %j', (role, parts) => {
    expect(differences(role)).toEqual(parts)
  })

  it('show the same to sa and admin', () => {
    expect(userScreens('sa')).toEqual(userScreens('admin'))
  })

  it('offer as filter the profiles that can occur in the list', () => {
    const met = (caller: Role) => ROLES.filter((role) => canMeet(caller, role))
    expect(met('agent')).toEqual(['app', 'demo'])
    expect(met('superagent')).toEqual(['agent', 'app', 'demo'])
    expect(met('admin')).toEqual([...ROLES])
    expect(met('sa')).toEqual([...ROLES])
  })

  it('let an agent change the profile of its demo users only', () => {
    expect(ROLES.filter((role) => canChangeProfile('agent', role))).toEqual(['demo'])
    expect(canChangeProfile('superagent', 'app')).toBe(true)
  })
})

describe('a read-only record', () => {
  it('states whether the permission or the rank is missing', () => {
    expect(readOnlyReason(person('a', 'admin', buildGrants({ 'user-edit': [] })), person('b', 'app'))).toBe(
      'permission',
    )
    expect(readOnlyReason(person('a', 'admin'), person('b', 'sa'))).toBe('rank')
    expect(readOnlyReason(person('a', 'admin'), person('b', 'app'))).toBeUndefined()
  })
})

describe('disabling, deleting and removing', () => {
  it('is not allowed for oneself', () => {
    const sa = person('a', 'sa')
    expect(canToggle(sa, sa)).toBe(false)
    expect(canRemove(sa, sa)).toBe(false)
    expect(canToggle(sa, person('b', 'admin'))).toBe(true)
    expect(canRemove(sa, person('b', 'admin'))).toBe(true)
  })

  it('is not allowed to resellers if it deletes', () => {
    expect(canRemove(person('a', 'superagent'), person('b', 'app'))).toBe(false)
    expect(canRemoveDemos(person('a', 'superagent'))).toBe(false)
    expect(canRemoveDemos(person('a', 'agent'))).toBe(false)
    expect(canRemoveDemos(person('a', 'admin'))).toBe(true)
    expect(canRemoveDemos(person('a', 'admin', buildGrants({ 'user-edit': ['modify'] })))).toBe(false)
  })

  it('asks for confirmation with the full name', () => {
    expect(togglePrompt({ status: 'enable', fullName: 'Ana Peña' })).toBe(
      '¿Seguro que desea desactivar el usuario Ana Peña?',
    )
    expect(togglePrompt({ status: 'disable', fullName: 'Ana Peña' })).toBe(
      '¿Seguro que desea activar el usuario Ana Peña?',
    )
    expect(toggleAllPrompt('disable', 2395)).toBe('¿Seguro que desea desactivar 2,395 usuarios?')
    expect(toggleAllPrompt('enable', 2)).toBe('¿Seguro que desea activar 2 usuarios?')
  })
})

describe('the credit of a user', () => {
  it.each<[Role, number, number, ReturnType<typeof shownCredit>]>([
    ['app', 0, 9, { months: 0, unit: 'meses', tone: 'red' }],
    ['app', 1, 9, { months: 1, unit: 'mes', tone: 'yellow' }],
    ['app', 2, 0, { months: 2, unit: 'meses', tone: 'plain' }],
    ['demo', 1, 0, { months: 1, unit: 'mes', tone: 'plain' }],
    ['agent', 9, 0, { months: 0, unit: 'créditos', tone: 'red' }],
    ['agent', 0, 1, { months: 1, unit: 'crédito', tone: 'yellow' }],
    ['superagent', 0, 0, { months: 0, unit: 'créditos', tone: 'plain' }],
    ['admin', 0, 0, undefined],
  ])('%s with %i months left and a balance of %i', (role, creditAmount, balanceToCredit, shown) => {
    expect(shownCredit({ role, creditAmount, balanceToCredit })).toEqual(shown)
  })
})
