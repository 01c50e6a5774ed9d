import { linkWork } from './features/links/link-worker.ts'
import { webhookWork } from './features/outbox/webhook-worker.ts'
import type { Log } from './platform/database/open.ts'
import type { Context } from './platform/http/context.ts'
import { type AnyNetworkWorker, NetworkWorker } from './platform/tasks/network-worker.ts'

/** Creates the network workers of a node; the one for mail only if mail is configured. */
export const createNetworkWorkers = async (
  context: Context,
  options: { isAlone: boolean; log: Log },
): Promise<AnyNetworkWorker[]> => {
  const networkWorkers: AnyNetworkWorker[] = [
    new NetworkWorker(context, webhookWork(context), options),
    new NetworkWorker(context, linkWork(context), options),
  ]
  const { mail } = context.config
  if (mail) {
    const { mailWork } = await import('./features/outbox/mail-worker.ts')
    networkWorkers.push(new NetworkWorker(context, mailWork(context, mail), options))
  }
  return networkWorkers
}
