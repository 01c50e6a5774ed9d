import { sql } from 'drizzle-orm'

/** The next number in the order in which movements are applied. */
export const nextPosting = sql`nextval('license_transactions_posting')`
