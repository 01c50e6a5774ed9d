import { type Column, type SQL, sql } from 'drizzle-orm'

/** The six ranges that a key lies in, which a GIN index holds beside the words of a row. */
export const keyRanges = (key: Column): SQL => sql`key_ranges(${key})`
