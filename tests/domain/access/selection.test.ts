import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AUTOMATION,
  allGrants,
  buildGrants,
  CHANNEL_SETTINGS,
  can,
  canOpen,
  canonicalGrants,
  covers,
  FLAGS,
  holds,
  type Principal,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import {
  BOXES,
  checkboxState,
  checkedFlags,
  grantLimit,
  isListable,
  isOffered,
  isTicked,
  type Selection,
  setBox,
  toGrants,
  toSelection,
} from '../../../src/domain/access/selection.ts'

const LISTED = ROUTES.filter(isListable)
const principal = (routeAccess: Principal['routeAccess'], role: Principal['role'] = 'admin'): Principal => ({
  role,
  routeAccess,
})
const flagsIn = (selection: Selection) => Object.fromEntries(selection)
const named = (template: string) => ROUTES.filter((route) => route.template === template)

const someGrants = fc
  .dictionary(fc.constantFrom(...LISTED.map(({ template }) => template)), fc.subarray([...FLAGS]), {
    noNullPrototype: true,
  })
  .map((flags) => buildGrants(flags))
const someRoutes = fc.subarray([...ROUTES])
const someSteps = fc.array(
  fc.record({ routes: someRoutes, box: fc.constantFrom(...BOXES), isOn: fc.boolean() }),
)

const edited = (
  start: Selection,
  limit: Selection,
  steps: typeof someSteps extends fc.Arbitrary<infer S> ? S : [],
) => steps.reduce((selection, { routes, box, isOn }) => setBox(selection, limit, routes, box, isOn), start)

const everything = grantLimit(principal([], 'sa'))

describe('a selection', () => {
  it('converts to the stored grants and back', () => {
    fc.assert(
      fc.property(someGrants, (routeAccess) => {
        expect(toGrants(toSelection(routeAccess))).toEqual(canonicalGrants(routeAccess))
      }),
    )
  })

  it('stays within its limit, so that the server accepts it', () => {
    fc.assert(
      fc.property(someGrants, someGrants, someSteps, (own, other, steps) => {
        const limit = grantLimit(principal(own))
        // A user who may change a profile has all of its grants.
        const before = setBox(
          toSelection(own),
          limit,
          LISTED.filter(({ template }) => !toSelection(other).has(template)),
          'select',
          false,
        )
        expect(covers(principal(own), principal(toGrants(edited(before, limit, steps))))).toBe(true)
      }),
    )
  })

  it('drops the flags of routes that it does not list', () => {
    fc.assert(
      fc.property(someGrants, someSteps, (before, steps) => {
        const after = edited(toSelection(before), everything, steps)
        for (const route of ROUTES)
          for (const box of FLAGS)
            if (isTicked(after, route, box)) expect(isTicked(after, route, 'select')).toBe(true)
      }),
    )
  })

  it('is unlimited for sa', () => {
    const all = setBox(new Map(), grantLimit(principal([], 'sa')), ROUTES, 'select', true)
    expect([...all.keys()].sort()).toEqual(LISTED.map(({ template }) => template).sort())
  })
})

