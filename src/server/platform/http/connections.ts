import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './context.ts'

/** Milliseconds within which a new connection must send a request's head. */
const HEAD_TIMEOUT = 20_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Adds `connection: close` to all further responses. */
    releaseConnections(): void
  }
}

interface Connection {
  underWay: number
  silence: NodeJS.Timeout
}

/**
 * Closes connections that send nothing and, on shutdown, all without a request in progress: Node keeps those that have
 * not sent a request yet, for a minute while serving, and indefinitely on shutdown.
 */
export const watchConnections = (app: App, silence = HEAD_TIMEOUT): void => {
  const connections = new Map<Socket, Connection>()
  let isReleasing = false
  app.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), silence).unref()
    connections.set(socket, { underWay: 0, silence: timer })
    socket.once('close', () => {
      clearTimeout(timer)
      connections.delete(socket)
    })
  })
  app.server.prependListener('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (!connection) return
    clearTimeout(connection.silence)
    connection.underWay++
    response.once('close', () => {
      connection.underWay--
      if (isReleasing && connection.underWay === 0) socket.end()
    })
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isReleasing) reply.header('connection', 'close')
    done()
  })
  app.decorate('releaseConnections', () => {
    isReleasing = true
  })
  app.addHook('preClose', async () => {
    isReleasing = true
    for (const [socket, { underWay }] of connections) if (underWay === 0) socket.destroy()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds within which the body must arrive, if longer than the default. */
    bodyTimeout?: number
  }
}

const DEFAULT_TIMEOUT = 30_000

/** The longest time limit of any route's body, which is the HTTP server's own limit. */
export const MAX_TIMEOUT = 3_600_000

const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Aborts requests whose body doesn't arrive in time; the limit depends on the route, because of large files. */
export const limitSlowBodies = (app: App): void => {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (raw.complete || !hasBody(raw)) return done()
    const timer = setTimeout(() => {
      // Requests without a connection, as in tests, are never complete.
      if (raw.complete || raw.readableEnded) return
      if (!reply.raw.headersSent) raw.socket.end(TOO_SLOW)
      raw.destroy()
    }, routeOptions.config.bodyTimeout ?? DEFAULT_TIMEOUT)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
