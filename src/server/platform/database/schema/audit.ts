import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { AUDIT_ACTION_NAMES, type FieldChange } from '../../../../domain/audit/audit-event.ts'
import { API_PATHS, type Resource } from '../../../../domain/registry.ts'
import { instant, searchColumn } from '../columns.ts'
import { newId } from '../ids.ts'

const RESOURCES = Object.keys(API_PATHS) as [Resource, ...Resource[]]

/**
 * Audit events, with ids only: rows never change, and are only dropped by whole months after retention. Partitioned by
 * month of the date in UTC, like the personal data (docs/design/growth.md).
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    _id: text('_id').notNull().$defaultFn(newId),
    date: instant('date').notNull(),
    action: text('action', { enum: AUDIT_ACTION_NAMES }).notNull(),
    resource: text('resource', { enum: RESOURCES }).notNull(),
    /** Null if the event is not about one record, or the user name is unknown. */
    record: text('record'),
    /** The author; null without a session. */
    user: text('user_id'),
    changes: jsonb('changes').$type<FieldChange[]>().notNull().default([]),
    /** The batch that changed many records, including this one. */
    batch: text('batch'),
  },
  (table) => [
    primaryKey({ name: 'audit_entries_pkey', columns: [table._id, table.date] }),
    index('audit_entries_date').on(table.date, table._id),
    index('audit_entries_record').on(table.record, table.date, table._id),
    index('audit_entries_user').on(table.user, table.date, table._id),
    index('audit_entries_action').on(table.action, table.date, table._id),
    index('audit_entries_resource').on(table.resource, table.date, table._id),
    index('audit_entries_batch')
      .on(table.batch, table.date, table._id)
      .where(sql`${table.batch} is not null`),
  ],
)

/**
 * An entry's names, addresses and contact data, and its search text: one row per entry. The function
 * `erase_audit_personal` blanks one person's data; any other change is refused.
 */
export const auditPersonal = pgTable(
  'audit_personal',
  {
    /** Same as the entry's. No foreign key: Drizzle supports none between partitions. */
    _id: text('_id').notNull(),
    date: instant('date').notNull(),
    /** The person whose user name and address these are; null once erased. */
    author: text('author'),
    /** The person whom the record name or the changes are about; null once erased. */
    subject: text('subject'),
    recordName: text('record_name').notNull().default(''),
    userName: text('user_name').notNull().default(''),
    address: text('address').notNull().default(''),
    changes: jsonb('changes').$type<FieldChange[]>().notNull().default([]),
    /**
     * The folded record name, a line feed, and the folded user name and address: each half can be erased separately.
     */
    search: searchColumn(),
  },
  (table) => [
    primaryKey({ name: 'audit_personal_pkey', columns: [table._id, table.date] }),
    index('audit_personal_author').on(table.author).where(sql`${table.author} is not null`),
    index('audit_personal_subject').on(table.subject).where(sql`${table.subject} is not null`),
    index('audit_personal_search').using('gin', sql`${table.search} gin_trgm_ops`),
  ],
)

export type AuditRow = typeof auditEntries.$inferSelect
