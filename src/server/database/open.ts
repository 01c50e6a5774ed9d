import type { Database, Log } from './executor.ts'

export type { Database, Db, Executor, Log, Tx } from './executor.ts'

export interface DatabaseOptions {
  /** Address of a PostgreSQL server; without it the embedded database is opened. */
  databaseUrl?: string | undefined
  /** Folder of the embedded database. */
  dataDir: string
  log: Log
}

/** Opens the database that the configuration asks for; throws a DatabaseError when it cannot be used. */
export async function openDatabase({ databaseUrl, dataDir, log }: DatabaseOptions): Promise<Database> {
  // Loaded on demand: each engine costs memory and start-up time that the other one does not need.
  if (databaseUrl) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(databaseUrl, log)
  }
  const { openEmbedded } = await import('./embedded/open-embedded.ts')
  return openEmbedded(dataDir, log)
}
