import { createOrUpdate } from '../../../domain/access/permissions.ts'
import { LOOKUP_ENDPOINTS, LOOKUP_MESSAGES, lookupQuerySchema } from '../../../domain/contents/film-lookup.ts'
import { entryOf, RESOURCES } from '../../../domain/registry.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'
import { demoFilms } from './demo-films.ts'
import { createFilmDatabase, type LookupFailure } from './film-database.ts'

/** Writing any of these resources permits look-ups. */
const WRITES = { any: RESOURCES.filter((resource) => entryOf(resource).looksUpFilms).map(createOrUpdate) }

/** Never 401: that would sign the user out for an error of the film database. */
const STATUSES = {
  notFound: 404,
  badImdbId: 422,
  tooMany: 422,
  noKey: 503,
  refusedKey: 502,
  limit: 503,
  offline: 502,
  tooSlow: 504,
  unreadable: 502,
} as const satisfies Record<LookupFailure, number>

const FIELDS: Partial<Record<LookupFailure, string>> = { badImdbId: 'imdbId', tooMany: 'title' }

/** GET /api/lookups/film: looks a film up in the film database, or in a demo's own films (rule K24). */
export const lookupRoutes = (app: App, context: Context): void => {
  const { config, now, demo } = context
  const films =
    demo && config.omdbApiKey === undefined
      ? demoFilms(context)
      : createFilmDatabase({ url: config.omdbUrl, key: config.omdbApiKey, now })
  app.route({
    ...operation(LOOKUP_ENDPOINTS.film, { querystring: lookupQuerySchema }),
    config: { access: WRITES },
    handler: async ({ query, id, log }, reply) => {
      const result = await films.find(query)
      if ('film' in result) return result.film
      const { failure } = result
      const status = STATUSES[failure]
      const message = LOOKUP_MESSAGES[failure]
      const field = FIELDS[failure]
      if (status >= 500) log.warn({ failure }, 'film database look-up failed')
      return reply.code(status).send({
        message,
        code: failure,
        ...(field && { errors: { [field]: { message } } }),
        ...(status >= 500 && { requestId: id }),
      })
    },
  })
}
