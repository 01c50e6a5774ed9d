import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import {
  type Action,
  can,
  type GroupAccess,
  isSubscriber,
  type Principal,
  roleOf,
} from '../../../domain/access/permissions.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { Person } from '../../../domain/users/authority.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import { appError } from '../../../domain/users/sign-in.ts'
import type { Db, Executor } from '../database/open.ts'
import { settings } from '../database/schema/settings.ts'
import { balances, licences, profiles, sessions, users } from '../database/schema/users.ts'
import { runDetached } from '../database/work.ts'
import type { App, Context } from '../http/context.ts'
import { Forbidden, NotFound, Unauthorized } from '../http/errors.ts'
import { idParameters } from '../http/operation.ts'
import { hashOf, idleLimit, noteUse, useInterval } from './sessions.ts'

/**
 * The access requirement of a route. An app's session only opens routes for `any-session` and, for app and demo users,
 * for `viewer-app`.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'any-session'
  | 'viewer-app'
  | { action: Action; resource: Resource }
  | ((principal: Principal) => boolean)

/** The user of a session; re-read for each request, so that changes of the profile apply immediately. */
export interface CurrentUser extends Person {
  name: string
  fullName: string
  profileId: string
  profileName: string
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
  /** Version of the current settings, to validate caches of them. */
  settingsVersion: string
  /** Identifies the session, for signing out. */
  tokenHash: string
  /** WAL position of the primary after the session's last write, if there are replicas. */
  written?: number | null
  /** The client's IP address. */
  address: string
  /** Whether the session is that of a viewer's app. */
  isApp?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * Throws if the current user may not write the record with an id. Called before the body is read, since a 403 takes
     * precedence over validation errors; the write checks again on the locked row.
     */
    permit?: (currentUser: CurrentUser, id: string) => Promise<void>
  }
  interface FastifyRequest {
    session: CurrentUser | null
    /** The session's user; only on routes that are not public. */
    readonly currentUser: CurrentUser
  }
}

/**
 * Deny by default: the server does not start with a route without `access`; 401 and 403 are sent before the handler
 * runs.
 */
export const enforceAccess = (app: App, context: Context): void => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const undeclared = routes.filter(({ config }) => config?.access === undefined)
    const names = undeclared.map(({ method, url }) => `${method} ${url}`)
    if (names.length > 0) throw new Error(`Routes that declare no access: ${names.join(', ')}`)
  })
  app.decorateRequest('session', null)
  app.decorateRequest('currentUser', {
    getter() {
      if (!this.session) throw new Unauthorized()
      return this.session
    },
  })
  const readSession = sessionReader(context)
  app.addHook('onRequest', async (request) => {
    const { access, permit } = request.routeOptions.config
    if (access === 'public' || request.is404) return
    const currentUser = await readSession(request.headers.authorization)
    if (!currentUser) throw new Unauthorized()
    request.session = { address: request.ip, ...currentUser }
    if (!opens(request.session, access)) throw new Forbidden()
    if (!permit) return
    const named = idParameters.safeParse(request.params)
    if (!named.success) throw new NotFound()
    await permit(request.session, named.data.id)
  })
  if (context.config.databaseReplicaUrls.length > 0) noteWrites(app, context)
}

/**
 * Stores the WAL position before a write is answered: its author never reads an older state from any node afterwards.
 */
const noteWrites = (app: App, { db }: Context): void => {
  app.addHook('onSend', async ({ method, session, log }, { statusCode }) => {
    if (!session || session.isApp || method === 'GET' || method === 'HEAD' || statusCode >= 500) return
    // No wait for the disk: everything that precedes this commit is already flushed.
    const note = sql`update ${sessions} set written = (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint
      from set_config('synchronous_commit', 'off', true) where token_hash = ${session.tokenHash}`
    await runDetached(async () => db.execute(note)).catch((error) =>
      log.warn({ err: error }, 'the position of a write could not be kept'),
    )
  })
}

const opens = (currentUser: CurrentUser, access: Access | undefined): boolean => {
  if (access === undefined) return false
  if (access === 'any-session') return true
  if (access === 'viewer-app') return currentUser.isApp === true && isSubscriber(currentUser.role)
  if (currentUser.isApp) return false
  if (typeof access === 'function') return access(currentUser)
  return typeof access === 'string' || can(currentUser, access.action, access.resource)
}

/** Changes with each update of a row, also by plain SQL: the id of the writing transaction. Validates cached rows. */
export const versionOf = (table: typeof profiles | typeof settings) => sql<string>`${table}.xmin::text`

