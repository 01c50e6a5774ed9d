import type { Config } from '../config.ts'
import type { DatabaseStats, Db, Unreadiness } from '../database/open.ts'

/** What every area of the server works with. */
export interface Context {
  db: Db
  config: Config
  now: () => Date
  /** Whether the database answers; never waits behind slow queries. */
  health: () => Promise<boolean>
  /** Why no traffic should come here at the moment; undefined when all is well. */
  readiness: () => Promise<Unreadiness | 'stopping' | undefined>
  /** The database's connections, and what waits for one. */
  stats: () => DatabaseStats
}
