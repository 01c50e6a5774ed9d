import { readConfig } from '../../src/server/config.ts'
import { mailWork } from '../../src/server/features/outbox/mail-worker.ts'
import { webhookWork } from '../../src/server/features/outbox/webhook-worker.ts'
import { openDatabase } from '../../src/server/platform/database/open.ts'
import { NetworkWorker } from '../../src/server/platform/tasks/network-worker.ts'
import { type ServeOverrides, serve } from '../../src/server/start/serve.ts'
import { type Running, stopOnSignals } from '../../src/server/start/stop.ts'
import { silentLog } from '../support/silent-log.ts'

/** Runs a server whose network workers send as many mails a minute as they can. */
export const runNode = async (): Promise<void> => {
  const running: Running = {}
  stopOnSignals(running)
  const config = readConfig()
  const database = await openDatabase({ ...config, log: silentLog })
  running.database = database
  const { db, health, stats, readiness } = database
  const given = {
    ...{ db, config, health, stats, now: () => new Date() },
    readiness: () => readiness.call(database),
  }
  const networkWorkers: ServeOverrides['networkWorkers'] = async (context, options) => {
    const { mail } = config
    if (!mail) throw new Error('The benchmark sends mails')
    const mostAMinute = Number.POSITIVE_INFINITY
    return [
      new NetworkWorker(context, webhookWork(context), options),
      new NetworkWorker(context, mailWork(context, mail, { mostAMinute }), options),
    ]
  }
  await serve(running, database, given, { demo: false, reset: false }, { networkWorkers })
}
