import type { App } from './context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds within which the body must be there, where the usual limit is too short. */
    bodyTimeout?: number
  }
}

const USUAL_TIMEOUT = 30_000

/** The longest that any route waits for a body: what the HTTP server itself is told. */
export const LONGEST_TIMEOUT = 3_600_000

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Ends requests whose body doesn't arrive in time: one limit for the whole server would fit no large file. */
export const limitSlowBodies = (app: App): void => {
  app.addHook('onRequest', async ({ raw, routeOptions }, reply) => {
    if (raw.complete) return
    const timer = setTimeout(() => {
      if (!raw.complete && !reply.raw.headersSent) raw.socket.end(TOO_SLOW)
      if (!raw.complete) raw.destroy()
    }, routeOptions.config.bodyTimeout ?? USUAL_TIMEOUT)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
