import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildGrants,
  can,
  canOpen,
  FLAGS,
  type Flag,
  type Principal,
  type Role,
  SYSTEM_PROFILES,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { isListable } from '../../../src/domain/access/selection.ts'
import { API_PATHS, type Resource } from '../../../src/domain/registry.ts'
import { canDelete, canEdit, standsAbove } from '../../../src/domain/users/authority.ts'
import { canAssign } from '../../../src/domain/users/creation.ts'
import {
  PROFILE_TOGGLES,
  type ProfileEditor,
  principalOf,
  profileChangeErrors,
  profileDeletionError,
  profileError,
  type StoredProfile,
} from '../../../src/domain/users/profile-rules.ts'
import { firstProfiles } from '../../../src/domain/users/system-profiles.ts'

const TEMPLATES = ROUTES.filter(isListable).map(({ template }) => template)
/** A route, or a route with one of its flags: `movie-list`, `movie-edit:modify`. */
const PERMISSIONS = TEMPLATES.flatMap((template) => [template, ...FLAGS.map((flag) => `${template}:${flag}`)])
const ON = { enableDemo: true }

const grantsOf = (permissions: Iterable<string>) => {
  const flags = new Map<string, Flag[]>()
  for (const permission of permissions) {
    const [template = '', name] = permission.split(':')
    const flag = FLAGS.filter((each) => each === name)
    flags.set(template, [...(flags.get(template) ?? []), ...flag])
  }
  return buildGrants(Object.fromEntries(flags))
}

/** Granted permissions as a set, computed without the functions under test. */
const permissionsOf = ({ routeAccess }: Pick<Principal, 'routeAccess'>): Set<string> =>
  new Set(
    routeAccess.flatMap(({ access }) =>
      access.flatMap((grant) => [
        grant.name,
        ...FLAGS.filter((flag) => grant[flag]).map((flag) => `${grant.name}:${flag}`),
      ]),
    ),
  )
const holdsAll = (principal: Principal, other: Principal): boolean => {
  const held = permissionsOf(principal)
  return [...permissionsOf(other)].every((permission) => held.has(permission))
}

const profileOf = (
  routeAccess: StoredProfile['routeAccess'],
  fields: Partial<StoredProfile> = {},
): StoredProfile => ({
  _id: 'target',
  name: 'Ventas',
  isSystem: false,
  accessWeb: true,
  accessApp: false,
  dateValidate: false,
  deviceValidate: false,
  secondFactor: false,
  routeAccess,
  ...fields,
})

const changes = (editor: ProfileEditor, before: StoredProfile, change: Partial<StoredProfile>): boolean =>
  can(editor, 'update', 'profiles') &&
  profileError(editor, before) === undefined &&
  profileChangeErrors(editor, before, { ...before, ...change }).length === 0

const TAKE_OVERS: Readonly<Record<string, (editor: ProfileEditor, target: StoredProfile) => boolean>> = {
  cut: (editor, target) => changes(editor, target, { routeAccess: [] }),
  widen: (editor, target) => changes(editor, profileOf([]), { routeAccess: target.routeAccess }),
  toggle: (editor, target) =>
    PROFILE_TOGGLES.some((toggle) => changes(editor, target, { [toggle]: !target[toggle] })),
  rename: (editor, target) => changes(editor, target, { name: 'Otro' }),
  delete: (editor, target) =>
    can(editor, 'delete', 'profiles') && profileDeletionError(editor, target) === undefined,
  give: (editor, target) => can(editor, 'create', 'users') && canAssign(editor, principalOf(target), ON),
  'set a password': (editor, target) =>
    can(editor, 'update', 'users') && standsAbove(editor, principalOf(target)),
}

