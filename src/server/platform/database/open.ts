import type { Database, Log } from './executor.ts'

export type { Database, DatabaseStats, Db, Executor, Log, Tx, Unreadiness } from './executor.ts'
export { silent } from './executor.ts'

/** `application_name` of a server's connections, unless the URL sets another. */
export const SERVER_NAME = 'cartelera'

export interface DatabaseOptions {
  /** URL of a PostgreSQL server; without it, the embedded database is opened. */
  databaseUrl?: string | undefined
  /** URL that bypasses the pooler of `databaseUrl`. */
  databaseDirectUrl?: string | undefined
  /** URL of the same database for the role that owns its tables, if that of `databaseUrl` does not. */
  databaseOwnerUrl?: string | undefined
  /** URLs of read replicas. */
  databaseReplicaUrls?: readonly string[]
  /** Maximum number of connections. */
  databasePool?: number
  /** Whether to name prepared statements, which not every pooler supports; by default without `databaseDirectUrl`. */
  databaseStatementNames?: boolean
  dataDir: string
  log: Log
  /** `application_name` of this process. */
  applicationName?: string
}

/** Opens the configured database; throws a DatabaseError if it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, databaseDirectUrl: directUrl, dataDir, log, applicationName = SERVER_NAME } = options
  // Imported on demand: each engine costs memory and start-up time.
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    const { databasePool: size = 10, databaseStatementNames: statementNames = directUrl === undefined } =
      options
    const { databaseReplicaUrls: replicaUrls = [], databaseOwnerUrl: ownerUrl } = options
    const urls = { databaseUrl, directUrl, ownerUrl, replicaUrls }
    return openPostgres({ ...urls, size, statementNames, log, applicationName })
  }
  const { openEmbedded } = await import('./embedded/open-embedded.ts')
  return openEmbedded(dataDir, log)
}
