import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, keyText } from '../columns.ts'
import { profiles, users } from './users.ts'

/** Named filters, columns and order of a list, for one user or for all users of a profile. */
export const savedViews = pgTable(
  'saved_views',
  {
    _id: id(),
    /** Template of the list's screen. */
    list: text('list').notNull(),
    name: text('name').notNull(),
    nameKey: keyText('name_key').notNull(),
    owner: text('owner').references(() => users._id, { onDelete: 'cascade' }),
    profile: text('profile').references(() => profiles._id, { onDelete: 'cascade' }),
    filters: jsonb('filters').$type<Record<string, string>>().notNull(),
    options: jsonb('options').$type<Record<string, string>>().notNull(),
    sort: text('sort'),
    order: text('order', { enum: ['asc', 'desc'] }),
    limit: integer('limit'),
    columns: jsonb('columns').$type<string[]>(),
    dateUpdate: instant('date_update').notNull(),
  },
  (table) => [
    uniqueIndex('saved_views_owner').on(table.owner, table.list, table.nameKey),
    uniqueIndex('saved_views_profile').on(table.profile, table.list, table.nameKey),
    check('saved_views_one_owner', sql`(${table.owner} is null) <> (${table.profile} is null)`),
  ],
)

export type SavedViewRow = typeof savedViews.$inferSelect