describe('a checkbox for several routes', () => {
  it('selects and clears its routes and no others', () => {
    fc.assert(
      fc.property(someGrants, someRoutes, fc.constantFrom(...BOXES), (before, routes, box) => {
        const start = toSelection(before)
        const on = setBox(start, everything, routes, box, true)
        const off = setBox(start, everything, routes, box, false)
        const isAnyOffered = routes.some((route) => isOffered(everything, route, box))
        expect(checkboxState(on, everything, routes, box)).toBe(isAnyOffered ? 'all' : 'none')
        expect(checkboxState(off, everything, routes, box)).toBe('none')
        for (const { template } of ROUTES.filter((route) => !routes.includes(route)))
          expect([on.get(template), off.get(template)]).toEqual([start.get(template), start.get(template)])
      }),
    )
  })

  it('is indeterminate exactly between none and all', () => {
    fc.assert(
      fc.property(
        someGrants,
        someGrants,
        someRoutes,
        fc.constantFrom(...BOXES),
        (own, before, routes, box) => {
          const limit = grantLimit(principal(own))
          const start = toSelection(before)
          const each = routes.map((route) => checkboxState(start, limit, [route], box))
          const able = routes.filter((route) => isOffered(limit, route, box))
          const ticked = each.filter((mark) => mark === 'all').length
          const expected = ticked === 0 ? 'none' : ticked === able.length ? 'all' : 'some'
          expect(checkboxState(start, limit, routes, box)).toBe(expected)
        },
      ),
    )
  })

  it('clears the flags with their route, and selects the route with a flag', () => {
    const flagged = setBox(new Map(), everything, named('movie-edit'), 'modify', true)
    expect(flagsIn(flagged)).toEqual({ 'movie-edit': ['modify'] })
    expect(flagsIn(setBox(flagged, everything, named('movie-edit'), 'modify', false))).toEqual({
      'movie-edit': [],
    })
    expect(flagsIn(setBox(flagged, everything, named('movie-edit'), 'select', false))).toEqual({})
  })

  it('keeps flags that the editor hides', () => {
    const start = toSelection(allGrants())
    expect(flagsIn(setBox(start, everything, named('user-history'), 'select', true))).toEqual(flagsIn(start))
  })
})

describe('the flags of a route', () => {
  it.each([
    ['user-list', ['register']],
    ['user-edit', ['modify', 'delete']],
    ['movie-list', []],
    ['channel-list', ['modify']],
    ['movie-create', ['register']],
    ['movie-edit', ['modify', 'delete']],
    ['episode-list', ['register']],
    ['episode-edit', ['modify', 'delete']],
    ['profile-list', ['register', 'modify', 'delete']],
    ['settings', ['modify']],
    ['automation', ['modify']],
    ['issue-list', ['modify']],
    ['history-list', []],
    ['credit-list', ['register']],
    ['credit-balance', []],
    ['main', []],
  ])('of %s are exactly those that are checked: %j', (template, flags) => {
    expect(named(template).map((route) => checkedFlags(route))).toEqual([flags])
  })

  it('allow changing the settings of all channels, and of /automation, only with modify of their route', () => {
    const opens = (flags: Parameters<typeof buildGrants>[0]) =>
      holds(principal(buildGrants(flags)), CHANNEL_SETTINGS)
    expect(opens({ 'channel-list': ['modify'] })).toBe(true)
    expect(opens({ 'channel-list': ['register', 'delete'] })).toBe(false)
    expect(opens({ 'channel-create': FLAGS, 'channel-edit': FLAGS, settings: FLAGS })).toBe(false)
    expect(holds(principal(buildGrants({ automation: ['modify'] })), AUTOMATION)).toBe(true)
    expect(holds(principal(buildGrants({ settings: FLAGS, automation: ['register'] })), AUTOMATION)).toBe(
      false,
    )
    expect(holds(principal([], 'sa'), CHANNEL_SETTINGS)).toBe(true)
  })

  it('each affect the permissions of the principal', () => {
    const named: readonly string[] = [CHANNEL_SETTINGS.route, AUTOMATION.route]
    for (const route of LISTED.filter(({ template }) => !named.includes(template)))
      for (const flag of checkedFlags(route)) {
        const given = principal(buildGrants({ [route.template]: [flag] }))
        const resource = route.resource
        if (resource === undefined) throw new Error(route.template)
        const change = ({ register: 'create', modify: 'update', delete: 'delete' } as const)[flag]
        expect(canOpen(given, route)).toBe(true)
        expect(can(given, change, resource), `${route.template} ${flag}`).toBe(true)
        expect(can(principal(buildGrants({ [route.template]: [] })), change, resource)).toBe(false)
      }
  })
})
