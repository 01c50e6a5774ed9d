import { BATCH_ENDPOINTS as API } from '../../../domain/batches/batch.ts'
import type { App, Context } from '../http/context.ts'
import { operation, idParameters as params } from '../http/operation.ts'
import { cancelBatch, readBatch, undoBatch } from './batches.ts'

/** The batches of the current user: others' are unknown. */
export const batchRoutes = (app: App, context: Context): void => {
  app.route({
    ...operation(API.get, { params }),
    config: { access: 'signed-in' },
    handler: ({ currentUser, params }) => readBatch(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.cancel, { params }),
    config: { access: 'signed-in' },
    handler: ({ currentUser, params }) => cancelBatch(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.undo, { params }),
    config: { access: 'signed-in' },
    async handler({ currentUser, params }, reply) {
      reply.code(202)
      return undoBatch(context, currentUser, params.id)
    },
  })
}
