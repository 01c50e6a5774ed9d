import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { App } from './context.ts'

/** Milliseconds within which a new connection must send the head of a request. */
const SILENCE = 20_000

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes each answer from now on the last one of its connection. */
    releaseConnections(): void
  }
}

interface Connection {
  underWay: number
  silence: NodeJS.Timeout
}

/**
 * Closes connections that send nothing, and when the application closes, all without a request under way: Node leaves
 * those alone that have not sent a request yet, for a minute while it serves, and without an end when it stops.
 */
export const watchConnections = (app: App, silence = SILENCE): void => {
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
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (raw.complete || !bringsBody(raw)) return done()
    const timer = setTimeout(() => {
      if (!raw.complete && !reply.raw.headersSent) raw.socket.end(TOO_SLOW)
      if (!raw.complete) raw.destroy()
    }, routeOptions.config.bodyTimeout ?? USUAL_TIMEOUT)
    reply.raw.once('close', () => clearTimeout(timer))
    done()
  })
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
