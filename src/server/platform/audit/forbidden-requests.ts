import type { FastifyRequest } from 'fastify'
import { API_PATHS, type Resource } from '../../../domain/registry.ts'
import { id } from '../../../domain/validation/fields.ts'
import type { App, Context } from '../http/context.ts'
import { boundedEvents, type NewAuditEvent } from './audit-log.ts'

/**
 * Records each 403 with its user in the audit log; repeated ones are summarised per minute. A 403 with a code, such as
 * a required confirmation, is not recorded.
 */
export const recordForbiddenRequests = (app: App, context: Context): void => {
  const events = boundedEvents(context)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { session } = request
    if (reply.statusCode !== 403 || session === null || request.errorCode !== undefined) return done()
    events
      .record([`forbidden ${session.id}`], session, auditEvent(request))
      .catch((error) => request.log.warn({ err: error }, 'a forbidden request could not be recorded'))
      .then(() => done())
  })
  app.addHook('onClose', () => events.close().catch(() => undefined))
}

const idSchema = id()

const auditEvent = ({ method, routeOptions, params }: FastifyRequest): NewAuditEvent => {
  const path = routeOptions.url ?? ''
  const named =
    typeof params === 'object' && params !== null && 'id' in params
      ? idSchema.safeParse(params.id)
      : undefined
  return {
    action: 'forbidden',
    resource: routeResource(path, routeOptions.config.access),
    record: { _id: named?.data ?? null, name: '' },
    after: { method, path },
  }
}

const RESOURCES = Object.entries(API_PATHS) as [Resource, string][]

/** The resource of a route: that of its required permission, else the one with the longest matching path. */
const routeResource = (path: string, access: unknown): Resource => {
  if (typeof access === 'object' && access !== null && 'resource' in access) {
    const asked = RESOURCES.find(([name]) => name === access.resource)
    if (asked) return asked[0]
  }
  const [found] = RESOURCES.filter(([, prefix]) => path === prefix || path.startsWith(`${prefix}/`)).sort(
    ([, one], [, other]) => other.length - one.length,
  )
  return found?.[0] ?? 'settings'
}
