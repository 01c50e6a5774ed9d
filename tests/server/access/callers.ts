import { eq } from 'drizzle-orm'
import { allGrants, FLAGS, type Flag } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
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

/** The most that a key of `Administrador` can be granted (rules A16, A18). */
const { 'key-list': _keys, ...OTHERS } = EVERYTHING
const OF_KEYS: Holdings = { ...OTHERS, 'profile-list': [] }

/** Callers with their own columns: with the permissions of a first start, and after `widenResellers`. */
export interface Columns {
  readonly granted: readonly MatrixCaller[]
  readonly widened: readonly MatrixCaller[]
}

export const columnCallers = async (
  test: TestApp,
  { sa, admin, superagent, agent }: People,
): Promise<Columns> => {
  const callerOf = (name: string, kind: Kind, holds: Holdings, person?: SignedIn): MatrixCaller => ({
    name,
    kind,
    holds,
    ...(person && { person }),
  })
  // A maker of its own: nobody exports twice at once.
  const maker = await signedIn(test, 'Administrador')
  const key = await keyOf(test, maker, OF_KEYS)
  return {
    granted: [
      callerOf('anonymous', 'anonymous', {}),
      callerOf('app', 'app', {}, await viewerApp(test)),
      callerOf('demo', 'demo', {}, await viewerApp(test, {}, 'demo')),
      callerOf('agent', 'agent', OF_RESELLERS, agent),
      callerOf('superagent', 'superagent', OF_RESELLERS, superagent),
      callerOf('Administrador', 'admin', EVERYTHING, admin),
      { ...callerOf('key', 'admin', OF_KEYS, { ...key, id: maker.id }), isKey: true },
      callerOf('sa', 'sa', EVERYTHING, sa),
    ],
    widened: [
      callerOf('agent with every route', 'agent', EVERYTHING, agent),
      callerOf('superagent with every route', 'superagent', EVERYTHING, superagent),
    ],
  }
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

/** A new session of the same user, for requests that end it; undefined for a key. */
export const again = async (
  { db, clock }: TestApp,
  { kind, person, isKey }: MatrixCaller,
): Promise<string | undefined> => {
  if (isKey) return undefined
  const isApp = kind === 'app' || kind === 'demo'
  return person && openSession(db, person.id, clock.now(), isApp)
}
