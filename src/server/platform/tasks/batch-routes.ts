import { z } from 'zod'
import { BATCH_ENDPOINTS as API } from '../../../domain/batches/batch.ts'
import type { Declaration } from '../auth/access.ts'
import { ownRows } from '../auth/scope.ts'
import type { App, Context } from '../http/context.ts'
import { operation, idParameters as params, wholeNumber } from '../http/operation.ts'
import {
  type BatchWorks,
  cancelBatch,
  listBatches,
  readBatch,
  undoBatch,
  worksPermission,
} from './batches.ts'

const DEFAULT_LISTED = 20
const MAX_LISTED = 100

const querystring = z.strictObject({ limit: wholeNumber(1, MAX_LISTED).optional() })

/** Endpoints of the current user's batches; those of others are answered with 404. */
export const batchRoutes = (app: App, context: Context, works: BatchWorks): void => {
  const access = 'signed-in'
  const cases = ownRows('a batch of one’s own', 'another user’s', { needs: worksPermission(works) })
  const config: Declaration = { access, peopleOnly: true, cases }
  app.route({
    ...operation(API.list, { querystring }),
    config: { access, peopleOnly: true },
    handler: ({ currentUser, query: { limit = DEFAULT_LISTED } }) =>
      listBatches(context, works, currentUser, limit),
  })
  app.route({
    ...operation(API.get, { params }),
    config,
    handler: ({ currentUser, params }) => readBatch(context, works, currentUser, params.id),
  })
  app.route({
    ...operation(API.cancel, { params }),
    config,
    handler: ({ currentUser, params }) => cancelBatch(context, works, currentUser, params.id),
  })
  app.route({
    ...operation(API.undo, { params }),
    config,
    async handler({ currentUser, params }, reply) {
      reply.code(202)
      return undoBatch(context, works, currentUser, params.id)
    },
  })
}
