import type { Resource } from '../registry.ts'
import { type MenuGroup, ROUTES, type Route } from './routes.ts'

/** A user's profile gives its role (rules A1, A2). */
export const ROLES = ['sa', 'admin', 'superagent', 'agent', 'app', 'demo'] as const
export type Role = (typeof ROLES)[number]

/** A disabled user cannot sign in. */
export const USER_STATUSES = ['enable', 'disable'] as const

/** Each gives the role of the same name; every other profile gives `admin` (rule A1). */
export const SYSTEM_PROFILES = ['app', 'agent', 'superagent', 'sa', 'demo'] as const

const SYSTEM_PROFILE_LABELS: ReadonlyMap<string, string> = new Map([
  ['app', 'Cliente'],
  ['agent', 'Agente'],
  ['superagent', 'Superagente'],
  ['sa', 'Superadministrador'],
  ['demo', 'Demo'],
])

/** The Spanish name of a system profile, whose own name is fixed; undefined for other profiles. */
export const systemProfileLabel = (name: string): string | undefined => SYSTEM_PROFILE_LABELS.get(name)

/** A profile's name, that of a system profile with its Spanish one: 'agent · Agente'. */
export const profileLabel = (name: string): string =>
  [name, systemProfileLabel(name)].filter((part) => part !== undefined).join(' · ')

/** Only the server sets `isSystem`, because the name is not sufficient (rule A1). */
export const roleOf = (profile: { name: string; isSystem: boolean }): Role =>
  profile.isSystem ? (SYSTEM_PROFILES.find((name) => name === profile.name) ?? 'app') : 'admin'

export const isAdmin = (role: Role): boolean => role === 'admin' || role === 'sa'

/** Agents and superagents: they sell from a balance of months and see only their own customers. */
export const isReseller = (role: Role): boolean => role === 'agent' || role === 'superagent'

/** Viewers of the service; their licence has an expiry date. */
export const isSubscriber = (role: Role): boolean => role === 'app' || role === 'demo'

const RANK: Record<Role, number> = { sa: 4, admin: 3, superagent: 2, agent: 1, app: 0, demo: 0 }

export const isBelow = (role: Role, other: Role): boolean => RANK[role] < RANK[other]

export const FLAGS = ['register', 'modify', 'delete'] as const
export type Flag = (typeof FLAGS)[number]

/** A route granted by a profile, with the allowed actions. */
export interface RouteGrant {
  name: string
  description: string
  path: string
  register: boolean
  modify: boolean
  delete: boolean
}

export interface GroupAccess {
  onMenu: MenuGroup
  access: RouteGrant[]
}

export interface Principal {
  role: Role
  routeAccess: readonly GroupAccess[]
}

export type Action = 'read' | 'create' | 'update' | 'delete'

const ACTION_FLAGS = { create: 'register', update: 'modify', delete: 'delete' } as const satisfies Record<
  Exclude<Action, 'read'>,
  Flag
>
const ACTION_VIEWS = { create: 'create', update: 'edit', delete: 'edit' } as const

const GRANTABLE_ROUTES = ROUTES.filter(({ group }) => group !== undefined)

/** The grant of a route, looked up under its own group; undefined if the profile has none. */
export const findGrant = (principal: Principal, route: Route): RouteGrant | undefined => {
  for (const { onMenu, access } of principal.routeAccess) {
    const found = onMenu === route.group && access.find(({ name }) => name === route.template)
    if (found) return found
  }
  return undefined
}

/** Routes without a group of their own, checked as another route: a user's activity needs the user list (rule A7). */
const CHECKED_AS: Readonly<Record<string, string>> = { 'user-activity': 'user-list' }

const checkedRoute = (route: Route): Route => {
  const name = CHECKED_AS[route.template]
  return ROUTES.find(({ template }) => template === name) ?? route
}

/** True if a principal may open a route (rule A6). */
export const canOpen = (principal: Principal, route: Route): boolean => {
  if (route.isDefault || principal.role === 'sa') return true
  if (route.needs !== undefined && route.resource !== undefined)
    return can(principal, route.needs, route.resource)
  return findGrant(principal, checkedRoute(route)) !== undefined
}

const checkedRoutesCache = new Map<Resource, readonly Route[]>()

const checkedRoutes = (resource: Resource): readonly Route[] => {
  const rows =
    checkedRoutesCache.get(resource) ??
    ROUTES.filter((route) => route.resource === resource)
      .map(checkedRoute)
      .filter((route) => !route.isDefault)
  checkedRoutesCache.set(resource, rows)
  return rows
}

/**
 * The row whose flag permits changing a resource: its create or edit row, or its list row if that one is missing or
 * open to every profile (rule A9).
 */
