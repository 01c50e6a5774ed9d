import type { Database } from '../database/open.ts'
import type { App } from '../http/app-type.ts'

/** What has to be ended, as far as it has come. */
export interface Running {
  database?: Database
  app?: App
  isStopping?: boolean
}

/** Requests that take longer than this are cut off when the server ends, in milliseconds. */
const patience = 20_000

/** Ends the process well on SIGTERM and SIGINT: requests under way are answered, the database is closed. */
export const stopOnSignals = (running: Running): void => {
  const stop = async () => {
    // A second signal means now.
    if (running.isStopping) process.exit(1)
    running.isStopping = true
    const { app, database } = running
    app?.log.info('stopping')
    setTimeout(() => app?.server.closeAllConnections(), patience).unref()
    try {
      await app?.close()
      await database?.close()
      process.exit(0)
    } catch (error) {
      app?.log.error({ err: error }, 'could not stop well')
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
