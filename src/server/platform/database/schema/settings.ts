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

/** What a start left: one row, which says whether this database holds demo data, and by which days it counts. */
export const installation = pgTable(
  'installation',
  {
    _id: text('_id').primaryKey().default('installation'),
    isDemo: boolean('is_demo').notNull(),
    /** The demo data are all there: a load that was cut short starts over. */
    isComplete: boolean('is_complete').notNull().default(true),
    date: instant('date').notNull(),
    /** The zone whose days visits and reports are counted by; null before a start of a version that notes it. */
    timeZone: text('time_zone'),
  },
  (table) => [check('installation_single', sql`${table._id} = 'installation'`)],
)
