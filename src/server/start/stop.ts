import type { Database } from '../database/open.ts'
import type { App } from '../http/app-type.ts'

/** What has to be ended, as far as it has come. */
export interface Running {
  database?: Database
  app?: App
  isStopping?: boolean
}

/** The terminal and npm both pass a Ctrl-C on: signals so close together are one, in milliseconds. */
const sameSignal = 1_000

/** Requests that take longer than this are cut off when the server ends, in milliseconds. */
const patience = 20_000

/** Ends the process well on SIGTERM and SIGINT: requests under way are answered, the database is closed. */
export const stopOnSignals = (running: Running): void => {
  let first = 0
  const stop = async () => {
    if (running.isStopping) {
      // A second signal means now.
      if (performance.now() - first > sameSignal) process.exit(1)
      return
    }
    first = performance.now()
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