const NEEDED: Readonly<Record<string, string>> = {
  cut: 'profile-list:modify',
  widen: 'profile-list:modify',
  toggle: 'profile-list:modify',
  rename: 'profile-list:modify',
  delete: 'profile-list:delete',
  give: 'user-list:register',
  'set a password': 'user-edit:modify',
}
const OPERATOR = [
  'profile-list',
  'profile-list:modify',
  'profile-list:delete',
  'user-list',
  'user-list:register',
  'user-edit',
  'user-edit:modify',
]

const editorWith = (permissions: Iterable<string>, role: Role = 'admin'): ProfileEditor => ({
  role,
  profileId: 'editor',
  routeAccess: grantsOf(permissions),
})
const without = (permissions: readonly string[], left: string): string[] =>
  permissions.filter((each) => each !== left && !each.startsWith(`${left}:`))

describe.each(Object.entries(TAKE_OVERS))('to %s', (action, does) => {
  it('requires each permission at stake, and the flag of the action', () => {
    expect(PERMISSIONS.length).toBeGreaterThan(180)
    const wrong = PERMISSIONS.filter((permission) => {
      const [template = ''] = permission.split(':')
      const target = profileOf(grantsOf([permission]))
      const all = [...OPERATOR, template, permission]
      const flag = NEEDED[action] ?? ''
      return (
        does(editorWith(without(all, permission)), target) ||
        !does(editorWith(all), target) ||
        does(editorWith(without(all, flag)), target)
      )
    })
    expect(wrong).toEqual([])
  })
})

/** Permissions as bits: much faster to generate than lists of names. */
const somePermissions = fc.bigInt({ min: 0n, max: 2n ** BigInt(TEMPLATES.length * 2) - 1n }).map((bits) =>
  TEMPLATES.flatMap((template, index) => {
    const chosen = Number((bits >> BigInt(index * 2)) & 3n)
    return chosen === 0 ? [template, ...FLAGS.map((flag) => `${template}:${flag}`).slice(index % 3)] : []
  }),
)

/** Independent profiles rarely cover one another, so most pairs share a part. */
const somePair = fc
  .record({
    mine: somePermissions,
    theirs: somePermissions,
    flags: fc.subarray(OPERATOR),
    relation: fc.constantFrom('apart', 'equal', 'narrower', 'wider'),
    role: fc.constantFrom<Role>('admin', 'admin', 'admin', 'superagent', 'agent', 'app', 'demo'),
    system: fc.option(fc.constantFrom(...SYSTEM_PROFILES), { freq: 3 }),
  })
  .map(({ mine, theirs, flags, relation, role, system }) => {
    const own = [...mine, ...flags, ...(relation === 'narrower' ? theirs : [])]
    const granted = relation === 'equal' ? own : relation === 'wider' ? [...own, ...theirs] : theirs
    return {
      editor: editorWith(own, role),
      target: profileOf(grantsOf(granted), system === null ? {} : { name: system, isSystem: true }),
    }
  })

const RANK: Record<Role, number> = { sa: 4, admin: 3, superagent: 2, agent: 1, app: 0, demo: 0 }
const isWider = (target: Principal, editor: Principal): boolean =>
  RANK[target.role] > RANK[editor.role] || !holdsAll(editor, target)

const ACTIONS = ['read', 'create', 'update', 'delete'] as const
const isResource = (name: string): name is Resource => name in API_PATHS
/** Everything that the server and the router allow. */
const powersOf = (principal: Principal): string[] => [
  ...Object.keys(API_PATHS)
    .filter(isResource)
    .flatMap((resource) =>
      ACTIONS.filter((action) => can(principal, action, resource)).map((action) => `${action} ${resource}`),
    ),
  ...ROUTES.filter((route) => canOpen(principal, route)).map(({ path }) => path),
]

type Pair = ReturnType<typeof somePair.generate>['value']

