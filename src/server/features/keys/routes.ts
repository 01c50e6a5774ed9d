import { KEY_ENDPOINTS as API, keyOutput } from '../../../domain/keys/key.ts'
import type { Access } from '../../platform/auth/access.ts'
import { EXPORT_TYPES, exporting, exportParameters, sendExport } from '../../platform/exports/export-list.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, idParameters as params } from '../../platform/http/operation.ts'
import { sizeParameters } from '../../platform/lists/list-end.ts'
import { createKey, deleteKey } from './change-keys.ts'
import { countKeys, exportedKeys, keyParameters, listKeys } from './list-keys.ts'

/** Keys with which other programs use the API (rules A16 to A20). */
export const keyRoutes = (app: App, context: Context): void => {
  const access: Access = { action: 'read', resource: 'keys' }
  app.route({
    ...operation(API.list, { querystring: keyParameters }),
    config: { access },
    handler: ({ currentUser, query }) => listKeys(context, currentUser, query),
  })
  app.route({
    ...operation(API.count, { querystring: sizeParameters(keyParameters) }),
    config: { access, load: 'reports' },
    handler: ({ currentUser, query }) => countKeys(context, currentUser, query),
  })
  app.route({
    ...operation(API.export, {
      querystring: exportParameters(keyParameters, keyOutput),
      produces: EXPORT_TYPES,
    }),
    ...exporting(access, false),
    handler: (request, reply) =>
      sendExport(context, request, reply, exportedKeys(request.currentUser, request.query)),
  })
  app.route({
    ...operation(API.create),
    config: { access: { action: 'create', resource: 'keys' } },
    async handler({ currentUser, body }, reply) {
      reply.code(201).header('cache-control', 'no-store')
      return createKey(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.delete, { params }),
    config: { access: { action: 'delete', resource: 'keys' } },
    handler: ({ currentUser, params }) => deleteKey(context, currentUser, params.id),
  })
}
