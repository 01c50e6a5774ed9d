import { type Column, type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'

/** Gives a new UUIDv7: ordered by time within a process, so that indexes on it grow at their end. */
export const newId = (): string => v7()

/** `in` with the ids as one parameter: the text, and so the prepared statement, is the same for any number of them. */
export const isAnyOf = (column: Column, ids: Iterable<string | number>): SQL =>
  sql`${column} = any(${sql.param([...ids])})`
