import { linkWork } from './features/links/link-worker.ts'
import { webhookWork } from './features/outbox/webhook-worker.ts'
import type { Database, Log } from './platform/database/open.ts'
import type { Context } from './platform/http/context.ts'
import { type AnyNetworkWorker, NetworkWorker } from './platform/tasks/network-worker.ts'

/** Creates the network workers of a node; the one for mail only if mail is configured, and that for backups if they are. */
export const createNetworkWorkers = async (
  context: Context,
  options: { isAlone: boolean; log: Log; database: Database },
): Promise<AnyNetworkWorker[]> => {
  const networkWorkers: AnyNetworkWorker[] = [
    new NetworkWorker(context, webhookWork(context), options),
    new NetworkWorker(context, linkWork(context), options),
  ]
  const { mail, backups } = context.config
  if (mail) {
    const { mailWork } = await import('./features/outbox/mail-worker.ts')
    networkWorkers.push(new NetworkWorker(context, mailWork(context, mail), options))
  }
  if (backups) {
    const { createBackupWorker } = await import('./features/backups/backup-worker.ts')
    networkWorkers.push(createBackupWorker(context, backups, options))
  }
  return networkWorkers
}
