import { describe, expect, it } from 'vitest'
import type { Role } from '../../../src/domain/access/permissions.ts'
import type { Period } from '../../../src/domain/credits/transaction.ts'
import {
  creatableRoles,
  creationCreditError,
  demoExpiry,
  demosPerDayError,
} from '../../../src/domain/users/creation.ts'

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
    expect(
      creationCreditError({ role, creditToResell }, created, { periods, demosMinBalance: 0 })?.message,
    ).toBe(allowed ? undefined : MESSAGE)
  })
})

describe('the limits on demos', () => {
  const periods: Period[] = ['MESES']
  const balanceError = (role: Role, created: Role, creditToResell: number) =>
    creationCreditError({ role, creditToResell }, created, { periods, demosMinBalance: 5 })

  it('ask resellers for a balance, for demos alone', () => {
    const field = 'profile'
    expect(balanceError('agent', 'demo', 4)).toEqual({
      field,
      message: 'Para crear demos necesita un balance de al menos 5 créditos.',
    })
    expect(balanceError('superagent', 'demo', 5)).toBeUndefined()
    expect(balanceError('agent', 'app', 4)).toBeUndefined()
    expect(balanceError('admin', 'demo', 0)).toBeUndefined()
    expect(balanceError('agent', 'demo', 0)?.field).toBe('')
  })

  it.each<[Role, number, number, string | undefined]>([
    ['agent', 4, 5, undefined],
    ['agent', 5, 5, 'Ya creó los 5 demos de hoy.'],
    ['superagent', 9, 5, 'Ya creó los 5 demos de hoy.'],
    ['agent', 1, 1, 'Ya creó el demo de hoy.'],
    ['agent', 999, 0, undefined],
    ['admin', 999, 1, undefined],
    ['sa', 999, 1, undefined],
  ])('stop %s after %i demos with a limit of %i: %s', (role, today, demosPerDay, message) => {
    expect(demosPerDayError({ role }, today, { demosPerDay })).toEqual(
      message && { field: 'profile', message },
    )
  })

  it('a demo lasts its hours', () => {
    const now = new Date('2026-11-21T23:30:00Z')
    expect(demoExpiry(now, { demoHours: 72 })).toEqual(new Date('2026-11-24T23:30:00Z'))
  })
})
