import { SERVICE_ENDPOINTS as API } from '../../../domain/contract/service.ts'
import type { App, Context } from './context.ts'
import { operation } from './operation.ts'

/**
 * Probes for orchestrators: GET /health reports the database's health, GET /ready the readiness for requests. A
 * process that is not ready need not be restarted.
 */
export const healthRoutes = (app: App, context: Context): void => {
  const options = { config: { access: 'public' }, logLevel: 'warn' } as const
  app.route({
    ...operation(API.health),
    ...options,
    async handler(_request, reply) {
      reply.header('cache-control', 'no-store')
      if (await context.health()) return { status: 'ok' as const }
      return reply.code(503).send({ status: 'unavailable' })
    },
  })
  app.route({
    ...operation(API.ready),
    ...options,
    async handler(_request, reply) {
      reply.header('cache-control', 'no-store')
      const reason = await context.readiness()
      if (reason === undefined) return { status: 'ready' as const }
      return reply.code(503).send({ status: reason })
    },
  })
}
