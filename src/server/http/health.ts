import { z } from 'zod'
import type { App } from './app-type.ts'
import type { Context } from './context.ts'

const state = z.object({ status: z.enum(['ok', 'unavailable']) })

/** GET /health: whether the database answers, for whatever watches over the process. */
export const healthRoute = (app: App, context: Context): void => {
  app.get(
    '/health',
    {
      config: { access: 'public' },
      logLevel: 'warn',
      schema: { tags: ['Servicio'], summary: 'Estado del servicio', response: { 200: state, 503: state } },
    },
    async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      if (await context.health()) return { status: 'ok' as const }
      return reply.code(503).send({ status: 'unavailable' })
    },
  )
}
