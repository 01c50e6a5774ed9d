import { eq } from 'drizzle-orm'
import { allGrants, FLAGS, type Flag } from '../../../src/domain/access/permissions.ts'
import { ROUTES } from '../../../src/domain/access/routes.ts'
import { openSession } from '../../../src/server/platform/auth/access.ts'
import { profiles } from '../../../src/server/platform/database/schema/users.ts'
import type { TestApp } from '../../support/app.ts'
import { type People, type SignedIn, signedInWith } from '../../support/people.ts'
import { viewerApp } from '../../support/viewers.ts'

/** The kinds of caller; a custom profile gives the role `admin` (rule A1). */
export type Kind = 'anonymous' | 'app' | 'demo' | 'agent' | 'superagent' | 'admin' | 'sa'

/** The routes that a caller's profile lists, each with its flags. */
export type Holdings = Readonly<Record<string, readonly Flag[]>>

export interface MatrixCaller {
  /** The heading of its column, or what its profile alone grants. */
  readonly name: string
  readonly kind: Kind
  readonly holds: Holdings
  /** Undefined for anonymous requests. */
  readonly person?: SignedIn
}

/** The one route that a profile grants. */
export interface Single extends MatrixCaller {
  readonly template: string
  /** Whether it has every flag: such a profile stands for the others where its route should decide nothing. */
  readonly isWhole: boolean
}

const LISTED = ROUTES.filter(({ group }) => group !== undefined)
const EVERYTHING: Holdings = Object.fromEntries(LISTED.map(({ template }) => [template, FLAGS]))

/** What a first start grants to agents and superagents (rule U25). */
const OF_RESELLERS: Holdings = {
  'user-list': ['register'],
  'user-edit': ['modify'],
  'credit-list': ['register'],
  'credit-balance': [],
}

/** The callers with a column of their own: with what a first start grants, and once `widenResellers` was called. */
export interface Columns {
  readonly granted: readonly MatrixCaller[]
  readonly widened: readonly MatrixCaller[]
}

export const columnCallers = async (
  test: TestApp,
  { sa, admin, superagent, agent }: People,
): Promise<Columns> => {
  const of = (name: string, kind: Kind, holds: Holdings, person?: SignedIn): MatrixCaller => ({
    name,
    kind,
    holds,
    ...(person && { person }),
  })
  return {
    granted: [
      of('anonymous', 'anonymous', {}),
      of('app', 'app', {}, await viewerApp(test)),
      of('demo', 'demo', {}, await viewerApp(test, {}, 'demo')),
      of('agent', 'agent', OF_RESELLERS, agent),
      of('superagent', 'superagent', OF_RESELLERS, superagent),
      of('Administrador', 'admin', EVERYTHING, admin),
      of('sa', 'sa', EVERYTHING, sa),
    ],
    widened: [
      of('agent with every route', 'agent', EVERYTHING, agent),
      of('superagent with every route', 'superagent', EVERYTHING, superagent),
    ],
  }
}

/** Gives agents and superagents every route, as sa could. */
export const widenResellers = async ({ db }: TestApp): Promise<void> => {
  for (const name of ['agent', 'superagent'])
    await db.update(profiles).set({ routeAccess: allGrants() }).where(eq(profiles.name, name))
}

/** One caller for each route that a profile can grant: without a flag, with each of them, and with all. */
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

/** A new session of the same user, which may end. */
export const again = async (
  { db, clock }: TestApp,
  { kind, person }: MatrixCaller,
): Promise<string | undefined> => {
  const isApp = kind === 'app' || kind === 'demo'
  return person && openSession(db, person.id, clock.now(), isApp)
}
