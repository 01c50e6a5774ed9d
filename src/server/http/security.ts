import helmet from '@fastify/helmet'
import type { App } from './app-type.ts'

/** What pages may load: scripts of this server alone; covers lie on other hosts, trailers with their players. */
const directives = {
  defaultSrc: ["'self'"],
  baseUri: ["'self'"],
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

/** Puts the headers on every answer that keep browsers from what a page has no business doing. */
export const secureAnswers = async (app: App): Promise<void> => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives },
    // Covers and players of other hosts send no such permission.
    crossOriginEmbedderPolicy: false,
    // Whether other names of the same domain use https is not for this server to say.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.addHook('onSend', async (request, reply) => {
    // Answers hold people's data: no shared cache keeps them.
    if (request.url.startsWith('/api/') || request.url.startsWith('/auth/'))
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
