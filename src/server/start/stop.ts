import type { Database } from '../database/open.ts'
import type { App } from '../http/app-type.ts'

/** Requests that take longer than this are cut off when the server ends. */
const patience = 20_000

/** Ends the process well on SIGTERM and SIGINT: requests under way are answered, the database is closed. */
export const stopOnSignals = (app: App, database: Database): void => {
  let stopping = false
  const stop = async (signal: string) => {
    // A second signal means now.
    if (stopping) process.exit(1)
    stopping = true
    app.log.info({ signal }, 'stopping')
    setTimeout(() => app.server.closeAllConnections(), patience).unref()
    try {
      await app.close()
      await database.close()
      process.exit(0)
    } catch (error) {
      app.log.error({ err: error }, 'could not stop well')
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop).on('SIGINT', stop)
}
