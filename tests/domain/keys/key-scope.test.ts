import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allGrants,
  buildGrants,
  can,
  covers,
  FLAGS,
  type Principal,
  ROLES,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { isListable, toGrants, toSelection } from '../../../src/domain/access/selection.ts'
import { keyLimit, keyPrincipal } from '../../../src/domain/keys/key-scope.ts'

const LISTED = ROUTES.filter(isListable).map(({ template }) => template)
const someGrants = fc
  .dictionary(fc.constantFrom(...LISTED), fc.subarray([...FLAGS]), { noNullPrototype: true })
  .map((flags) => buildGrants(flags))
const someMaker: fc.Arbitrary<Principal> = fc.record({
  role: fc.constantFrom(...ROLES),
  routeAccess: someGrants,
})
const sa: Principal = { role: 'sa', routeAccess: [] }

describe('what a key may do (rule A16)', () => {
  it('never exceeds the permissions of its maker, whatever it was granted', () => {
    fc.assert(
      fc.property(someMaker, someGrants, (maker, granted) => {
        expect(covers(maker, keyPrincipal(maker, granted))).toBe(true)
      }),
    )
  })

  it('never exceeds what it was granted, whatever permissions its maker has', () => {
    fc.assert(
      fc.property(someMaker, someGrants, (maker, granted) => {
        const { routeAccess } = keyPrincipal(maker, granted)
        expect(covers({ role: 'admin', routeAccess: granted }, { role: 'admin', routeAccess })).toBe(true)
      }),
    )
  })

  it('is all that it was granted while its maker has it', () => {
    fc.assert(
      fc.property(someMaker, someGrants, (maker, wider) => {
        const granted = toGrants(keyLimit(maker))
        const richer: Principal = {
          role: maker.role,
          routeAccess: toGrants(new Map([...toSelection(wider), ...toSelection(maker.routeAccess)])),
        }
        expect(keyPrincipal(richer, granted).routeAccess).toEqual(granted)
      }),
    )
  })

  it('shrinks and grows with its maker; restricting it twice changes nothing', () => {
    fc.assert(
      fc.property(someMaker, someGrants, someGrants, (maker, granted, left) => {
        const cut = keyPrincipal(maker, granted)
        expect(keyPrincipal(maker, cut.routeAccess)).toEqual(cut)
        const less = keyPrincipal({ role: maker.role, routeAccess: left }, granted)
        if (covers(maker, { role: maker.role, routeAccess: left })) expect(covers(cut, less)).toBe(true)
      }),
    )
  })

  it('has at most the role admin, and the role of a reseller', () => {
    expect(keyPrincipal(sa, allGrants()).role).toBe('admin')
    for (const role of ['admin', 'superagent', 'agent'] as const)
      expect(keyPrincipal({ role, routeAccess: [] }, allGrants()).role).toBe(role)
  })

  it('never includes keys or changes of profiles, not even for sa (rule A18)', () => {
    const key = keyPrincipal(sa, allGrants())
    expect(can(key, 'read', 'keys')).toBe(false)
    for (const action of ['create', 'update', 'delete'] as const) {
      expect(can(key, action, 'keys')).toBe(false)
      expect(can(key, action, 'profiles')).toBe(false)
    }
    expect(can(key, 'read', 'profiles')).toBe(true)
    expect(can(key, 'delete', 'movies')).toBe(true)
  })
})
