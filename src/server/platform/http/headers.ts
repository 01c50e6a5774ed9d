import { hash } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from './context.ts'

/** What pages may load: scripts of this server alone; covers lie on other hosts, trailers with their players. */
const directives = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  // The styles of the components are written into the page as it runs.
  'style-src': ["'self'", "'unsafe-inline'"],
  'font-src': ["'self'", 'data:'],
  'img-src': ["'self'", 'data:', 'https:', 'http:'],
  'media-src': ["'self'", 'https:', 'http:'],
  'frame-src': ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://drive.google.com'],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
}

/** Those of helmet, made once: the plugin makes them anew for each answer. */
const headersOf = ({ hstsSubdomains }: Config) => ({
  'content-security-policy': Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';'),
  // No cross-origin-embedder-policy: covers and players of other hosts send no such permission.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  // Only the deployment knows whether the other names of its domain use https.
  'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

/** Security headers of every answer. */
export const secureAnswers = (app: App, config: Config): void => {
  const headers = headersOf(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Names the state of the session's user and of the settings: when one differs from that which GET /api/users/me or GET
 * /api/settings came with, rights, balance or settings have changed since. So no client has to ask at each step.
 */
export const nameSessionState = (app: App): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { session } = request
    if (session)
      reply.headers({ 'session-state': stateOf(session), 'settings-state': session.settingsVersion })
    done()
  })
}

const hashOf = (text: string): string => hash('sha1', text, 'base64url')

/** By the list itself: sessions of a profile can share one. */
const accessHashes = new WeakMap<object, string>()

const stateOf = ({
  id,
  name,
  fullName,
  role,
  routeAccess,
  creditToResell,
}: NonNullable<FastifyRequest['session']>): string => {
  const access = accessHashes.get(routeAccess) ?? hashOf(JSON.stringify(routeAccess))
  accessHashes.set(routeAccess, access)
  return hashOf(JSON.stringify([id, name, fullName, role, creditToResell, access]))
}

/** Lets clients keep what they read, but ask before each use: only for the same user, and never in a shared cache. */
export const cacheAnswers = (app: App): void => {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!/^\/(api|auth)\//.test(request.url)) return done()
    if (!isRead(request, reply) || typeof payload !== 'string') {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return done()
    }
    const etag = etagOf(request.routeOptions.config, payload)
    reply.header('etag', etag)
    // A browser that asks again without a session, or with another one, must not match the stored answer.
    reply.header('vary', 'authorization, accept-encoding')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (!matches(request.headers['if-none-match'], etag)) return done()
    reply.code(304).removeHeader('content-type')
    done(null, null)
  })
}

const lastAnswers = new WeakMap<object, { payload: string; etag: string }>()

/** Weak, as the same answer has other bytes in each encoding; that of a route's last answer is known. */
const etagOf = (route: object, payload: string): string => {
  const last = lastAnswers.get(route)
  if (last?.payload === payload) return last.etag
  const etag = `W/"${hashOf(payload)}"`
  lastAnswers.set(route, { payload, etag })
  return etag
}

const isRead = ({ method }: FastifyRequest, reply: FastifyReply): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  reply.statusCode === 200 &&
  reply.getHeader('cache-control') !== 'no-store'

const matches = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((each) => each.trim() === etag) ?? false

/** Below this size, the headers of a compressed answer cost more than it saves. */
const LEAST_BYTES = 1024
/** Up to this size, compressing at once takes less than a stream would. */
const MOST_BYTES_AT_ONCE = 131_072
/** 9 kB of rows become 1.3 kB in 0.05 ms; higher qualities cost more than they save. */
const BROTLI_QUALITY = 3

/** Compresses JSON; files and exports go out as they are. Routes leave it with `compress: false`. */
export const compressAnswers = async (app: App): Promise<void> => {
  await app.register(compress, {
    // Requests stay as they are: a small body could unpack to any size.
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    customTypes: /^application\/json\b/,
    threshold: LEAST_BYTES,
    syncThreshold: MOST_BYTES_AT_ONCE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
}