/** Invariants for every pair of an editor below sa and a profile; each returns the violations. */
const LAWS: Readonly<Record<string, (pair: Pair) => unknown[]>> = {
  'cannot change, delete or assign a profile that grants more or gives a higher role': ({
    editor,
    target,
  }) => {
    const principal = principalOf(target)
    const custom = { ...principal, role: 'admin' as const }
    return Object.entries(TAKE_OVERS).filter(
      ([action, does]) =>
        action !== 'set a password' &&
        isWider(action === 'widen' ? custom : principal, editor) &&
        does(editor, target),
    )
  },
  'may change every profile that it covers, within its flags': ({ editor, target }) => {
    if (isWider(principalOf(target), editor)) return []
    const isDeletable = can(editor, 'delete', 'profiles') && !target.isSystem
    const areFlagsOfSa = target.isSystem && (target.name === 'app' || target.name === 'demo')
    return Object.entries({
      cut: can(editor, 'update', 'profiles'),
      toggle: can(editor, 'update', 'profiles') && (editor.role === 'sa' || !areFlagsOfSa),
      delete: isDeletable,
    }).filter(([action, expected]) => TAKE_OVERS[action]?.(editor, target) !== expected)
  },
  'is above lower roles, and within its own role above strictly fewer permissions': ({ editor, target }) => {
    const principal = principalOf(target)
    const isNarrower = holdsAll(editor, principal) && !holdsAll(principal, editor)
    const expected =
      RANK[principal.role] < RANK[editor.role] || (principal.role === editor.role && isNarrower)
    const deletes = expected && editor.role !== 'agent' && editor.role !== 'superagent'
    const [actor, other] = [
      { ...editor, id: 'a' },
      { ...principal, id: 'b' },
    ]
    return [
      standsAbove(editor, principal) !== expected,
      canEdit(actor, other) !== expected,
      canDelete(actor, other) !== deletes,
    ].filter(Boolean)
  },
  'cannot create a user with more permissions': ({ editor, target }) => {
    const principal = principalOf(target)
    if (!canAssign(editor, principal, ON)) return []
    const own = new Set(powersOf(editor))
    return powersOf(principal).filter((power) => !own.has(power))
  },
}

const PAIRS = 1_000

it(`every invariant holds over ${PAIRS} random pairs of profiles`, () => {
  const met = { covered: 0, wider: 0, given: 0 }
  fc.assert(
    fc.property(somePair, (pair) => {
      const { editor, target } = pair
      met[isWider(principalOf(target), editor) ? 'wider' : 'covered'] += 1
      if (canAssign(editor, principalOf(target), ON)) met.given += 1
      for (const [law, wrongIn] of Object.entries(LAWS)) {
        const wrong = wrongIn(pair)
        if (wrong.length > 0) expect(wrong, law).toEqual([])
      }
    }),
    { numRuns: PAIRS },
  )
  // Each kind of pair occurs often enough to be meaningful.
  for (const [kind, times] of Object.entries(met)) expect(times, kind).toBeGreaterThan(PAIRS / 20)
})

describe('a system profile', () => {
  const first = firstProfiles()
  const named = (name: string) => {
    const found = first.find((profile) => profile.name === name)
    if (!found) throw new Error(`No profile ${name}`)
    return { ...found, _id: name }
  }

  it.each(['agent', 'superagent'])('%s cannot be assigned without each of its permissions', (name) => {
    const profile = named(name)
    const all = [...permissionsOf(profile)]
    const operator = [...OPERATOR, ...all]
    expect(canAssign(editorWith(operator), principalOf(profile), ON)).toBe(true)
    for (const permission of all)
      expect(canAssign(editorWith(without(operator, permission)), principalOf(profile), ON), permission).toBe(
        false,
      )
  })

  it('of sa cannot be assigned, and only sa changes it', () => {
    const sa = named('sa')
    for (const routeAccess of [sa.routeAccess, []]) {
      const profile = { ...sa, routeAccess }
      expect(canAssign({ role: 'sa', routeAccess: [] }, principalOf(profile), ON)).toBe(false)
      expect(profileError(editorWith(PERMISSIONS), profile)).toBeDefined()
      expect(standsAbove(editorWith(PERMISSIONS), principalOf(profile))).toBe(false)
    }
  })
})
