import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { settings } from './schema/settings.ts'

/** Changes with each update of a row, also by plain SQL: the id of the writing transaction. Validates cached rows. */
export const rowVersion = (table: PgTable) => sql<string>`${table}.xmin::text`

/** Subquery, for statements that also tell whether cached settings are still valid. */
export const settingsVersion = sql<string>`(select ${rowVersion(settings)} from ${settings})`
