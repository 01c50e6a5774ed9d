import { describe, expect, it } from 'vitest'
import type { Role } from '../../../src/domain/access/permissions.ts'
import type { Period } from '../../../src/domain/credits/transaction.ts'
import { creatableRoles, creationCreditError } from '../../../src/domain/users/creation.ts'

describe('who may create whom', () => {
  it.each<[Role, Role[]]>([
    ['sa', ['app', 'demo', 'agent', 'superagent', 'admin']],
    ['admin', ['app', 'demo', 'agent', 'superagent', 'admin']],
    ['superagent', ['app', 'agent', 'demo']],
    ['agent', ['app', 'demo']],
    ['app', []],
    ['demo', []],
  ])('%s creates %j', (creator, roles) => {
    expect([...creatableRoles(creator, { enableDemo: true })].sort()).toEqual([...roles].sort())
  })

  it('does not let resellers create demo users while disabled', () => {
    expect(creatableRoles('agent', { enableDemo: false })).toEqual(['app'])
    expect(creatableRoles('superagent', { enableDemo: false })).toEqual(['app', 'agent'])
    expect(creatableRoles('admin', { enableDemo: false })).toContain('demo')
  })
})

describe('the credit that creating a user needs', () => {
  const MESSAGE = 'No tiene créditos suficientes para crear usuarios.'
  it.each<[Role, Role, Period[], number, boolean]>([
    ['agent', 'app', ['MESES'], 0, false],
    ['agent', 'app', ['MESES'], 1, true],
    ['agent', 'demo', ['AÑOS'], 11, false],
    ['agent', 'app', ['AÑOS'], 12, true],
    ['agent', 'app', ['MESES', 'AÑOS'], 1, true],
    ['superagent', 'app', ['AÑOS'], 11, false],
    ['superagent', 'agent', ['AÑOS'], 11, true],
    ['superagent', 'agent', ['AÑOS'], 0, false],
    ['admin', 'app', ['AÑOS'], 0, true],
    ['sa', 'agent', ['MESES'], -5, true],
  ])('%s creating %s, selling %j, with %i months: %s', (role, created, periods, creditToResell, allowed) => {
    expect(creationCreditError({ role, creditToResell }, created, periods)?.message).toBe(
      allowed ? undefined : MESSAGE,
    )
  })
})
