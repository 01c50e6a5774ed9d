import { hash, randomBytes } from 'node:crypto'
import { and, type Column, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { RouteOptions } from 'fastify'
import {
  type Action,
  can,
  type GroupAccess,
  isAdmin,
  isSubscriber,
  type Principal,
  roleOf,
} from '../../../domain/access/permissions.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { Person } from '../../../domain/users/authority.ts'
import { principalOf } from '../../../domain/users/profile-rules.ts'
import { appError } from '../../../domain/users/sign-in.ts'
import { unavailability } from '../database/errors.ts'
import type { Db, Executor } from '../database/open.ts'
import { settings } from '../database/schema/settings.ts'
import {
  balances,
  type Holdings,
  licences,
  type ProfileRow,
  profiles,
  sessions,
  type UserRow,
  users,
} from '../database/schema/users.ts'
import { runDetached } from '../database/work.ts'
import type { App, Context } from '../http/context.ts'
import { Forbidden, NotFound, Unauthorized } from '../http/errors.ts'
import { idParameters } from '../http/operation.ts'

/**
 * What a route requires of the current user. The session of a viewer's app opens what is for `any-session`, and if it is
 * an app or demo user's what is for `viewer-app`; it never opens the rest.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'any-session'
  | 'viewer-app'
  | { action: Action; resource: Resource }
  | ((principal: Principal) => boolean)

/** The user of a session: read anew for each request, so that changes of a profile count from the next one. */
export interface CurrentUser extends Person {
  name: string
  fullName: string
  profileId: string
  profileName: string
  /** Months that an agent or superagent can still sell. */
  creditToResell: number
  /** Of the settings in force: whoever keeps them in memory knows by it whether they are still those. */
  settingsVersion: string
  /** Names the session, for signing out. */
  tokenHash: string
  /** The position of the primary after the session's last write, where there are replicas. */
  written?: number | null
  /** Where the request comes from. */
  address: string
  /** Whether the session is that of a viewer's app. */
  isApp?: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /**
     * Throws when the current user with access may not write the record of an id: asked before the body is read, because a
     * 403 comes before whatever is wrong with what was sent. The write asks again, on the locked row.
     */
    permit?: (currentUser: CurrentUser, id: string) => Promise<void>
  }
  interface FastifyRequest {
    session: CurrentUser | null
    /** The user of the session, on a route that is not public. */
    readonly currentUser: CurrentUser
  }
}

/** Deny by default: a route without `access` keeps the server from starting; 401 and 403 precede the handler. */
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

/** Before a write is answered, its position is kept: no node shows its author an older state from then on. */
const noteWrites = (app: App, { db }: Context): void => {
  app.addHook('onSend', async ({ method, session, log }, { statusCode }) => {
    if (!session || session.isApp || method === 'GET' || method === 'HEAD' || statusCode >= 500) return
    // Without waiting for the disk: what this follows is there already.
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

const idleLimit = 12 * 3_600_000
/** The time of the last use is written no more often than this. */
const useInterval = 60_000

const hashOf = (token: string): string => hash('sha256', token, 'hex')

/** A token, which is not stored, and its hash, which is. */
export const newToken = () => {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOf(token) }
}

/** Opens a session, of the web or of a viewer's app, and gives its token. */
export const openSession = async (
  executor: Executor,
  user: string,
  now: Date,
  isApp = false,
): Promise<string> => {
  const { token, tokenHash } = newToken()
  await executor.insert(sessions).values({ tokenHash, user, isApp, createdAt: now, lastUse: now })
  return token
}

export const closeSession = async (executor: Executor, tokenHash: string): Promise<void> => {
  await executor.delete(sessions).where(eq(sessions.tokenHash, tokenHash))
}

/** Ends the sessions of a user's apps. */
export const closeAppSessionsOf = async (executor: Executor, user: string): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), eq(sessions.isApp, true)))
}

/** Ends every session of a user, except `keep`. */
export const closeSessionsOf = async (executor: Executor, user: string, keep = ''): Promise<void> => {
  await executor.delete(sessions).where(and(eq(sessions.user, user), ne(sessions.tokenHash, keep)))
}

const removedAtOnce = 500

/** Deletes expired sessions, skipping those that another node is deleting. */
export const removeIdleSessions = async (db: Db, now: Date): Promise<void> => {
  const idle = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(lt(sessions.lastUse, new Date(now.getTime() - idleLimit)))
    .limit(removedAtOnce)
    .for('update', { skipLocked: true })
  for (let removed = removedAtOnce; removed === removedAtOnce; ) {
    const rows = await db
      .delete(sessions)
      .where(inArray(sessions.tokenHash, idle))
      .returning({ user: sessions.user })
    removed = rows.length
  }
}

/** A read-only database still serves reads; the last use is written another time. */
const noteUse = async (db: Executor, tokenHash: string, time: Date): Promise<void> => {
  try {
    await db.update(sessions).set({ lastUse: time }).where(eq(sessions.tokenHash, tokenHash))
  } catch (error) {
    const reason = unavailability(error)
    if (reason !== 'read-only' && reason !== 'disk-full') throw error
  }
}

/**
 * Differs after each change of a row, also by plain SQL: the transaction that wrote it. Rows that are kept in memory are
 * read again when it is another one.
 */
export const versionOf = (table: typeof profiles | typeof settings) => sql<string>`${table}.xmin::text`

/** Looked up for the one row that a statement gives. */
const creditToResell: SQL<number> = sql`
  coalesce((select ${balances.months} from ${balances} where ${balances._id} = ${users._id}), 0)`.mapWith(
  Number,
)
const dateExpire: SQL<Date | null> = sql`
  (select ${licences.dateExpire} from ${licences} where ${licences._id} = ${users._id})`.mapWith(
  licences.dateExpire,
)
/** Of apps alone, whose sessions end with the licence. */
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

