import { z } from 'zod'
import type { App } from './app-type.ts'
import type { Context } from './context.ts'

const health = z.object({ status: z.enum(['ok', 'unavailable']) })
const readiness = z.object({
  status: z.enum(['ready', 'unavailable', 'starved', 'read-only', 'disk-full', 'stopping']),
})

/**
 * For whatever watches over the process: GET /health says whether the database answers, GET /ready whether requests
 * should be sent here. A process that is not ready need not be restarted.
 */
export const healthRoutes = (app: App, context: Context): void => {
  const options = { config: { access: 'public' }, logLevel: 'warn' } as const
  const tags = ['Servicio']
  app.get(
    '/health',
    { ...options, schema: { tags, summary: 'Estado del servicio', response: { 200: health, 503: health } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      if (await context.health()) return { status: 'ok' as const }
      return reply.code(503).send({ status: 'unavailable' })
    },
  )
  const summary = 'Dice si el servicio puede recibir solicitudes, y si no, por qué'
  app.get(
    '/ready',
    { ...options, schema: { tags, summary, response: { 200: readiness, 503: readiness } } },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      const reason = await context.readiness()
      if (reason === undefined) return { status: 'ready' as const }
      return reply.code(503).send({ status: reason })
    },
  )
}
