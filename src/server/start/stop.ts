import type { Database } from '../database/open.ts'
import type { App } from '../http/app-type.ts'

/** Requests that take longer than this are cut off when the server ends. */
const patience = 20_000
/** Signals closer together than this are one and the same. */
const echo = 1_000

/** Ends the process well on SIGTERM and SIGINT: requests under way are answered, the database is closed. */
export const stopOnSignals = (app: App, database: Database): void => {
  let since: number | undefined
  const stop = async (signal: string) => {
    // A second signal means now; one right behind the first is its echo, from the terminal and then from npm.
    if (since !== undefined && Date.now() - since > echo) process.exit(1)
    if (since !== undefined) return
    since = Date.now()
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
