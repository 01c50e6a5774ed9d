import { like } from 'drizzle-orm'
import type { Db } from '../platform/database/open.ts'
import { webhooks } from '../platform/database/schema/outbox.ts'
import { withRetry } from '../platform/database/transactions.ts'
import type { App } from '../platform/http/context.ts'

const RECEIVER_PATH = '/demo/receiver'

/** Requests of an address in a minute: each is a delivery of a webhook. */
const MAX_A_MINUTE = 600

/** The URL of the receiver until the first start tells the address that is served. */
export const RECEIVER_URL = `http://localhost${RECEIVER_PATH}`

/** POST /demo/receiver: accepts the deliveries of the demo's webhook, and keeps nothing of them (rule N13). */
export const receiverRoute = (app: App): void => {
  app.post(
    RECEIVER_PATH,
    { config: { access: 'public', ipLimit: MAX_A_MINUTE }, logLevel: 'warn', schema: { hide: true } },
    (_request, reply) => reply.code(204).send(),
  )
}

/** Moves the webhooks of the receiver to the address that is served, and returns its URL; no date moves. */
export const moveReceiver = (db: Db, origin: string): Promise<string> =>
  withRetry(db, async (tx) => {
    const url = `${origin}${RECEIVER_PATH}`
    await tx
      .update(webhooks)
      .set({ url })
      .where(like(webhooks.url, `http://%${RECEIVER_PATH}`))
    return url
  })
