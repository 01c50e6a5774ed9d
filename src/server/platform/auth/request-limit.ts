import rateLimit from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { REQUEST_LIMIT } from '../../../domain/sign-in/confirmation.ts'
import type { Config } from '../../config.ts'
import type { App } from '../http/context.ts'
import { TooManyRequests } from '../http/errors.ts'
import { ipKey } from './ip-key.ts'

const MESSAGE = 'Envió demasiadas solicitudes en un minuto. Espere un momento e intente de nuevo.'
const MINUTE = 60_000
/** Requests of a viewer's apps in a minute. */
const MAX_OF_APPS = 600

export interface RequestLimits {
  /** Call it once the session is known: the plugin's own hook would not count requests that end with a 403. */
  users: (request: FastifyRequest) => Promise<void>
  visitors: (request: FastifyRequest) => Promise<void>
}

/**
 * Throw TooManyRequests above the limits of a minute (rule P23): of a user of the web, with all sessions and keys, of a
 * viewer's apps, and of an IP address at routes with `ipLimit`. By the system clock; of more than 5,000
 * users or addresses the least recent ones are forgotten.
 */
export const requestLimits = async (app: App, { requestLimit }: Config): Promise<RequestLimits> => {
  if (requestLimit === 0) return { users: async () => undefined, visitors: async () => undefined }
  await app.register(rateLimit, { global: false, timeWindow: MINUTE })
  const limiter = (
    max: (request: FastifyRequest) => number,
    keyGenerator: (request: FastifyRequest) => string,
  ) => {
    const check = app.createRateLimit({ max, keyGenerator })
    return async (request: FastifyRequest) => {
      const limit = await check(request)
      if (!limit.isAllowed && limit.isExceeded)
        throw new TooManyRequests(limit.ttlInSeconds, MESSAGE, REQUEST_LIMIT)
    }
  }
  return {
    users: limiter(
      ({ currentUser }) => (currentUser.isApp ? Math.min(MAX_OF_APPS, requestLimit) : requestLimit),
      ({ currentUser }) => `${currentUser.isApp ? 'apps of ' : ''}${currentUser.id}`,
    ),
    visitors: limiter(
      ({ routeOptions }) => routeOptions.config.ipLimit ?? requestLimit,
      ({ ip }) => ipKey(ip),
    ),
  }
}
