import { describe, expect, it } from 'vitest'
import { missingCredit } from '../../../src/admin/features/users/missing-credit.ts'

describe('the credit required to create a user', () => {
  const NO_CREDIT = 'No tiene créditos suficientes para crear usuarios.'

  it('depends on the profile: a superagent needs a year for an app user, a month for an agent', () => {
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
      periods: ['AÑOS' as const],
    }
    expect(missingCredit(props, '')).toBeUndefined()
    expect(missingCredit(props, 'a')).toBe(NO_CREDIT)
    expect(missingCredit(props, 'b')).toBeUndefined()
  })
})
