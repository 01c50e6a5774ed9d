import diagnostics from 'node:diagnostics_channel'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { RouteOptions } from 'fastify'
import { holds } from '../../../src/domain/access/permissions.ts'
import { buildApp } from '../../../src/server/app.ts'
import { COLLECTIONS } from '../../../src/server/collections.ts'
import { readConfig } from '../../../src/server/config.ts'
import { type Case, type Declaration, opens } from '../../../src/server/platform/auth/access.ts'
import type { Db } from '../../../src/server/platform/database/open.ts'
import { type CallerKind, principalOf } from './callers.ts'

/** An endpoint with its declared access, and the file that declares it. */
export interface Endpoint extends Declaration {
  readonly endpoint: string
  readonly file: string
}

interface Hooked {
  addHook(name: 'onRoute', hook: (route: RouteOptions) => void): void
}
const isHooked = (value: unknown): value is Hooked =>
  typeof value === 'object' && value !== null && 'addHook' in value

/** The file that registers the current route. */
const callingFile = (): string => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const files = [
    ...(new Error('').stack ?? '').matchAll(/\/(src\/server\/(?:features|platform)\/[^\s:?)]+)/g),
  ]
    .map(([, file = '']) => file)
    // The routes of a list are registered by a function that its feature calls.
    .filter((file) => !file.startsWith('src/server/platform/lists/'))
  Error.stackTraceLimit = limit
  return files[0] ?? 'src/server'
}

/** Building the routes sends no statement: any of Drizzle's databases will do. */
const unconnected = (): Db => drizzle.mock() as object as Db

/** Builds the server's routes without a database: also undocumented ones, and those of HEAD. */
const readDeclarations = async (): Promise<Endpoint[]> => {
  const found: Endpoint[] = []
  const listen = (message: unknown): void => {
    if (typeof message !== 'object' || message === null || !('fastify' in message)) return
    if (!isHooked(message.fastify)) return
    message.fastify.addHook('onRoute', ({ method, url, config }) => {
      const { access, ...declared } = config ?? {}
      if (access === undefined) throw new Error(`${method} ${url} declares no access`)
      const file = callingFile()
      for (const each of [method].flat())
        found.push({ ...declared, access, endpoint: `${each} ${url}`, file })
    })
  }
  const channel = 'fastify.initialization'
  diagnostics.subscribe(channel, listen)
  const app = await buildApp({
    db: unconnected(),
    config: readConfig({}),
    now: () => new Date(0),
    collections: COLLECTIONS,
    health: async () => true,
    readiness: async () => undefined,
    stats: () => ({ pools: [] }),
  })
  diagnostics.unsubscribe(channel, listen)
  await app.close()
  return found
}

const all = await readDeclarations()
export const ENDPOINTS: readonly Endpoint[] = all.filter(({ endpoint }) => !endpoint.startsWith('HEAD '))
export const HEADS: readonly Endpoint[] = all.filter(({ endpoint }) => endpoint.startsWith('HEAD '))

export const declarationOf = (endpoint: string): Endpoint => {
  const found = ENDPOINTS.find((each) => each.endpoint === endpoint)
  if (!found) throw new Error(`The server has no ${endpoint}`)
  return found
}

/** Whether a caller is allowed. A row that the caller cannot see is a 404, or missing from a list. */
export type Outcome = '✓' | '401' | '403' | '404'

/** The declared outcome for a caller. */
const outcomeOf = (
  { access, peopleOnly }: Declaration,
  { kind, holds: held, isKey }: CallerKind,
  { needs, hiddenUnless }: Case,
): Outcome => {
  if (access === 'public') return '✓'
  if (kind === 'anonymous') return '401'
  const isApp = kind === 'app' || kind === 'demo'
  const principal = { ...principalOf({ kind, holds: held }), isApp }
  if ((isKey && peopleOnly) || !opens(principal, access)) return '403'
  if (needs && !holds(principal, needs)) return '403'
  return hiddenUnless && !holds(principal, hiddenUnless) ? '404' : '✓'
}

/** The declared outcomes for a caller, one for each case. */
export const outcomesOf = (declaration: Declaration, caller: CallerKind): Outcome[] =>
  Object.values(declaration.cases ?? { '': {} }).map((each) => outcomeOf(declaration, caller, each))

/** Whether an endpoint allows a caller in at least one case. */
export const isLetIn = (endpoint: string, caller: CallerKind): boolean =>
  outcomesOf(declarationOf(endpoint), caller).some((outcome) => outcome === '✓' || outcome === '404')
