import { AUTOMATION } from '../../../domain/access/permissions.ts'
import { OUTBOX_ENDPOINTS } from '../../../domain/outbox/outbox.ts'
import { WEBHOOK_ENDPOINTS } from '../../../domain/outbox/webhook.ts'
import { id } from '../../../domain/validation/fields.ts'
import type { Declaration } from '../../platform/auth/access.ts'
import { scopedRows } from '../../platform/auth/scope.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation, idParameters as params, partialBody } from '../../platform/http/operation.ts'
import { listRoutes } from '../../platform/lists/list-routes.ts'
import { countOutbox, exportedOutbox, listOutbox, outboxParameters } from './list-outbox.ts'
import { resend } from './resend.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replaceSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts'

export const outboxRoutes = (app: App, context: Context): void => {
  messageRoutes(app, context)
  webhookRoutes(app, context)
  unsubscribeRoutes(app, context)
}

/** Delay after which the messages of several writes are claimed together, in milliseconds. */
const COALESCE_DELAY = 200

/** Wakes the workers after any write, since triggers of the database write the events of webhooks. */
export const wakeForEvents = (app: App, { wakeNetworkWorkers, config }: Context): void => {
  // On PostgreSQL the workers poll every two seconds, since other nodes write too.
  if (!wakeNetworkWorkers || config.databaseUrl !== undefined) return
  let waking: NodeJS.Timeout | undefined
  app.addHook('onResponse', async ({ method }, { statusCode }) => {
    if (method === 'GET' || statusCode >= 300 || waking) return
    waking = setTimeout(() => {
      waking = undefined
      wakeNetworkWorkers()
    }, COALESCE_DELAY).unref()
  })
}

const messageRoutes = (app: App, context: Context): void => {
  const API = OUTBOX_ENDPOINTS
  const cases = scopedRows('a mail to a customer of one’s own', 'of another user’s')
  const config: Declaration = { access: { action: 'read', resource: 'outbox' }, cases }
  listRoutes(app, context, API, {
    config,
    querystring: outboxParameters,
    list: listOutbox,
    count: countOutbox,
    exported: exportedOutbox,
  })
  app.route({
    ...operation(API.resend, { params }),
    config: { access: { action: 'update', resource: 'outbox' }, cases },
    async handler({ currentUser, params }, reply) {
      await resend(context, currentUser, params.id)
      return reply.code(204).send()
    },
  })
}

const webhookRoutes = (app: App, context: Context): void => {
  const API = WEBHOOK_ENDPOINTS
  const reading = { access: AUTOMATION } as const
  const config = { ...reading, peopleOnly: true } as const
  app.route({ ...operation(API.list), config: reading, handler: () => listWebhooks(context) })
  app.route({
    ...operation(API.create),
    config,
    async handler({ currentUser, body }, reply) {
      reply.code(201)
      return createWebhook(context, currentUser, body)
    },
  })
  app.route({
    ...operation(API.update, { params, body: partialBody(API.update.body) }),
    config,
    handler: ({ currentUser, params, body }) => updateWebhook(context, currentUser, params.id, body),
  })
  app.route({
    ...operation(API.delete, { params }),
    config,
    handler: ({ currentUser, params }) => deleteWebhook(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.replaceSecret, { params }),
    config,
    handler: ({ currentUser, params }) => replaceSecret(context, currentUser, params.id),
  })
  app.route({
    ...operation(API.test, { params }),
    config,
    async handler({ currentUser, params }, reply) {
      await testWebhook(context, currentUser, params.id)
      return reply.code(202).send()
    },
  })
  app.route({
    ...operation(API.deliveries, { params }),
    config: reading,
    handler: ({ params }) => listDeliveries(context, params.id),
  })
  app.route({
    ...operation(API.resend, { params: params.extend({ delivery: id() }) }),
    config,
    async handler({ currentUser, params }, reply) {
      await resend(context, currentUser, params.delivery, params.id)
      return reply.code(204).send()
    },
  })
}
