import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { LinkBase } from '../../../../domain/links/link-bases.ts'
import type { Logo } from '../../../../domain/settings/logo.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { bytea, instant } from '../columns.ts'

/** The general settings: one row. */
export const settings = pgTable(
  'settings',
  {
    _id: text('_id').primaryKey().default('settings'),
    value: jsonb('value').$type<Settings>().notNull(),
    /** Key of the HMACs of `demo_devices`: in backups like those, which are worthless without it. Never sent anywhere. */
    deviceSecret: text('device_secret')
      .notNull()
      .default(sql`gen_random_uuid()::text || gen_random_uuid()::text`),
    dateUpdate: instant('date_update').notNull(),
    /** When a base address of internal links was changed last, by its name: earlier checks of them are due again. */
    baseDates: jsonb('base_dates').$type<Partial<Record<LinkBase, string>>>().notNull().default({}),
    /** The PNG of the business and its description; both null without one (rule S12). */
    logoBytes: bytea('logo_bytes'),
    logo: jsonb('logo').$type<Logo>(),
  },
  (table) => [
    check('settings_single', sql`${table._id} = 'settings'`),
    check('settings_logo', sql`(${table.logo} is null) = (${table.logoBytes} is null)`),
    check('settings_logo_bytes', sql`octet_length(${table.logoBytes}) <= 200000`),
  ],
)

/** State of the installation: one row, with whether it contains demo data and the time zone of its daily counts. */
export const installation = pgTable(
  'installation',
  {
    _id: text('_id').primaryKey().default('installation'),
    isDemo: boolean('is_demo').notNull(),
    /** False while the demo data are being loaded: an interrupted load starts over. */
    isComplete: boolean('is_complete').notNull().default(true),
    date: instant('date').notNull(),
    /** Time zone of the daily counts of visits and reports; null before the first start of a version that stores it. */
    timeZone: text('time_zone'),
    /**
     * Months of retention after the current one, set by a start with DATABASE_OWNER_URL: `drop_partition` keeps them
     * from the server's role, and all if null.
     */
    retentionVisits: integer('retention_visits'),
    retentionAudit: integer('retention_audit'),
  },
  (table) => [check('installation_single', sql`${table._id} = 'installation'`)],
)
