import type { RouteOptions } from 'fastify'
import { type Action, can, isSubscriber, type Principal } from '../../../domain/access/permissions.ts'
import type { Resource } from '../../../domain/registry.ts'
import type { Person } from '../../../domain/users/authority.ts'
import type { App } from '../http/app-type.ts'
import type { Context } from '../http/context.ts'
import { Forbidden, NotFound, Unauthorized } from '../http/errors.ts'
import { idParameters } from '../http/schemas.ts'
import { readSession } from './sessions.ts'

/**
 * What a route asks of whoever calls it. The session of a viewer's app opens what is for `any-session`, and if it is
 * an app or demo user's what is for `viewer-app`; it never opens the rest.
 */
export type Access =
  | 'public'
  | 'signed-in'
  | 'any-session'
  | 'viewer-app'
  | { action: Action; resource: Resource }
  | ((principal: Principal) => boolean)

/** Who calls: read anew for each request, so that changes of a profile count from the next one. */
export interface CurrentUser extends Person {
  name: string
  fullName: string
  profileId: string
  profileName: string
  /** Months that an agent or superagent may still sell. */
  creditToResell: number
  /** Names the session, for signing out. */
  tokenHash: string
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
    /** Who calls a route that is not public. */
    readonly currentUser: CurrentUser
  }
}

/** Deny by default: refuses to start with a route that asks nothing, and decides 401 and 403 before a handler runs. */
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
  app.addHook('onRequest', async (request) => {
    const { access, permit } = request.routeOptions.config
    if (access === 'public' || request.is404) return
    const currentUser = await readSession(context, request.headers.authorization)
    if (!currentUser) throw new Unauthorized()
    request.session = { ...currentUser, address: request.ip }
    if (!opens(request.session, access)) throw new Forbidden()
    if (!permit) return
    const named = idParameters.safeParse(request.params)
    if (!named.success) throw new NotFound()
    await permit(request.session, named.data.id)
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
