import { eq } from 'drizzle-orm'
import {
  allGrants,
  buildGrants,
  FLAGS,
  type Flag,
  type Permission,
  type Principal,
} from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import type { Resource } from '../../../src/domain/registry.ts'
import { profiles } from '../../../src/server/platform/database/schema/users.ts'
import type { TestApp } from '../../support/app.ts'
import { keyOf } from '../../support/keys.ts'
import { openSession, type People, type SignedIn, signedIn, signedInWith } from '../../support/people.ts'
import { viewerApp } from '../../support/viewers.ts'

/** Kinds of callers; a custom profile gives the role `admin` (rule A1). */
export type Kind = 'anonymous' | 'app' | 'demo' | 'agent' | 'superagent' | 'admin' | 'sa'

/** Routes of the caller's profile with their flags. */
export type Holdings = Readonly<Record<string, readonly Flag[]>>

export interface MatrixCaller {
  /** Heading of its column, or the permission that its profile grants. */
  readonly name: string
  readonly kind: Kind
  readonly holds: Holdings
  /** Whether it is an API key instead of a session. */
  readonly isKey?: boolean
  /** Undefined for anonymous requests. */
  readonly person?: SignedIn
}

/** Role and permissions; anonymous requests have none. */
export const principalOf = ({ kind, holds }: Pick<MatrixCaller, 'kind' | 'holds'>): Principal => ({
  role: kind === 'anonymous' ? 'app' : kind,
  routeAccess: buildGrants(holds),
})

/** A caller whose profile grants a single route. */
export interface Single extends MatrixCaller {
  readonly template: string
  /** Has every flag: represents the other profiles for routes that should not matter. */
  readonly isWhole: boolean
}

const LISTED = ROUTES.filter(({ group }) => group !== undefined)
const EVERYTHING: Holdings = Object.fromEntries(LISTED.map(({ template }) => [template, FLAGS]))

/** Permissions of agents and superagents after a first start (rule U25). */
const OF_RESELLERS: Holdings = {
  'user-list': ['register'],
  'user-edit': ['modify'],
  'credit-list': ['register'],
  'credit-balance': [],
}

/** All permissions that a key of `Administrador` can be granted (rules A16, A18). */
const { 'key-list': _keys, ...OTHERS } = EVERYTHING
const OF_KEYS: Holdings = { ...OTHERS, 'profile-list': [] }

/** A kind of caller before it signs in. */
export type CallerKind = Omit<MatrixCaller, 'person'>

const callerOf = (name: string, kind: Kind, holds: Holdings): CallerKind => ({ name, kind, holds })

/** The columns of docs/permissions.md: permissions of a first start; resellers also after `widenResellers`. */
export const COLUMNS = {
  granted: [
    callerOf('anonymous', 'anonymous', {}),
    callerOf('app', 'app', {}),
    callerOf('demo', 'demo', {}),
    callerOf('agent', 'agent', OF_RESELLERS),
    callerOf('superagent', 'superagent', OF_RESELLERS),
    callerOf('Administrador', 'admin', EVERYTHING),
    { ...callerOf('key', 'admin', OF_KEYS), isKey: true },
    callerOf('sa', 'sa', EVERYTHING),
  ],
  widened: [
    callerOf('agent with every route', 'agent', EVERYTHING),
    callerOf('superagent with every route', 'superagent', EVERYTHING),
  ],
} as const satisfies Record<string, readonly CallerKind[]>

/** Callers of each column. */
export interface Columns {
  readonly granted: readonly MatrixCaller[]
  readonly widened: readonly MatrixCaller[]
}

export const columnCallers = async (
  test: TestApp,
  { sa, admin, superagent, agent }: People,
): Promise<Columns> => {
  // The key has a separate maker, since a user cannot run two exports at once.
  const maker = await signedIn(test, 'Administrador')
  const key = { ...(await keyOf(test, maker, OF_KEYS)), id: maker.id }
  const app = await viewerApp(test)
  const demo = await viewerApp(test, {}, 'demo')
  const people: Readonly<Record<string, SignedIn>> = {
    app,
    demo,
    agent,
    superagent,
    Administrador: admin,
    key,
    sa,
  }
  const signed = (kinds: readonly CallerKind[]): MatrixCaller[] =>
    kinds.map((each) => {
      const person = people[each.name.replace(/ with every route$/, '')]
      return { ...each, ...(person && { person }) }
    })
  return { granted: signed(COLUMNS.granted), widened: signed(COLUMNS.widened) }
}

