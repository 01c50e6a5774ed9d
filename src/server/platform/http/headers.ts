import { hash } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { App } from './context.ts'

/** Allows style elements with exactly this content. */
const hashSource = (style: string): string => `'sha256-${hash('sha256', style, 'base64')}'`

/** Content security policy: scripts from this server only; covers and trailer players from other hosts. */
const directives = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'form-action': ["'self'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  // Components add an empty style element, and its rules through the CSSOM, which the policy doesn't restrict.
  'style-src': ["'self'", hashSource('')],
  'font-src': ["'self'", 'data:'],
  'img-src': ["'self'", 'data:', 'https:', 'http:'],
  'media-src': ["'self'", 'https:', 'http:'],
  'frame-src': ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://drive.google.com'],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
}

/** The content security policy, with other sources for some directives. */
const policyWith = (changed: Partial<Record<keyof typeof directives, string[]>> = {}): string =>
  Object.entries({ ...directives, ...changed })
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';')

/** The policy of a page that the server writes itself, with one style element. */
export const pagePolicy = (style: string): string => policyWith({ 'style-src': [hashSource(style)] })

/** The policy of the admin's page while pictures are loaded from https only (rule S11). */
export const HTTPS_IMAGES_POLICY = policyWith({
  'img-src': directives['img-src'].filter((source) => source !== 'http:'),
})

/** The security headers of every response: helmet's, computed once, as the plugin would do for each response. */
export const securityHeaders = ({ hstsSubdomains }: Config) => ({
  'content-security-policy': policyWith(),
  // No cross-origin-embedder-policy: hosts of covers and players don't send the required header.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  // Without path and query, even to this server: proxies log them, and lists have their search texts there.
  'referrer-policy': 'strict-origin',
  // Only the operator knows whether all subdomains use https.
  'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
})

export type SecurityHeaders = Readonly<ReturnType<typeof securityHeaders>>

/** Adds the security headers to every response that the framework sends. */
export const addSecurityHeaders = (app: App, headers: SecurityHeaders): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * Adds version headers of the session's user and of the settings: clients compare them with those of GET /api/users/me
 * and GET /api/settings to detect changed rights, balance or settings, instead of polling.
 */
export const addStateHeaders = (app: App): void => {
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { session } = request
    if (session && !session.key)
      reply.headers({ 'session-state': hashSession(session), 'settings-state': session.settingsVersion })
    done()
  })
}

export const hashText = (text: string): string => hash('sha1', text, 'base64url')

/** Keyed by the list itself, which sessions of a profile can share. */
const accessHashes = new WeakMap<object, string>()

const hashSession = ({
  id,
  name,
  fullName,
  role,
  routeAccess,
  creditToResell,
  mustChangePassword,
}: NonNullable<FastifyRequest['session']>): string => {
  const access = accessHashes.get(routeAccess) ?? hashText(JSON.stringify(routeAccess))
  accessHashes.set(routeAccess, access)
  return hashText(JSON.stringify([id, name, fullName, role, creditToResell, mustChangePassword, access]))
}

/** Makes responses cacheable by the client only, with revalidation before each use, and bound to the session. */
export const cacheResponses = (app: App): void => {
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!/^\/(api|auth)\//.test(request.url)) return done()
    if (!isRead(request, reply) || typeof payload !== 'string') {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return done()
    }
    const etag = responseEtag(request.routeOptions.config, payload)
    reply.header('etag', etag)
    // A request without a session, or with another one, must not match the stored response.
    reply.header('vary', 'authorization, accept-encoding')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
    if (!matchesEtag(request.headers['if-none-match'], etag)) return done()
    reply.code(304).removeHeader('content-type')
    done(null, null)
  })
}

const lastResponses = new WeakMap<object, { payload: string; etag: string }>()

/** Weak, since the bytes depend on the encoding; that of a route's last response is cached. */
const responseEtag = (route: object, payload: string): string => {
  const last = lastResponses.get(route)
  if (last?.payload === payload) return last.etag
  const etag = `W/"${hashText(payload)}"`
  lastResponses.set(route, { payload, etag })
  return etag
}

const isRead = ({ method }: FastifyRequest, reply: FastifyReply): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  reply.statusCode === 200 &&
  reply.getHeader('cache-control') !== 'no-store'

export const matchesEtag = (asked: string | undefined, etag: string): boolean =>
  asked?.split(',').some((each) => each.trim() === etag) ?? false

/** Below this size, the headers of a compressed response cost more than compression saves. */
const MIN_BYTES = 1024
/** Up to this size, synchronous compression is faster than a stream. */
const MAX_BYTES_AT_ONCE = 131_072
/** Compresses 9 kB of rows to 1.3 kB in 0.05 ms; higher qualities cost more than they save. */
const BROTLI_QUALITY = 3

/** Compresses JSON; files and exports are sent as they are. Routes opt out with `compress: false`. */
export const compressResponses = async (app: App): Promise<void> => {
  await app.register(compress, {
    // Request bodies are not decompressed: a small one could unpack to any size.
    globalDecompression: false,
    encodings: ['zstd', 'br', 'gzip'],
    customTypes: /^application\/json\b/,
    threshold: MIN_BYTES,
    syncThreshold: MAX_BYTES_AT_ONCE,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
}
