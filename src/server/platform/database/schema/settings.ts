import { sql } from 'drizzle-orm'
import { boolean, check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { instant } from '../columns.ts'

/** The general settings: one row. */
export const settings = pgTable(
  'settings',
  {
    _id: text('_id').primaryKey().default('settings'),
    value: jsonb('value').$type<Settings>().notNull(),
    dateUpdate: instant('date_update').notNull(),
  },
  (table) => [check('settings_single', sql`${table._id} = 'settings'`)],
)

/** What a first start left: one row, which says whether this database holds demo data. */
export const installation = pgTable(
  'installation',
  {
    _id: text('_id').primaryKey().default('installation'),
    isDemo: boolean('is_demo').notNull(),
    /** The demo data are all there: a load that was cut short starts over. */
    isComplete: boolean('is_complete').notNull().default(true),
    date: instant('date').notNull(),
  },
  (table) => [check('installation_single', sql`${table._id} = 'installation'`)],
)
