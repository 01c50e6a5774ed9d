import { type Column, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'

/** A new UUIDv7: ordered by time within a process, so that indexes on it grow at their end. */
export const newId = (): string => v7()

/** `in` with all ids as one parameter, so that the text, and the prepared statement, doesn't depend on their number. */
export const isAnyOf = (column: Column, ids: Iterable<string | number>): SQL =>
  sql`${column} = any(${sql.param([...ids])})`
