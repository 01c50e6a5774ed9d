import { and, asc, eq, ne } from 'drizzle-orm'
import { SERVICE_ENDPOINTS as API, type ServiceNotice } from '../../../domain/contract/service.ts'
import type { Db } from '../../platform/database/open.ts'
import { webhooks } from '../../platform/database/schema/outbox.ts'
import type { App, Context } from '../../platform/http/context.ts'
import { operation } from '../../platform/http/operation.ts'

/** Notices for the operator of the installation; `requestNotices`: those about the requests so far. */
export const serviceNoticeRoute = (
  app: App,
  { db }: Context,
  requestNotices: () => readonly ServiceNotice[],
): void => {
  app.route({
    ...operation(API.serviceNotices),
    config: { access: { role: 'sa' } },
    handler: async () => [...requestNotices(), ...(await webhooksOff(db))],
  })
}

/** The webhooks that switched themselves off (rule N11). */
const webhooksOff = async (db: Db): Promise<ServiceNotice[]> => {
  const rows = await db
    .select({ name: webhooks.name, message: webhooks.message })
    .from(webhooks)
    .where(and(eq(webhooks.isOn, false), ne(webhooks.message, '')))
    .orderBy(asc(webhooks._id))
  return rows.map(({ name, message }) => ({ code: 'webhook-off', message: `Webhook «${name}»: ${message}` }))
}
