import helmet from '@fastify/helmet'
import type { Config } from '../../config.ts'
import type { App } from './context.ts'

/** What pages may load: scripts of this server alone; covers lie on other hosts, trailers with their players. */
const directives = {
  defaultSrc: ["'self'"],
  baseUri: ["'none'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  scriptSrc: ["'self'"],
  scriptSrcAttr: ["'none'"],
  // The styles of the components are written into the page as it runs.
  styleSrc: ["'self'", "'unsafe-inline'"],
  fontSrc: ["'self'", 'data:'],
  imgSrc: ["'self'", 'data:', 'https:', 'http:'],
  mediaSrc: ["'self'", 'https:', 'http:'],
  frameSrc: ['https://www.youtube-nocookie.com', 'https://www.youtube.com', 'https://drive.google.com'],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  workerSrc: ["'self'"],
}

/** Security headers of every answer. */
export const secureAnswers = async (app: App, { hstsSubdomains }: Config): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    // Covers and players of other hosts send no such permission.
    crossOriginEmbedderPolicy: false,
    // Only the deployment knows whether the other names of its domain use https.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: hstsSubdomains },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onSend', async (request, reply) => {
    // Answers hold people's data: no shared cache keeps them.
    if (request.url.startsWith('/api/') || request.url.startsWith('/auth/'))
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