/** Correlated subquery, for statements that return a single row. */
export const creditToResell: SQL<number> = sql`
  coalesce((select ${balances.months} from ${balances} where ${balances._id} = ${users._id}), 0)`.mapWith(
  Number,
)
export const dateExpire: SQL<Date | null> = sql`
  (select ${licences.dateExpire} from ${licences} where ${licences._id} = ${users._id})`.mapWith(
  licences.dateExpire,
)
/** Only for apps, whose sessions end with the licence. */
const appExpiry: SQL<Date | null> = sql`case when ${sessions.isApp} then ${dateExpire} end`.mapWith(
  licences.dateExpire,
)

const sessionColumns = {
  id: users._id,
  name: users.name,
  fullName: users.fullName,
  creditToResell,
  profileId: profiles._id,
  profileName: profiles.name,
  isSystem: profiles.isSystem,
  profileVersion: versionOf(profiles),
  settingsVersion: sql<string>`(select ${versionOf(settings)} from ${settings})`,
  lastUse: sessions.lastUse,
  written: sessions.written,
  isApp: sessions.isApp,
  accessWeb: profiles.accessWeb,
  accessApp: profiles.accessApp,
  dateValidate: profiles.dateValidate,
  dateExpire: appExpiry,
}

/** The statement run by every request: without literal values, so that it is planned once. */
const prepareSession = (db: Db) =>
  db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users._id, sessions.user))
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        gt(sessions.lastUse, sql.placeholder('since')),
        isNull(users.deletedAt),
        sql`${users.status} = 'enable'`,
      ),
    )
    .prepare('session')

/**
 * Resolves an Authorization header to its user with the profile's current rights; undefined without a valid session.
 */
const sessionReader = (context: Context) => {
  const permissions = new Permissions()
  let statement: ReturnType<typeof prepareSession> | undefined
  return async (authorization: string | undefined): Promise<Omit<CurrentUser, 'address'> | undefined> => {
    const token = /^Bearer ([\w-]{20,100})$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) return undefined
    const { db, now } = context
    const tokenHash = hashOf(token)
    const time = now()
    statement ??= prepareSession(db)
    const [found] = await statement.execute({
      tokenHash,
      since: new Date(time.getTime() - idleLimit).toISOString(),
    })
    if (!found) return undefined
    const {
      isSystem,
      profileVersion,
      lastUse,
      accessWeb,
      accessApp,
      dateValidate,
      dateExpire,
      ...currentUser
    } = found
    const role = roleOf({ name: currentUser.profileName, isSystem })
    const isAllowed = currentUser.isApp
      ? appError({ hasLicence: isSubscriber(role), accessApp, dateValidate, dateExpire }, time) === undefined
      : accessWeb
    if (!isAllowed) return undefined
    const { profileId } = currentUser
    const routeAccess =
      permissions.known(profileId, profileVersion) ?? (await permissions.read(db, profileId))
    if (!routeAccess) return undefined
    if (time.getTime() - lastUse.getTime() >= useInterval) await noteUse(db, tokenHash, time)
    return { role, routeAccess, tokenHash, ...currentUser }
  }
}

/**
 * A user with current rights, for work that continues without a request; undefined if they could no longer sign in to
 * the web.
 */
export const userAtWork = async (
  db: Executor,
  id: string,
  address: string,
): Promise<CurrentUser | undefined> => {
  const [found] = await db
    .select({
      id: users._id,
      name: users.name,
      fullName: users.fullName,
      creditToResell,
      profile: profiles,
      settingsVersion: sessionColumns.settingsVersion,
    })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(and(eq(users._id, id), isNull(users.deletedAt), eq(users.status, 'enable')))
  if (!found?.profile.accessWeb) return undefined
  const { profile, ...user } = found
  const { _id: profileId, name: profileName } = profile
  return { ...user, ...principalOf(profile), profileId, profileName, tokenHash: '', address }
}

const mostProfiles = 1_000

/** Cache of profiles' permissions (several kB each), valid while the session query returns the same version. */
class Permissions {
  readonly #known = new Map<string, { version: string; routeAccess: readonly GroupAccess[] }>()

  known(profile: string, version: string): readonly GroupAccess[] | undefined {
    const known = this.#known.get(profile)
    return known?.version === version ? known.routeAccess : undefined
  }

  /** Undefined for a deleted profile. */
  async read(db: Db, profile: string): Promise<readonly GroupAccess[] | undefined> {
    const [row] = await db
      .select({ version: versionOf(profiles), routeAccess: profiles.routeAccess })
      .from(profiles)
      .where(eq(profiles._id, profile))
    if (!row) return undefined
    if (this.#known.size >= mostProfiles) this.#known.clear()
    this.#known.set(profile, row)
    // Frozen, since all requests share it.
    for (const group of row.routeAccess) Object.freeze(Object.freeze(group).access)
    return Object.freeze(row.routeAccess)
  }
}