/** The statement of every request: without values of its own, so that it is planned once. */
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

/** The user of an Authorization header with the current rights of its profile; undefined without a valid session. */
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
 * A user whose request goes on without it, with the rights of this moment; undefined when they could not sign in to the web
 * any more.
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

/** The permissions of profiles, several kB each, kept until a session brings another version of its profile. */
class Permissions {
  readonly #known = new Map<string, { version: string; routeAccess: readonly GroupAccess[] }>()

  known(profile: string, version: string): readonly GroupAccess[] | undefined {
    const known = this.#known.get(profile)
    return known?.version === version ? known.routeAccess : undefined
  }

  /** Undefined for a profile that is gone. */
  async read(db: Db, profile: string): Promise<readonly GroupAccess[] | undefined> {
    const [row] = await db
      .select({ version: versionOf(profiles), routeAccess: profiles.routeAccess })
      .from(profiles)
      .where(eq(profiles._id, profile))
    if (!row) return undefined
    if (this.#known.size >= mostProfiles) this.#known.clear()
    this.#known.set(profile, row)
    // All requests share it.
    for (const group of row.routeAccess) Object.freeze(Object.freeze(group).access)
    return Object.freeze(row.routeAccess)
  }
}

/** The users in the current user's scope (rule U1). Lists, counts, single reads and writes all take it from here. */
export const scopeOf = (db: Executor, { id, role }: Pick<CurrentUser, 'id' | 'role'>): SQL | undefined =>
  and(isNull(users.deletedAt), isOwned(db, { id, role }, users.createdBy))

/** Whether a column names somebody whose customers the current user sees; undefined for those who see everybody's. */
export const isOwned = (
  db: Executor,
  { id, role }: Pick<CurrentUser, 'id' | 'role'>,
  owner: Column,
): SQL | undefined => {
  if (isAdmin(role)) return undefined
  if (role !== 'superagent') return eq(owner, id)
  // One list of creators, which an index looks up: an `or` would read every user.
  return sql`${owner} = any(array(${ownersOf(db, { id, role })}))`
}

/** Of so many users, each is looked up as one who may have customers. */
const MOST_OWN = 1_000

/**
 * A statement that gives the ids of those whose customers a reseller sees. A superagent may have created many thousands of
 * users, of whom few are resellers: these are then found among all who have customers, by one descent of an index each.
 */
export const ownersOf = (db: Executor, { id, role }: Pick<CurrentUser, 'id' | 'role'>): SQL => {
  if (role !== 'superagent') return sql`select ${id}::text as _id`
  const own = db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users.createdBy, id), isNull(users.deletedAt)))
    .limit(MOST_OWN + 1)
  const isMany = sql`(select count(*) > ${MOST_OWN} from own)`
  const creator = (condition: SQL) =>
    sql`(select created_by from ${users} where deleted_at is null and ${condition} order by created_by limit 1)`
  return sql`
    with recursive own as materialized ${own},
    creators as (
      select ${creator(sql`created_by > ''`)} as _id where ${isMany}
      union all
      select ${creator(sql`created_by > creators._id`)} from creators where creators._id is not null)
    select ${id}::text as _id
    union all select _id from own where not ${isMany}
    union all select agents._id from creators join ${users} as agents using (_id)
      where agents.created_by = ${id} and agents.deleted_at is null`
}

/** Whether a user's row, already read, lies within the current user's scope. */
export const isInScope = async (
  db: Executor,
  { id, role }: Pick<CurrentUser, 'id' | 'role'>,
  { createdBy }: Pick<UserRow, 'createdBy'>,
): Promise<boolean> => {
  if (isAdmin(role) || createdBy === id) return true
  if (role !== 'superagent' || createdBy === null) return false
  const [agent] = await db
    .select({ _id: users._id })
    .from(users)
    .where(and(eq(users._id, createdBy), eq(users.createdBy, id), isNull(users.deletedAt)))
  return agent !== undefined
}

export interface FoundUser {
  user: UserRow & Holdings
  profile: ProfileRow
}

/** The user of an id; throws NotFound outside of the scope. */
export const findUser = async (db: Executor, currentUser: CurrentUser, id: string): Promise<FoundUser> => {
  return orNotFound(await selectUser(db, and(eq(users._id, id), scopeOf(db, currentUser))))
}

const ownOrScoped = (db: Executor, currentUser: CurrentUser, id: string) =>
  and(eq(users._id, id), id === currentUser.id ? isNull(users.deletedAt) : scopeOf(db, currentUser))

/** The user of an id, oneself included; throws NotFound outside of the scope. */
export const findOwnOrScoped = async (
  db: Executor,
  currentUser: CurrentUser,
  id: string,
): Promise<FoundUser> => orNotFound(await selectUser(db, ownOrScoped(db, currentUser, id)))

const orNotFound = ([found]: Awaited<ReturnType<typeof selectUser>>): FoundUser => {
  if (!found) throw new NotFound()
  const { user, profile, ...holdings } = found
  return { user: { ...user, ...holdings }, profile }
}

const selectUser = (db: Executor, condition: SQL | undefined) =>
  db
    .select({ user: users, profile: profiles, creditToResell, dateExpire })
    .from(users)
    .innerJoin(profiles, eq(profiles._id, users.profile))
    .where(condition)

/** A found user as the rules of authority see it. */
export const personOf = ({ user, profile }: FoundUser): Person => ({ id: user._id, ...principalOf(profile) })