export const decidingRoute = (action: Exclude<Action, 'read'>, resource: Resource): Route | undefined => {
  const rows = checkedRoutes(resource)
  return rows.find(({ view }) => view === ACTION_VIEWS[action]) ?? rows.find(({ view }) => view === 'list')
}

/**
 * True if a principal may act on a resource: reading needs a grant of any of its rows, changes need the flag of one
 * (rule A9).
 */
export const can = (principal: Principal, action: Action, resource: Resource): boolean => {
  if (principal.role === 'sa') return true
  if (action === 'read')
    return checkedRoutes(resource).some((route) => findGrant(principal, route) !== undefined)
  const row = decidingRoute(action, resource)
  return row !== undefined && findGrant(principal, row)?.[ACTION_FLAGS[action]] === true
}

/** What one must hold: an action on a resource, a screen or a flag of its route, a role or a higher one, or several. */
export type Permission =
  | { readonly action: Action; readonly resource: Resource }
  | { readonly route: string; readonly flag?: Flag }
  | { readonly role: 'admin' | 'sa' }
  /** `name` describes a long list. */
  | { readonly any: readonly Permission[]; readonly name?: string }
  | { readonly all: readonly Permission[] }

export const holds = (principal: Principal, permission: Permission): boolean => {
  if ('any' in permission) return permission.any.some((each) => holds(principal, each))
  if ('all' in permission) return permission.all.every((each) => holds(principal, each))
  if ('role' in permission) return !isBelow(principal.role, permission.role)
  if ('action' in permission) return can(principal, permission.action, permission.resource)
  const route = ROUTES.find(({ template }) => template === permission.route)
  if (route === undefined || permission.flag === undefined)
    return route !== undefined && canOpen(principal, route)
  return principal.role === 'sa' || findGrant(principal, route)?.[permission.flag] === true
}

/** Creating or changing records of a resource. */
export const createOrUpdate = (resource: Resource): Permission => ({
  any: [
    { action: 'create', resource },
    { action: 'update', resource },
  ],
})

/** Changes the settings of all channels (rule A11). */
export const CHANNEL_SETTINGS = { route: 'channel-list', flag: 'modify' } as const satisfies Permission

/** Changes the settings of /automation, and webhooks (rule S2). */
export const AUTOMATION = { route: 'automation', flag: 'modify' } as const satisfies Permission

/** Undoes a compensation; its preview and its start also tell of users (rule C32). */
export const COMPENSATE = {
  all: [{ role: 'admin' }, { action: 'create', resource: 'license_transactions' }],
} as const satisfies Permission
export const START_COMPENSATION = {
  all: [...COMPENSATE.all, { action: 'read', resource: 'users' }],
} as const satisfies Permission

export const buildGrants = (flags: Readonly<Record<string, readonly Flag[]>>): GroupAccess[] => {
  const listed = GRANTABLE_ROUTES.filter(({ template }) => template in flags)
  const groups = [...new Set(listed.flatMap(({ group }) => group ?? []))]
  return groups.map((onMenu) => ({
    onMenu,
    access: listed
      .filter(({ group }) => group === onMenu)
      .map(({ template, description, path }) => ({
        name: template,
        description,
        path,
        register: flags[template]?.includes('register') ?? false,
        modify: flags[template]?.includes('modify') ?? false,
        delete: flags[template]?.includes('delete') ?? false,
      })),
  }))
}

/** Every route with every flag: the grants of sa, and of Administrador at first start. */
export const allGrants = (): GroupAccess[] =>
  buildGrants(Object.fromEntries(GRANTABLE_ROUTES.map(({ template }) => [template, FLAGS])))

/**
 * True if the first principal covers the second: its role is not lower, and it holds every grant of the second (rule
 * A3).
 */
export const covers = (wider: Principal, narrower: Principal): boolean =>
  wider.role === 'sa' ||
  (!isBelow(wider.role, narrower.role) &&
    GRANTABLE_ROUTES.every((route) => {
      const asked = findGrant(narrower, route)
      const held = findGrant(wider, route)
      return asked === undefined || (held !== undefined && FLAGS.every((flag) => !asked[flag] || held[flag]))
    }))

/** Normalises a profile's grants to the route table: its order, descriptions and paths, each route once. */
export const canonicalGrants = (routeAccess: readonly GroupAccess[]): GroupAccess[] => {
  const flags = new Map<string, Flag[]>()
  for (const grant of routeAccess.flatMap(({ access }) => access))
    flags.set(grant.name, [...(flags.get(grant.name) ?? []), ...FLAGS.filter((flag) => grant[flag])])
  return buildGrants(Object.fromEntries(flags))
}
