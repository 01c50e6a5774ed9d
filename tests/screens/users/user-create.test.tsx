import { describe, expect, it } from 'vitest'
import { accessHelp } from '../../../src/admin/features/users/lookups.ts'
import { missingCredit } from '../../../src/admin/features/users/missing-credit.ts'

describe('the profile of a user', () => {
  it('says that it has no web access', () => {
    const choice = { name: 'x', role: 'app' as const, isAssignable: true, isBelow: true }
    const profiles = [
      { ...choice, id: 'viewer', accessWeb: false },
      { ...choice, id: 'staff', accessWeb: true },
    ]
    expect(accessHelp(profiles, 'viewer')).toBe('Con este perfil no se puede iniciar sesión en la web.')
    expect(accessHelp(profiles, 'staff')).toBe('')
    expect(accessHelp(profiles, '')).toBe('')
  })
})

describe('the credit required to create a user', () => {
  const NO_CREDIT = 'No tiene créditos suficientes para crear usuarios.'

  it('depends on the profile: a superagent needs twelve months for an app user, one for an agent', () => {
    const props = {
      me: { role: 'superagent' as const, creditToResell: 5 },
      profiles: [
        { id: 'a', name: 'app', role: 'app' as const, accessWeb: false, isAssignable: true, isBelow: true },
        {
          id: 'b',
          name: 'agent',
          role: 'agent' as const,
          accessWeb: true,
          isAssignable: true,
          isBelow: true,
        },
      ],
      settings: { periods: ['AÑOS' as const] },
    }
    expect(missingCredit(props, '')).toBeUndefined()
    expect(missingCredit(props, 'a')).toBe(NO_CREDIT)
    expect(missingCredit(props, 'b')).toBeUndefined()
  })
})
