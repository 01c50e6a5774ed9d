import type { FastifyRequest, RouteOptions } from 'fastify'
import { holds, isSubscriber, type Permission, type Principal } from '../../../domain/access/permissions.ts'
import { KEY_MESSAGES } from '../../../domain/keys/key.ts'
import { PASSWORD_CHANGE } from '../../../domain/sign-in/confirmation.ts'
import type { App, Context } from '../http/context.ts'
import { Forbidden, NotFound, Unauthorized } from '../http/errors.ts'
import { idParameters } from '../http/operation.ts'
import type { CurrentUser } from './current-user.ts'
import { sessionReader } from './read-session.ts'
import type { RequestLimits } from './request-limit.ts'
import { recordWritePositions } from './write-positions.ts'

/**
 * The access requirement of a route. An app's session only opens routes for `any-session` and, for app and demo users,
 * for `viewer-app`; all others need a session of the web, or a key.
 */
export type Access = 'public' | 'signed-in' | 'any-session' | 'viewer-app' | Permission

/** Kinds of targets, such as one's own and a foreign row, with the further permissions that the handler requires. */
export type Cases = Readonly<Record<string, Case>>
export interface Case {
  /** Without it, 403. */
  readonly needs?: Permission
  /** Without it, 404; lists leave the row out. */
  readonly hiddenUnless?: Permission
}

/** Who may call a route: docs/permissions.md shows it. */
export interface Declaration {
  readonly access: Access
  /** Closed to keys, whatever their permissions (rule A18). */
  readonly peopleOnly?: true
  /** Only declared: the handler checks them, and tests compare its answers. */
  readonly cases?: Cases
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Declaration> {
    /**
     * Throws if the current user may not write the record with an id. Called before the body is read, since a 403 takes
     * precedence over validation errors; the write checks again on the locked row.
     */
    permit?: (currentUser: CurrentUser, id: string) => Promise<void>
    /** Requests of an IP address in a minute (rule P23). */
    ipLimit?: number
    /** Also open to users who must change their password first; `own`: only if it names themselves. */
    beforePasswordChange?: true | 'own'
  }
  interface FastifyRequest {
    session: CurrentUser | null
    /** The session's user; only on routes that are not public. */
    readonly currentUser: CurrentUser
  }
}

/** Most bytes of a body that anybody may send, such as that of a sign-in: checking a large one takes long. */
const MAX_PUBLIC_BYTES = 16_384

/**
 * Deny by default: the server does not start with a route without `access`; 401, 429 and 403 are sent before the
 * handler runs.
 */
export const enforceAccess = (
  app: App,
  context: Context,
  { users: limitRequests, visitors: limitVisitors }: RequestLimits,
): void => {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    routes.push(route)
    if (route.config?.access === 'public') route.bodyLimit ??= MAX_PUBLIC_BYTES
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
  /** Requests of images carry no header: signed-in users are told by the admin's cookie, only read above the limit. */
  const limitVisitor = (request: FastifyRequest) =>
    limitVisitors(request).catch(async (error) => {
      const token = /(?:^|;\s*)token=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
      if (token === undefined || !(await readSession(`Bearer ${token}`))) throw error
    })
  app.addHook('onRequest', async (request) => {
    const { access, peopleOnly, permit, beforePasswordChange, ipLimit } = request.routeOptions.config
    if (ipLimit !== undefined) await limitVisitor(request)
    if (access === 'public' || request.is404) return
    const currentUser = await readSession(request.headers.authorization)
    if (!currentUser) throw new Unauthorized()
    request.session = { ip: request.ip, ...currentUser }
    await limitRequests(request)
    if (request.session.key && peopleOnly) throw new Forbidden(KEY_MESSAGES.closed)
    const named = idParameters.safeParse(request.params)
    const isOpenBefore =
      beforePasswordChange === true || (beforePasswordChange === 'own' && named.data?.id === currentUser.id)
    if (currentUser.mustChangePassword && !isOpenBefore)
      throw new Forbidden(PASSWORD_CHANGE.message, { code: PASSWORD_CHANGE.code })
    if (!opens(request.session, access)) throw new Forbidden()
    if (!permit) return
    if (!named.success) throw new NotFound()
    await permit(request.session, named.data.id)
  })
  if (context.config.databaseReplicaUrls.length > 0) recordWritePositions(app, context)
}

/** Whether the access requirement of a route admits a session. */
export const opens = (session: Principal & { isApp?: boolean }, access: Access | undefined): boolean => {
  if (access === undefined) return false
  if (access === 'any-session') return true
  if (access === 'viewer-app') return session.isApp === true && isSubscriber(session.role)
  if (session.isApp) return false
  return typeof access === 'string' || holds(session, access)
}
