import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { REQUEST_LIMIT } from '../../../domain/sign-in/confirmation.ts'
import type { Config } from '../../config.ts'
import type { App } from '../http/context.ts'
import { TooManyRequests } from '../http/errors.ts'

const MESSAGE = 'Envió demasiadas solicitudes en un minuto. Espere un momento e intente de nuevo.'
const MINUTE = 60_000
/** Users counted at once on this node; beyond that, the least recent ones are evicted. */
const MOST_USERS = 10_000

/**
 * Counts the requests of users of the web and of keys, and throws TooManyRequests above REQUEST_LIMIT a minute (rule P23). By the
 * system clock. Called once the session is known: the hook of the plugin would run after 403s, which would then be free.
 */
export const requestLimiter = async (
  app: App,
  { requestLimit }: Config,
): Promise<(request: FastifyRequest) => Promise<void>> => {
  if (requestLimit === 0) return async () => undefined
  await app.register(rateLimit, {
    global: false,
    max: requestLimit,
    timeWindow: MINUTE,
    cache: MOST_USERS,
    keyGenerator: ({ currentUser }) => currentUser.key?.id ?? currentUser.id,
    allowList: ({ session }) => session?.isApp === true,
  })
  const check = app.createRateLimit()
  return async (request) => {
    const limit = await check(request)
    if (!limit.isAllowed && limit.isExceeded)
      throw new TooManyRequests(limit.ttlInSeconds, MESSAGE, REQUEST_LIMIT)
  }
}
