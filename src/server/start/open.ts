import type { Config } from '../config.ts'
import { DatabaseClock, readTime } from '../platform/database/clock.ts'
import { type Database, type Log, openDatabase } from '../platform/database/open.ts'
import type { Running } from './stop.ts'

/** The database opens before the application whose log it uses. */
const logOf = (running: Running): Log => {
  const at = (level: keyof Log) => (fields: object, message: string) => {
    if (running.app) running.app.log[level](fields, message)
    else if (level !== 'info') process.stderr.write(`${message}\n`)
  }
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** Opens the database and its clock. The dev server keeps both while it reloads the code that does not belong to them. */
export const open = async (
  running: Running,
  config: Config,
): Promise<{ database: Database; now: () => Date }> => {
  const log = logOf(running)
  running.database ??= await openDatabase({ ...config, log })
  const { database } = running
  running.clock ??= await DatabaseClock.start(() => readTime(database.db), log)
  return { database, now: running.clock.now }
}
