import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { ownFile } from './bundle.ts'
import type { Database, Db } from './executor.ts'

/** Brings the tables up to date; nodes that start together wait for one another. */
export async function migrateDatabase(database: Database): Promise<void> {
  await database.exclusively((db) => migrate(asMigratable(db), { migrationsFolder: ownFile('migrations') }))
}

/** The migrator asks for one driver's type, but uses only what all PostgreSQL drivers share. */
function asMigratable(db: Db): NodePgDatabase {
  return db as unknown as NodePgDatabase
}
