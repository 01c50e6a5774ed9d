import { KEY_ENDPOINTS as API } from '../../../domain/keys/key.ts'
import type { Declaration } from '../../platform/auth/access.ts'
import { ownRows } from '../../platform/auth/scope.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, idParameters as params } from '../../platform/http/operation.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import { createKey, deleteKey } from './change-keys.ts'
import { countKeys, exportedKeys, keyParameters, listKeys } from './list-keys.ts'

/** Keys with which other programs use the API (rules A16 to A20). */
export const keyRoutes = (app: App, context: Context): void => {
  const config: Declaration = { access: { action: 'read', resource: 'keys' }, peopleOnly: true }
  listRoutes(app, context, API, {
    config,
    querystring: keyParameters,
    list: listKeys,
    count: countKeys,
    exported: exportedKeys,
  })
  app.route({
    ...operation(API.create),
    config: { access: { action: 'create', resource: 'keys' }, peopleOnly: true },
    async handler({ currentUser, body }, reply) {
      reply.code(201).header('cache-control', 'no-store')
      return createKey(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.delete, { params }),
    config: {
      access: { action: 'delete', resource: 'keys' },
      peopleOnly: true,
      cases: ownRows('a key of one’s own', 'of another sa'),
    },
    handler: ({ currentUser, params }) => deleteKey(context, currentUser, params.id),
  })
}
