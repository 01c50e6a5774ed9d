import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'

/**
 * Refreshes the planner statistics of tables of which more than a tenth changed since the last time, like autovacuum,
 * which the embedded engine lacks. It also discards plans that its only connection keeps, such as those of foreign keys:
 * made for an almost empty table, they would read all of it for each row that is written.
 */
export const refreshStatistics = async (db: Db): Promise<void> => {
  await db.execute(sql`select pg_stat_force_next_flush()`)
  const { rows } = await db.execute<{ name: string }>(sql`
    select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname = 'public' and s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)`)
  // One by one, so that requests wait for one table at most.
  for (const { name } of rows) await db.execute(sql`analyze ${sql.identifier(name)}`)
}

/**
 * Makes the space of deleted and replaced rows available again, and refreshes all statistics, on which estimated counts
 * depend. PostgreSQL does both by autovacuum; without it a table grows with every row that was ever written. Files keep
 * their length, as a backup may be copying them.
 */
export const vacuumTables = async (db: Db): Promise<void> => {
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  // One by one, so that requests wait for one table at most.
  for (const { name } of rows) await db.execute(sql`vacuum (analyze, truncate false) ${sql.identifier(name)}`)
}