/** Grants every route to agents and superagents. */
export const widenResellers = async ({ db }: TestApp): Promise<void> => {
  for (const name of ['agent', 'superagent'])
    await db.update(profiles).set({ routeAccess: allGrants() }).where(eq(profiles.name, name))
}

/** Callers for each grantable route: without flags, with each flag, and with all. */
export const singleCallers = async (test: TestApp): Promise<Single[]> => {
  const callers: Single[] = []
  for (const { template, path } of LISTED)
    for (const flags of [[], ...FLAGS.map((flag) => [flag]), FLAGS]) {
      const person = await signedInWith(test, { [template]: flags })
      callers.push({
        name: [path, ...flags].join(' '),
        kind: 'admin',
        holds: { [template]: flags },
        person,
        template,
        isWhole: flags.length === FLAGS.length,
      })
    }
  return callers
}

/** The routes of a resource that profiles list; activity stands for the list of users (rule A7). */
const listedOf = (resource: Resource) => {
  const own = LISTED.filter((route) => route.resource === resource)
  return own.length > 0 ? own : LISTED.filter(({ template }) => template === 'user-list')
}

const FLAG_OF = { create: 'register', update: 'modify', delete: 'delete' } as const

/** The route and flag of a change by rule A9. Repeats the domain's, so that no permission is widened unnoticed. */
const changeOf = (action: keyof typeof FLAG_OF, resource: Resource): readonly [string, Flag] => {
  const routes = listedOf(resource)
  const own = routes.find(({ view }) => view === (action === 'create' ? 'create' : 'edit'))
  const { template = '' } = own ?? routes.find(({ view }) => view === 'list') ?? {}
  return [template, FLAG_OF[action]]
}

const without = (held: Holdings, routes: readonly string[]): Holdings =>
  Object.fromEntries(Object.entries(held).filter(([template]) => !routes.includes(template)))

/** The smallest grants of a custom profile that include a permission; undefined for one that only sa has. */
export const leastWith = (permission: Permission): Holdings | undefined => {
  if ('role' in permission) return permission.role === 'sa' ? undefined : {}
  if ('any' in permission) return permission.any[0] && leastWith(permission.any[0])
  if ('all' in permission) {
    const parts = permission.all.map(leastWith)
    const held: Record<string, readonly Flag[]> = {}
    for (const part of parts) {
      if (part === undefined) return undefined
      for (const [template, flags] of Object.entries(part))
        held[template] = [...new Set([...(held[template] ?? []), ...flags])]
    }
    return held
  }
  if ('route' in permission) return { [permission.route]: permission.flag ? [permission.flag] : [] }
  const { action, resource } = permission
  if (action === 'read') return { [listedOf(resource)[0]?.template ?? '']: [] }
  const [template, flag] = changeOf(action, resource)
  return { [template]: [flag] }
}

/** The largest grants of a custom profile that lack a permission. */
export const mostWithout = (permission: Permission, held: Holdings = EVERYTHING): Holdings => {
  if ('role' in permission) return held
  if ('any' in permission) return permission.any.reduce((left, each) => mostWithout(each, left), held)
  if ('all' in permission) {
    // Grants don't change a role.
    const part = permission.all.find((each) => !('role' in each))
    return part ? mostWithout(part, held) : held
  }
  if ('action' in permission && permission.action === 'read')
    return without(
      held,
      listedOf(permission.resource).map(({ template }) => template),
    )
  const [template, flag] =
    'route' in permission
      ? [permission.route, permission.flag]
      : changeOf(permission.action === 'read' ? 'create' : permission.action, permission.resource)
  if (flag === undefined) return without(held, [template])
  return { ...held, [template]: (held[template] ?? []).filter((each) => each !== flag) }
}

/** Every route that a permission names. */
export const routesIn = (permission: Permission): readonly string[] => {
  if ('role' in permission) return []
  if ('route' in permission) return [permission.route]
  if ('any' in permission) return permission.any.flatMap(routesIn)
  if ('all' in permission) return permission.all.flatMap(routesIn)
  return listedOf(permission.resource).map(({ template }) => template)
}

/** A new session of the same user, for requests that end it; undefined for a key. */
export const again = async (
  { db, clock }: TestApp,
  { kind, person, isKey }: MatrixCaller,
): Promise<string | undefined> => {
  if (isKey) return undefined
  const isApp = kind === 'app' || kind === 'demo'
  return person && openSession(db, person.id, clock.now(), isApp)
}
