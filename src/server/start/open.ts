import type { Config } from '../config.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { type Database, type Log, openDatabase } from '../platform/database/open.ts'
import type { Running } from './stop.ts'

/** Logs to the application once it exists; until then, warnings and errors go to stderr. */
const createLog = (running: Running): Log => {
  const at = (level: keyof Log) => (fields: object, message: string) => {
    if (running.app) running.app.log[level](fields, message)
    else if (level !== 'info') process.stderr.write(`${message}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Opens the database and its clock unless they are open: the dev server keeps both across reloads. */
export const open = async (
  running: Running,
  config: Config,
): Promise<{ database: Database; now: () => Date }> => {
  const log = createLog(running)
  running.database ??= await openDatabase({ ...config, log })
  const { database } = running
  running.clock ??= await DatabaseClock.start(() => readTime(database.db), log)
  return { database, now: running.clock.now }
}
