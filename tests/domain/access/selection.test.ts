import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AUTOMATION,
  allGrants,
  CHANNEL_SETTINGS,
  can,
  canOpen,
  canonicalGrants,
  covers,
  FLAGS,
  grants,
  holds,
  type Principal,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import {
  accessOf,
  BOXES,
  flagsOf,
  isListable,
  isOffered,
  isTicked,
  limitOf,
  markOf,
  type Selection,
  selectionOf,
  withBox,
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
  .map((flags) => grants(flags))
const someRoutes = fc.subarray([...ROUTES])
const someSteps = fc.array(
  fc.record({ routes: someRoutes, box: fc.constantFrom(...BOXES), isOn: fc.boolean() }),
)

const edited = (
  start: Selection,
  limit: Selection,
  steps: typeof someSteps extends fc.Arbitrary<infer S> ? S : [],
) => steps.reduce((selection, { routes, box, isOn }) => withBox(selection, limit, routes, box, isOn), start)

const everything = limitOf(principal([], 'sa'))

describe('a selection', () => {
  it('converts to the stored grants and back', () => {
    fc.assert(
      fc.property(someGrants, (routeAccess) => {
        expect(accessOf(selectionOf(routeAccess))).toEqual(canonicalGrants(routeAccess))
      }),
    )
  })

  it('stays within its limit, so that the server accepts it', () => {
    fc.assert(
      fc.property(someGrants, someGrants, someSteps, (own, other, steps) => {
        const limit = limitOf(principal(own))
        // A user who may change a profile has all of its grants.
        const before = withBox(
          selectionOf(own),
          limit,
          LISTED.filter(({ template }) => !selectionOf(other).has(template)),
          'select',
          false,
        )
        expect(covers(principal(own), principal(accessOf(edited(before, limit, steps))))).toBe(true)
      }),
    )
  })

  it('drops the flags of routes that it does not list', () => {
    fc.assert(
      fc.property(someGrants, someSteps, (before, steps) => {
        const after = edited(selectionOf(before), everything, steps)
        for (const route of ROUTES)
          for (const box of FLAGS)
            if (isTicked(after, route, box)) expect(isTicked(after, route, 'select')).toBe(true)
      }),
    )
  })

  it('is unlimited for sa', () => {
    const all = withBox(new Map(), limitOf(principal([], 'sa')), ROUTES, 'select', true)
    expect([...all.keys()].sort()).toEqual(LISTED.map(({ template }) => template).sort())
  })
})

describe('a box for several routes', () => {
  it('selects and clears its routes and no others', () => {
    fc.assert(
      fc.property(someGrants, someRoutes, fc.constantFrom(...BOXES), (before, routes, box) => {
        const start = selectionOf(before)
        const on = withBox(start, everything, routes, box, true)
        const off = withBox(start, everything, routes, box, false)
        const isAnyOffered = routes.some((route) => isOffered(everything, route, box))
        expect(markOf(on, everything, routes, box)).toBe(isAnyOffered ? 'all' : 'none')
        expect(markOf(off, everything, routes, box)).toBe('none')
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
          const limit = limitOf(principal(own))
          const start = selectionOf(before)
          const each = routes.map((route) => markOf(start, limit, [route], box))
          const able = routes.filter((route) => isOffered(limit, route, box))
          const ticked = each.filter((mark) => mark === 'all').length
          const expected = ticked === 0 ? 'none' : ticked === able.length ? 'all' : 'some'
          expect(markOf(start, limit, routes, box)).toBe(expected)
        },
      ),
    )
  })

  it('clears the flags with their route, and selects the route with a flag', () => {
    const flagged = withBox(new Map(), everything, named('movie-edit'), 'modify', true)
    expect(flagsIn(flagged)).toEqual({ 'movie-edit': ['modify'] })
    expect(flagsIn(withBox(flagged, everything, named('movie-edit'), 'modify', false))).toEqual({
      'movie-edit': [],
    })
    expect(flagsIn(withBox(flagged, everything, named('movie-edit'), 'select', false))).toEqual({})
  })

  it('keeps flags that the editor hides', () => {
    const start = selectionOf(allGrants())
    expect(flagsIn(withBox(start, everything, named('user-history'), 'select', true))).toEqual(flagsIn(start))
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
  ])('of %s are those that the code checks: %j', (template, flags) => {
    expect(named(template).map((route) => flagsOf(route))).toEqual([flags])
  })

  it('open the settings of all channels, and of /automation, only with modify of their route', () => {
    const opens = (flags: Parameters<typeof grants>[0]) => holds(principal(grants(flags)), CHANNEL_SETTINGS)
    expect(opens({ 'channel-list': ['modify'] })).toBe(true)
    expect(opens({ 'channel-list': ['register', 'delete'] })).toBe(false)
    expect(opens({ 'channel-create': FLAGS, 'channel-edit': FLAGS, settings: FLAGS })).toBe(false)
    expect(holds(principal(grants({ automation: ['modify'] })), AUTOMATION)).toBe(true)
    expect(holds(principal(grants({ settings: FLAGS, automation: ['register'] })), AUTOMATION)).toBe(false)
    expect(holds(principal([], 'sa'), CHANNEL_SETTINGS)).toBe(true)
  })

  it('each affect the permissions of the principal', () => {
    const named: readonly string[] = [CHANNEL_SETTINGS.route, AUTOMATION.route]
    for (const route of LISTED.filter(({ template }) => !named.includes(template)))
      for (const flag of flagsOf(route)) {
        const given = principal(grants({ [route.template]: [flag] }))
        const resource = route.resource
        if (resource === undefined) throw new Error(route.template)
        const change = ({ register: 'create', modify: 'update', delete: 'delete' } as const)[flag]
        expect(canOpen(given, route)).toBe(true)
        expect(can(given, change, resource), `${route.template} ${flag}`).toBe(true)
        expect(can(principal(grants({ [route.template]: [] })), change, resource)).toBe(false)
      }
  })
})
