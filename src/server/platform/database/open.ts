import type { Database, Log } from './executor.ts'

export type { Database, DatabaseStats, Db, Executor, Log, Tx, Unreadiness } from './executor.ts'

/** How PostgreSQL knows the connections of a server, unless its address says otherwise. */
export const SERVER_NAME = 'cartelera'

export interface DatabaseOptions {
  /** Address of a PostgreSQL server; without it the embedded database is opened. */
  databaseUrl?: string | undefined
  /** Address without the pooler that `databaseUrl` names. */
  databaseDirectUrl?: string | undefined
  /** Addresses of its read replicas. */
  databaseReplicaUrls?: readonly string[]
  /** The most connections to the server. */
  databasePool?: number
  /** Whether its connections prepare statements under names, which not every pooler allows. */
  databaseStatementNames?: boolean
  /** Folder of the embedded database. */
  dataDir: string
  log: Log
  /** How PostgreSQL knows this process. */
  applicationName?: string
}

/** Opens the database that the configuration asks for; throws a DatabaseError when it cannot be used. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, databaseDirectUrl: directUrl, dataDir, log, applicationName = SERVER_NAME } = options
  // Loaded on demand: each engine costs memory and start-up time that the other one does not need.
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    const { databasePool: size = 10, databaseStatementNames: statementNames = true } = options
    const { databaseReplicaUrls: replicaUrls = [] } = options
    return openPostgres({ databaseUrl, directUrl, replicaUrls, size, statementNames, log, applicationName })
  }
  const { openEmbedded } = await import('./embedded/open-embedded.ts')
  return openEmbedded(dataDir, log)
}
